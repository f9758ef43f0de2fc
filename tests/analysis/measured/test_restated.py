"""What is told from plans is what the bytes of the views say: random sessions, random policies, presets, recorded views."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from inspector.analysis.measured import Measured
from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.policy import load_policy
from inspector.policy.model import Clear, Policy
from inspector.transcript import load_messages
from inspector.transcript.model import Compaction, Transcript
from tests.analysis.measured import written
from tests.engine.choices import Choices, cases
from tests.engine.histories import Api, either_form
from tests.engine.messages import step, user
from tests.engine.policies import policy
from tests.engine.profile import examples
from tests.engine.telling import MODES, Telling

COUNTERS = ("o200k_base", "chars", "json-chars/4")
SMALL = {
    "go-tiny-claw": {"max_chars": 900, "retain_last_messages": 2},
    "workbuddy-s14": {"soft_threshold": 1000, "hard_limit": 100_000, "max_tool_result_tokens": 50},
    "evo-agent": {"context_limit": 2000, "keep_recent_results": 2},
    "agent-engineering": {"window": 9600, "result_limit": 100, "result_tail_lines": 3},
}
Case = tuple[Policy, list[Api], str, str]


def case(choose: Choices) -> Case:
    rules = policy(choose)
    return rules, either_form(choose, media=choose.chance(3)), choose.pick(MODES), choose.pick(COUNTERS)


def preset_case(choose: Choices) -> Case:
    name = choose.pick(tuple(SMALL))
    rules = load_policy(name).with_knobs(**SMALL[name])
    return rules, either_form(choose, media=choose.chance(3)), choose.pick(MODES), choose.pick(COUNTERS)


@examples(150)
@given(cases(case))
def test_random_policies(given_case: Case) -> None:
    agrees(*given_case)


@examples(150)
@given(cases(preset_case))
def test_presets(given_case: Case) -> None:
    agrees(*given_case)


def recorded_case(choose: Choices) -> tuple[Transcript, str]:
    """A session in which the agent compacted, and cleared results that it named."""
    transcript = load_messages(either_form(choose, media=choose.chance(3)))
    count = len(transcript.messages)
    ids = [block.tool_id for block in transcript.structure.blocks if block.kind == "tool_result"]
    done: list[Compaction] = []
    for before in sorted({choose.below(count + 1) for _ in range(choose.below(4))}):
        if choose.chance(2):
            done.append(Compaction("micro", before, cleared=frozenset(i for i in ids if choose.chance(3))))
        else:
            kept = tuple(m for m in range(max(0, before - 3), before) if choose.chance(2))
            done.append(Compaction("full", before, summary=before if before < count else None, preserved=kept))
    return replace(transcript, compactions=tuple(done)), choose.pick(COUNTERS)


@examples(150)
@given(cases(recorded_case))
def test_recorded_views(given_case: tuple[Transcript, str]) -> None:
    transcript, counter = given_case
    agree(Replay(transcript), counter)


def agrees(rules: Policy, messages: list[Api], mode: str, counter: str) -> None:
    """The same of a policy over messages."""
    agree(Replay(load_messages(messages), rules, Telling(mode)), counter)


def agree(replay: Replay, counter: str) -> None:
    """Every request: blocks and sizes of the view, and of the part that the last view that was sent has, too."""
    transcript = replay.transcript
    measured = Measured(transcript, counter)
    before = None
    for extent in measured.walk(replay):
        view, plan = replay.view(extent.request), replay.plan(extent.request)
        sizes = written.sizes(view, plan, measured.counter)
        base = measured.counter.base
        assert extent.blocks == len(sizes)
        assert extent.size == base + sum(sizes)
        same = written.blocks_alike(before, view) if before is not None else 0
        assert extent.alike == same
        assert extent.shared == (base + sum(sizes[:same]) if before is not None else 0)
        assert extent.sent is (view.error is None)
        before = view if view.error is None else before
    assert measured.sizes(replay) == [each.size for each in measured.walk(replay)]


def test_the_same_words_from_another_message_are_the_same_bytes() -> None:
    """Message 1 leaves, and message 3 says the same in its place."""
    said = [{"role": "user", "content": "go on"}, {"role": "assistant", "content": "done"}]
    agrees(load_policy("go-tiny-claw").with_knobs(max_chars=20, retain_last_messages=1), said * 4, "short", "chars")


def test_an_empty_result_that_is_cleared_to_nothing_is_the_same_bytes() -> None:
    """Evo-agent clears all results but the newest, here by an empty notice: the first byte that differs comes later."""
    clear, *others = load_policy("evo-agent").with_knobs(keep_recent_results=1).layers
    rules = replace(load_policy("evo-agent"), layers=(replace(clear, operation=Clear("")), *others))
    messages = [user("go"), *step("a", ""), *step("b", ""), *step("c", "words"), *step("d", ""), *step("e", "")]
    agrees(rules, messages, "tell", "chars")


def test_a_counter_with_envelopes_is_refused() -> None:
    with pytest.raises(ValueError, match="envelopes"):
        Measured(load_messages([{"role": "user", "content": "hi"}]), "json-chars")


def test_nothing_to_measure() -> None:
    transcript = load_messages([])
    assert [tuple(each)[:5] for each in Measured(transcript).walk(Replay(transcript))] == [(1, 0, 0, 0, 0)]


def test_a_walk_can_be_called_off() -> None:
    transcript = load_messages([{"role": "user", "content": "go"}, {"role": "assistant", "content": "on"}] * 300)
    told: list[tuple[int, int]] = []
    walk = Measured(transcript).walk(Replay(transcript), lambda: len(told) == 1, lambda *done: told.append(done))
    with pytest.raises(Cancelled):
        list(walk)
    assert told == [(128, 300)]
