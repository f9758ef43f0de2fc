"""Told from sums or with plans everywhere: the same rows, sizes, fates, layers, summaries."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from inspector.engine import Replay, Steps
from inspector.engine.course import Course
from inspector.engine.losses import typed_losses
from inspector.engine.plan import Plan
from inspector.engine.summariser import SummaryRequest
from inspector.engine.told.course import Told
from inspector.policy import load_policy, preset_names
from inspector.policy.model import Clear, Dedupe, Drop, Fold, Layer, Limit, Policy, Region, Summarise, Truncate
from inspector.transcript import load_messages
from inspector.transcript.model import Transcript
from tests.benchmarks.synthetic import messages as long_session
from tests.engine.choices import Choices, cases
from tests.engine.histories import either_form
from tests.engine.messages import assistant, user
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

Case = tuple[Policy, list[dict[str, Any]], str]


def told_policy(choose: Choices) -> Policy:
    """A random policy that lets sums tell, but for single layers."""
    rules = policy(choose)
    seen: set[type] = set()
    layers: list[Layer] = []
    for layer in rules.layers:
        kind = type(layer.operation)
        kind = Truncate if kind in (Clear, Fold) else kind
        if kind in seen and kind in (Truncate, Dedupe):
            continue
        seen.add(kind)
        layers.append(_eased(layer))
    count = choose.pick(("bytes", "chars", "json-chars/4", "json-chars"))
    meter = replace(rules.meter, count=count)
    return replace(rules, layers=tuple(layers), meter=meter, state=choose.pick(("rewrite", "rewrite", "overlay")))


def _eased(layer: Layer) -> Layer:
    operation = layer.operation
    if isinstance(operation, Truncate | Clear | Fold):
        housekeeping = layer.when == "always" and layer.region.where == "outside" and layer.region.messages is None
        return layer if housekeeping else replace(layer, region=Region())
    if isinstance(operation, Dedupe):
        return replace(layer, operation=replace(operation, keep="newest"))
    if isinstance(operation, Drop | Summarise):
        return replace(layer, operation=replace(operation, keep=replace(operation.keep, split_turn=None)))
    return layer


def case(choose: Choices) -> Case:
    rules = told_policy(choose)
    messages = either_form(choose, large=choose.chance(2))
    if choose.chance(6) and messages:
        del messages[choose.below(len(messages))]
    return rules, messages, choose.pick((*MODES, "none", "none", "pending", "half"))


def both(transcript: Transcript, rules: Policy, mode: str = "none") -> tuple[Replay, Replay]:
    """The replay as it is, and one that makes a plan for every event."""
    summariser = [None if mode == "none" else Telling(mode) for _ in range(2)]
    fast, slow = (Replay(transcript, rules, each) for each in summariser)
    slow._course = Course(slow.ledger, rules, summariser[1])
    return fast, slow


def shape(plan: Plan) -> Any:
    """All that a plan says."""
    made = [(m.kind, m.role, m.text, m.size, m.layer, m.at, m.approximate, m.origin, len(m.earlier)) for m in plan.made]
    states = [plan.state(block)[:4] for block in range(plan.end)]
    order = [part.at if not isinstance(part, tuple) else "span" for part in plan.parts]
    merged = [at for n, at in enumerate(order) if n == 0 or at != "span" or order[n - 1] != "span"]
    return plan.end, plan.size, made, states, list(plan.live_blocks()), merged


def told_steps(steps: Steps) -> Any:
    outcomes = [
        (o.id, o.fired, o.gate, o.before, o.after, o.changed, o.gone, o.removed, o.injected, o.reason)
        for o in steps.outcomes
    ]
    error = (type(steps.error), str(steps.error))
    return shape(steps.before), shape(steps.after), outcomes, steps.state, error, [p.text for p in steps.problems]


def stretched(plan: Plan) -> list[tuple[bool, str]]:
    return [(s.gone, s.fate) for s in plan.stretches() for _ in range(s.first, s.stop)]


def typed_losses_agree(fast: Replay, slow: Replay) -> None:
    """Where typed text leaves is what the views say one by one."""
    told = fast.leaving()
    if told is None:
        return
    before: set[int] = set()
    found = []
    for row in slow.rows():
        if row.error is None:
            gone = typed_losses(slow.plan(row.request))
            new = [one for one in gone if one.block not in before]
            if new:
                found.append((row.request, tuple(one.block for one in new), new[0].layer))
            before = {one.block for one in gone}
    assert [tuple(one) for one in told] == found


def same(transcript: Transcript, rules: Policy, mode: str = "none", every: int = 1) -> None:
    fast, slow = both(transcript, rules, mode)
    for request in range(1, fast.requests + 1, every):
        assert told_steps(fast.steps(request)) == told_steps(slow.steps(request)), request
        assert stretched(fast.plan(request)) == stretched(slow.plan(request))
    for mine, theirs in zip(fast.rows(), slow.rows(), strict=True):
        assert str(mine) == str(theirs)
        assert type(mine.error) is type(theirs.error)
    typed_losses_agree(fast, slow)
    fresh, slower = both(transcript, rules, mode)
    for one in (fresh, slower, fast):
        table = one.table()
        assert table is not None
        assert list(map(str, table)) == [str(row) for row in slow.rows()]
    assert [str(row) for row in fresh.rows()] == [str(row) for row in slow.rows()]


@examples(350)
@given(cases(case))
def test_sums_and_plans_agree_on_random_policies(given_case: Case) -> None:
    rules, messages, mode = given_case
    same(load_messages(messages), rules, mode)


def preset_case(choose: Choices) -> Case:
    """A preset with knobs turned so far down that much happens, its layers in any order, some of them off."""
    rules = load_policy(choose.pick(preset_names()))
    small = {
        "soft_threshold": (300, 100, 1000), "hard_limit": (500, 2000, 10**6), "max_tool_result_tokens": (20, 5, 100),
        "keep_recent_messages": (6, 2, 0, 1, 9), "summary_keep_messages": (4, 1, 0, 7), "context_limit": (800, 200, 3000),
        "keep_recent_results": (3, 0, 1), "recent_files": (5, 1, 0), "summary_max_tokens": (50, 5, 400),
        "window": (600, 300, 1500), "fixed_input": (50, 0), "output_reserve": (50, 0), "safety_margin": (10, 0),
        "retain_turns": (1, 0, 2), "result_limit": (20, 100), "result_tail_lines": (2, 0), "summary_input_limit": (300, 50),
    }  # fmt: skip
    values = {knob.name: choose.pick(small[knob.name]) for knob in rules.knobs if knob.name in small}
    rules = rules.with_knobs(**values)
    layers = tuple(rules.layers)
    if choose.chance(3):
        layers = tuple(choose.shuffled(layers))
    layers = tuple(replace(layer, enabled=not choose.chance(6)) for layer in layers)
    messages = long_session(20 + choose.below(90), seed=choose.below(250), mean_chars=choose.pick((200, 60, 600)))
    if choose.chance(2):  # more turns than the made-up sessions have
        messages = [message for n, message in enumerate(messages) for message in (message, *asides(choose, n, message))]
    return replace(rules, layers=layers), messages, choose.pick(MODES) if choose.chance(4) else "none"


def asides(choose: Choices, number: int, message: dict[str, Any]) -> list[dict[str, Any]]:
    """After a result now and then: a reply, and what a person says to it."""
    if message["role"] != "user" or not number or not choose.chance(3):
        return []
    return [assistant("That is what it says."), user(f"Go on with step {number}.")]


@examples(60)
@given(cases(preset_case))
def test_sums_and_plans_agree_on_presets(given_case: Case) -> None:
    rules, messages, mode = given_case
    same(load_messages(messages), rules, mode, every=3)


def refusing_case(choose: Choices) -> Case:
    """A hard limit below the size at which lossy layers begin: most requests are refused, and a few are not."""
    rules = load_policy("workbuddy-s14")
    rules = rules.with_knobs(max_tool_result_tokens=choose.pick((20, 5, 100)), soft_threshold=10, hard_limit=10)
    count = choose.pick(("json-chars/4", "bytes", "json-chars"))
    scale = 1 if count == "json-chars/4" else 4
    unit = "tokens" if scale == 1 else "bytes" if count == "bytes" else "chars"

    def gate() -> Limit:
        return Limit(choose.pick((">=", ">")), scale * choose.pick((300, 900, 1500, 2500, 4000)), unit)

    layers = [replace(layer, enabled=not choose.chance(8)) for layer in rules.layers]
    layers = [replace(layer, when=gate() if choose.chance(3) else None) for layer in layers]
    rules = replace(
        rules, layers=tuple(layers), start=gate(), refuse=replace(gate(), value=scale * choose.pick((400, 900)))
    )
    rules = replace(rules, meter=replace(rules.meter, count=count, unit=unit), protocol=choose.pick(("mark", "strict")))
    messages = long_session(30 + choose.below(90), seed=choose.below(250), mean_chars=choose.pick((200, 100, 400)))
    return rules, messages, "none"


@examples(60)
@given(cases(refusing_case))
def test_sums_and_plans_agree_where_most_is_refused(given_case: Case) -> None:
    rules, messages, mode = given_case
    same(load_messages(messages), rules, mode, every=3)


@pytest.mark.parametrize("name", ["workbuddy-s14", "evo-agent", "agent-engineering"])
def test_the_carrying_presets_are_told_from_sums(name: str) -> None:
    transcript = load_messages(long_session(400))
    replay = Replay(transcript, load_policy(name))
    replay.rows()
    assert isinstance(replay._course, Told)
    plans = [event for event in replay._course.events[1:] if event.plan is not None]
    assert len(plans) <= 1, "a plan is made where a head is first kept, and nowhere else"
    assert len(replay._course.events) > 4


def test_without_a_summary_a_replay_is_whole_once_it_is_done() -> None:
    transcript = load_messages(long_session(400))
    rules = load_policy("workbuddy-s14")
    replay = Replay(transcript, rules)
    assert not replay.whole, "nothing is known yet"
    replay.table()
    assert replay.whole
    tight = Replay(transcript, rules.with_knobs(soft_threshold=2_000, keep_recent_messages=50))
    tight.table()
    assert any("summary" in row.fired for row in tight.rows())
    assert not tight.whole
    assert Replay(transcript, rules, Telling(MODES[0])).whole


@pytest.mark.parametrize("name", preset_names())
def test_a_replay_that_nobody_looks_at_is_gone_at_once(name: str) -> None:
    """Knobs are turned many times: nothing of the replays before may stay, not even until garbage is looked for."""
    transcript = load_messages(long_session(200))
    gc.disable()
    try:
        replay = Replay(transcript, load_policy(name))
        replay.table()
        replay.steps(replay.requests)
        gone = weakref.ref(replay), weakref.ref(replay.ledger), weakref.ref(replay._course)
        del replay
        assert [reference() for reference in gone] == [None, None, None]
    finally:
        gc.enable()


class Counting(Telling):
    """Counts how often it is asked."""

    asked = 0

    def summarise(self, request: SummaryRequest) -> str:
        self.asked += 1
        return super().summarise(request)


def test_looking_at_an_event_asks_for_no_summary_again() -> None:
    transcript = load_messages(long_session(300))
    summariser = Counting(MODES[0])
    replay = Replay(transcript, load_policy("agent-engineering"), summariser)
    events = [row.request for row in replay.rows() if "summary" in row.fired]
    asked = summariser.asked
    assert len(events) > 3
    for request in events:
        assert replay.steps(request).summaries[0].text
    assert summariser.asked == asked


def test_what_is_cleared_at_a_refused_request_does_not_last() -> None:
    rules = replace(load_policy("evo-agent"), refuse=Limit(">=", 2_000, "tokens"))
    messages = long_session(120, mean_chars=300)
    assert isinstance(Replay(load_messages(messages), rules)._course, Course)
    same(load_messages(messages), rules, every=7)
