"""The structure and the sizes of a transcript that grew are those that it would have on its own."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.meter import COUNTERS, carry_sizes, counter, known_sizes, sizes
from inspector.transcript import Message, Transcript, load, load_messages
from inspector.transcript.structure import Structure, build
from inspector.transcript.structure_growth import carry_structure, grown

BLOCKS = st.one_of(
    st.just({"type": "text", "text": "hello"}),
    st.integers(0, 4).map(lambda n: {"type": "tool_use", "id": f"c{n}", "name": "x", "input": {}}),
    st.integers(0, 4).map(lambda n: {"type": "tool_result", "tool_use_id": f"c{n}", "content": "done"}),
)
MESSAGES = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system"]), "content": st.lists(BLOCKS, max_size=3)}
    ),
    max_size=14,
)


def assert_same(one: Structure, other: Structure) -> None:
    for each in fields(Structure):
        assert getattr(one, each.name) == getattr(other, each.name), each.name


def cut(whole: Transcript, end: int) -> Transcript:
    """The beginning of a transcript, of the same messages."""
    return replace(whole, messages=whole.messages[:end])


def without_last_block(message: Message) -> Message:
    return replace(message, blocks=message.blocks[:-1])


@given(MESSAGES, st.integers(0, 14), st.booleans())
def test_a_structure_goes_on_from_anywhere(messages: list[dict[str, Any]], at: int, other_end: bool) -> None:
    whole = load_messages(messages)
    kept = min(at, len(messages))
    before = cut(whole, kept)
    if other_end and kept:  # the last message was another one before
        before = replace(before, messages=(*before.messages[:-1], without_last_block(before.messages[-1])))
        kept -= 1
    assert_same(grown(before.structure, whole, kept), build(whole))


@given(MESSAGES, st.integers(0, 14), st.integers(0, 14))
def test_messages_may_go_away_as_well(messages: list[dict[str, Any]], one: int, other: int) -> None:
    whole = load_messages(messages)
    before, after = cut(whole, one), cut(whole, other)
    assert_same(grown(before.structure, after, min(one, other, len(messages))), build(after))


def test_samples_go_on(samples: dict[str, Path]) -> None:
    for path in samples.values():
        whole = load(path)
        for end in range(0, len(whole.messages), 7):
            before, after = cut(whole, end), cut(whole, end + 9)
            carry_structure(before, after)
            assert_same(after.structure, build(after))


def test_sizes_go_on_in_every_counter(samples: dict[str, Path]) -> None:
    whole = load(samples["parallel-zh"])
    for name in COUNTERS:
        before, after = cut(whole, 9), cut(whole, 15)
        sizes(before, counter(name))
        carry_sizes(before, after)
        carried = known_sizes(after, counter(name))
        fresh = sizes(cut(whole, 15), counter(name))
        assert carried is not None
        assert (list(carried.blocks), list(carried.prefix)) == (list(fresh.blocks), list(fresh.prefix))
        assert carried.base == fresh.base
