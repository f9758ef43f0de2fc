"""The quick way finds in every view what the plain way finds in it, on random sessions, broken ones too."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given

from inspector.analysis.sendable.breach import PROVIDERS, Provider
from inspector.analysis.sendable.facts import Facts
from inspector.analysis.sendable.plain import breaches
from inspector.analysis.sendable.sight import in_sight
from inspector.analysis.sendable.walk import Walk
from inspector.engine import Replay
from inspector.policy import load_policy
from inspector.policy.model import Policy
from inspector.transcript import load_messages
from tests.analysis.sendable.plainly import plainly
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

Api = dict[str, Any]
Case = tuple[Policy | None, list[Api], str, Provider]

SMALL: dict[str, dict[str, int]] = {
    "go-tiny-claw": {"max_chars": 300, "retain_last_messages": 2},
    "workbuddy-s14": {"soft_threshold": 150, "hard_limit": 10**6, "keep_recent_messages": 3},
    "evo-agent": {"context_limit": 700, "keep_recent_results": 1},
    "agent-engineering": {"window": 600, "fixed_input": 0, "output_reserve": 0, "safety_margin": 0},
}
"""Knobs with which small sessions are compacted, too."""


def rules(choose: Choices) -> Policy | None:
    name = choose.pick((*SMALL, "random", "random", "recorded"))
    if name == "random":
        return policy(choose)
    return None if name == "recorded" else load_policy(name).with_knobs(**SMALL[name])


def shaken(choose: Choices, messages: list[Api]) -> list[Api]:
    """The same, and sometimes messages in another order, twice, or left out."""
    out = list(messages)
    for _ in range(choose.pick((0, 0, 1, 3)) if out else 0):
        at, what = choose.below(len(out)), choose.below(4)
        if what == 0:
            out.insert(choose.below(len(out)), out.pop(at))
        elif what == 1:
            out.insert(choose.below(len(out)), out[at])
        elif what == 2 and len(out) > 1:
            del out[at]
        else:
            out.insert(at, {"role": "user", "content": choose.pick(("", " ", [], "typed"))})
    return out


def case(choose: Choices) -> Case:
    provider = choose.pick(PROVIDERS)
    chosen = rules(choose)
    messages = shaken(choose, either_form(choose, large=choose.chance(2), media=choose.chance(3)))
    return chosen and replace(chosen, protocol="mark"), messages, choose.pick(MODES), provider


@examples(200)
@given(cases(case))
def test_the_quick_way_equals_the_plain_way(given_case: Case) -> None:
    chosen, messages, mode, provider = given_case
    transcript = load_messages(messages)
    replay = Replay(transcript, chosen, Telling(mode))
    walk = Walk(replay, Facts(transcript, provider))
    plain = {request: Counter(plainly(replay, request, provider)) for request in range(1, replay.requests + 1)}
    for request, expected in plain.items():
        assert in_sight(replay, request, provider) == breaches(replay.view(request), transcript, provider)
        walk.advance()
        assert Counter(breach for breach, _ in walk.standing) == expected, request
    quick: dict[int, Counter[Any]] = {request: Counter() for request in plain}
    for stood in walk.all():
        for request in range(stood.first, stood.last + 1):
            quick[request][stood.breach] += 1
    assert quick == plain
