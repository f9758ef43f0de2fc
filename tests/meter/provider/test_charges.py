"""Charges against sessions whose true charges are known, and the law that parts sum to the reported prompt."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.meter.provider import charges
from inspector.transcript.model import Compaction, Message, Transcript, Usage
from tests.meter.histories import messages
from tests.meter.provider.sessions import Kind, Truth, session

KINDS = {
    "plain": Kind(),
    "pictures": Kind(images=0.4),
    "hidden thinking": Kind(hidden=0.5),
    "compacted": Kind(turns=9, compact_at=5),
    "tools come": Kind(more_tools=(7, 9_000)),
    "tools go": Kind(more_tools=(7, -9_000)),
    "all": Kind(turns=12, images=0.2, hidden=0.3, compact_at=7, more_tools=(5, 12_000)),
}
SNAPSHOTS = {"snapshots": Kind(outputs="snapshot"), "snapshots, compacted": Kind(outputs="snapshot", compact_at=4)}


def assert_parts_sum(transcript: Transcript) -> None:
    found = charges(transcript)
    for stretch in found.stretches:
        for asked in stretch.requests:
            parts = found.parts(transcript, asked.request)
            assert parts.total == asked.prompt
            assert parts.reported
            assert parts.fixed == found.fixed_at(asked.request)
    first = transcript.structure.first
    for at, tokens in enumerate(found.messages):
        assert found.sizes[at] == sum(found.blocks[first[at] : first[at + 1]])
        if tokens is not None:
            assert found.sizes[at] == tokens


@pytest.mark.parametrize("name", [*KINDS, *SNAPSHOTS])
@pytest.mark.parametrize("seed", range(4))
def test_parts_sum_to_the_prompt(name: str, seed: int) -> None:
    assert_parts_sum(session(seed, (KINDS | SNAPSHOTS)[name]).transcript)


@pytest.mark.parametrize("name", KINDS)
def test_fixed_input_of_any_request_is_that_of_the_last_that_told(name: str) -> None:
    """Between two reports nothing tells more; it jumps within a stretch by its largest less its smallest at the most."""
    transcript = session(1, KINDS[name]).transcript
    found = charges(transcript)
    told = {
        asked.request: found.parts(transcript, asked.request).fixed for s in found.stretches for asked in s.requests
    }
    for request in range(1, transcript.structure.requests + 2):
        before = [at for at in told if at <= request]
        assert found.fixed_at(request) == told[max(before) if before else min(told)]
    within = ([told[asked.request] for asked in stretch.requests] for stretch in found.stretches)
    assert found.spread == max(max(each) - min(each) for each in within)


numbers = st.integers(0, 300_000)
usages = st.none() | st.builds(Usage, numbers, numbers, numbers, st.integers(0, 9_000), st.integers(0, 3_000))


@given(history=st.lists(st.tuples(messages(), usages, st.sampled_from(["a", "claude-b"])), max_size=14))
def test_parts_sum_whatever_is_reported(history: list[tuple[Message, Usage | None, str]]) -> None:
    told = [replace(message, usage=usage, model=model) for message, usage, model in history]
    assert_parts_sum(Transcript("test", tuple(told)))


@st.composite
def compactions(draw: st.DrawFn, messages: int) -> Compaction:
    """A compaction of any kind that a record may hold, at any place."""
    before = draw(st.integers(0, messages))
    earlier = st.sets(st.integers(0, max(before - 1, 0)), max_size=3) if before else st.just(set[int]())
    if draw(st.booleans()):
        return Compaction("micro", before, cleared=frozenset({"t1"}))
    summary = before if before < messages and draw(st.booleans()) else None
    if draw(st.booleans()):
        return Compaction("full", before, summary=summary, order=tuple(sorted(draw(earlier))))
    return Compaction("full", before, summary=summary, preserved=tuple(sorted(draw(earlier))), replaced={"t1": "gone"})


@given(data=st.data(), seed=st.integers(0, 50))
def test_parts_sum_whatever_was_compacted(data: st.DataObject, seed: int) -> None:
    record = session(seed, Kind(turns=3, calls=2, hidden=0.3, images=0.2, leaves=seed % 2 == 0)).transcript
    found = data.draw(st.lists(compactions(len(record.messages)), max_size=3))
    ordered = tuple(sorted(found, key=lambda each: each.before))
    assert_parts_sum(Transcript("test", record.messages, compactions=ordered))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_replies_are_charged_what_was_reported(name: str, seed: int) -> None:
    truth = session(seed, KINDS[name])
    found = charges(truth.transcript)
    asked = [one for each in found.stretches for one in each.requests]
    assert len(asked) == len(truth.fixed)
    for one in asked:
        assert found.messages[one.history] == truth.tokens[one.history]


def followers(truth: Truth) -> list[int]:
    """Messages that alone followed a reply in the same stretch, with no change of tools: their charge is told exactly."""
    found = charges(truth.transcript)
    jumps = {jump.request for each in found.fixed for jump in each.jumps}
    return [
        there.history - 1
        for each in found.stretches
        for here, there in zip(each.requests, each.requests[1:], strict=False)
        if there.history == here.history + 2 and there.request not in jumps
    ]


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_what_follows_alone_is_charged_exactly(name: str, seed: int) -> None:
    truth = session(seed, KINDS[name])
    found = charges(truth.transcript)
    alone = followers(truth)
    assert len(alone) > 5
    assert [found.messages[at] for at in alone] == [truth.tokens[at] for at in alone]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tokens", [9_000, -9_000, 40_000])
def test_tools_that_come_are_a_jump_of_the_fixed_input(seed: int, tokens: int) -> None:
    truth = session(seed, Kind(more_tools=(7, tokens)))
    (fixed,) = charges(truth.transcript).fixed
    (jump,) = fixed.jumps
    assert jump.request == 7
    assert abs(jump.tokens - tokens) < 900  # the messages of that one step are calibrated, at the most 1,500 words
    assert fixed.spread == abs(jump.tokens)


@pytest.mark.parametrize("name", ["plain", "pictures", "hidden thinking"])
@pytest.mark.parametrize("seed", range(4))
def test_the_fixed_input_is_constant(name: str, seed: int) -> None:
    truth = session(seed, KINDS[name])
    (fixed,) = charges(truth.transcript).fixed
    assert fixed.spread == 0
    assert not fixed.jumps
    assert abs(fixed.tokens - truth.fixed[0]) < 60  # the first message, of 120 words at the most, is calibrated


@pytest.mark.parametrize("seed", range(6))
def test_thinking_that_leaves_with_its_turn_is_no_jump(seed: int) -> None:
    truth = session(seed, Kind(turns=10, hidden=0.6, leaves=True))
    assert_parts_sum(truth.transcript)
    (fixed,) = charges(truth.transcript).fixed
    assert fixed.left_out
    prompts = [usage.context for m in truth.messages if (usage := m.usage) is not None]
    assert any(there < here for here, there in pairwise(prompts))
    assert fixed.spread < 250  # what is said in a step that fell is calibrated, 120 words at a time
    assert all(tokens > 0 for _, tokens in fixed.steps)


@pytest.mark.parametrize("outputs", ["sound", "snapshot"])
@pytest.mark.parametrize("seed", range(6))
def test_two_stretches_agree_on_what_they_share(seed: int, outputs: str) -> None:
    """The kept messages have the charges of the stretch before: what the next leaves for the fixed input is the same."""
    kind = replace(Kind(turns=9, compact_at=5), outputs=outputs)
    truth = session(seed, kind)
    found = charges(truth.transcript)
    before, after = found.fixed
    (compaction,) = truth.compactions
    kept = [found.sizes[at] for at in compaction.preserved]
    true = sum(truth.tokens[at] for at in compaction.preserved)
    assert abs(sum(kept) - true) <= 0.05 * true
    assert abs(after.tokens - truth.fixed[0]) < 160  # the summary, of 300 words at the most, is calibrated
    assert abs(before.tokens - after.tokens) < 160
    assert (before.spread, after.spread) == (0, 0)


@pytest.mark.parametrize("seed", range(4))
def test_snapshots_are_not_believed(seed: int) -> None:
    truth = session(seed, Kind(outputs="snapshot"))
    found = charges(truth.transcript)
    pairs = [(found.sizes[at] + found.sizes[at + 1], truth.tokens[at] + truth.tokens[at + 1]) for at in followed(truth)]
    assert len(pairs) > 5
    assert [ours for ours, _ in pairs] == [theirs for _, theirs in pairs]
    replies = [found.messages[one.history] or 0 for each in found.stretches for one in each.requests[:-1]]
    assert min(replies) > 8


@pytest.mark.parametrize("seed", range(4))
def test_hidden_thinking_of_a_snapshot_is_the_replys(seed: int) -> None:
    """Where outputs are not sound, what a reply with hidden thinking brought beside words is its thinking."""
    truth = session(seed, Kind(turns=10, outputs="snapshot", hidden=0.4))
    assert_parts_sum(truth.transcript)
    found = charges(truth.transcript)
    structure = truth.transcript.structure
    hiding = [at for at in followed(truth) if truth.messages[at].blocks[0].kind == "thinking"]
    assert hiding
    for at in hiding:
        both = found.sizes[at] + found.sizes[at + 1]
        assert both == truth.tokens[at] + truth.tokens[at + 1]
        words = truth.tokens[at + 1] + 1_000  # beside it at the most 260 words of speech and a call
        assert abs(found.sizes[at + 1] - truth.tokens[at + 1]) < 0.25 * words
        assert found.blocks[structure.first[at]] > 0


def followed(truth: Truth) -> list[int]:
    return [at - 1 for at in followers(truth)]
