"""The usual case in plain integers: the same as the layers themselves, and taken wherever it is one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import Replay
from inspector.engine.told.course import Told
from inspector.engine.told.near import near
from inspector.policy import load_policy
from inspector.policy.model import Limit, Policy, Summarise
from inspector.transcript import load_messages
from tests.benchmarks.synthetic import messages as long_session
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.profile import examples
from tests.engine.telling import MODES
from tests.engine.test_told import asides, same

Case = tuple[Policy, list[dict[str, Any]], str]


def case(choose: Choices) -> Case:
    """A policy that cuts texts and summarises whole turns, its gates and rules at random, and a session with many turns."""
    rules = load_policy("agent-engineering").with_knobs(
        window=choose.pick((300, 600, 1500, 90)), fixed_input=choose.pick((0, 50)), output_reserve=0, safety_margin=10,
        result_limit=choose.pick((20, 100, 5)), result_tail_lines=choose.pick((2, 0)),
        summary_max_tokens=choose.pick((50, 5, 400)),
        retain_turns=choose.pick((1, 0, 2, 3)),
    )  # fmt: skip
    local, summary = rules.layers
    rule = summary.operation
    assert isinstance(rule, Summarise)
    rule = replace(
        rule,
        previous=choose.pick(("update", "redistil", "carry")),
        acknowledgement="Understood." if choose.chance(3) else "",
    )
    gates = [
        Limit(choose.pick((">", ">=")), choose.pick((40, 200, 700)), "tokens") if choose.chance(3) else None
        for _ in "ab"
    ]
    summary = replace(summary, operation=rule, when=gates[0])
    layers = (replace(local, when=gates[1]), summary) if not choose.chance(4) else (summary,)
    rules = replace(
        rules, layers=layers, state=choose.pick(("overlay", "rewrite")), stop=choose.pick(("after_each", "never"))
    )
    if choose.chance(3):
        rules = replace(rules, refuse=Limit(">", choose.pick((300, 900)), "tokens"))
    rules = replace(
        rules, meter=replace(rules.meter, count=choose.pick(("chars/4", "json-chars/4")), system=not choose.chance(3))
    )
    return rules, _session(choose), choose.pick(MODES) if choose.chance(4) else "none"


def _session(choose: Choices) -> list[dict[str, Any]]:
    if choose.chance(3):
        messages = either_form(choose, large=True)
    else:
        messages = long_session(20 + choose.below(90), seed=choose.below(250), mean_chars=choose.pick((200, 60, 600)))
        messages = [message for n, message in enumerate(messages) for message in (message, *asides(choose, n, message))]
    if choose.chance(6) and messages:
        del messages[choose.below(len(messages))]
    return messages


@examples(150)
@given(cases(case))
def test_the_usual_case_is_what_the_layers_say_one_by_one(given_case: Case) -> None:
    rules, messages, mode = given_case
    same(load_messages(messages), rules, mode, every=3)


class Asked(Told):
    """Counts the requests at which the layers were asked themselves."""

    asked = 0

    def _do(self, event: Any, request: int) -> None:
        self.asked += 1
        super()._do(event, request)


@pytest.mark.parametrize("state", ["overlay", "rewrite"])
def test_nothing_usual_is_left_to_the_layers(state: Any) -> None:
    rules = replace(load_policy("agent-engineering"), state=state).with_knobs(window=12_000)
    replay = Replay(load_messages(long_session(600)), rules)
    assert isinstance(replay._course, Told)
    course = Asked(replay.ledger, replay.policy, None, replay._course.quiet)
    course.advance(replay.requests)
    assert len(course.events) > 20
    assert course.asked == 0


def test_near_is_bisection() -> None:
    numbers = [0, 0, 1, *range(3, 400, 3), 400, 400]
    for lo in (0, 1, 2, 50, 130, len(numbers)):
        for value in (-1, 0, 1, 2, 3, 60, 61, 200, 399, 400, 401):
            here = next((at for at in range(lo, len(numbers)) if numbers[at] >= value), len(numbers))
            assert near(numbers, value, lo, len(numbers)) == here
            assert near(numbers, value, lo, max(lo, here - 1)) == max(lo, here - 1)
