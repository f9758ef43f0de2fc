"""Whether two messages are the same: a transcript that grew keeps the messages it had, so that nothing is done twice."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_

from inspector.transcript.model import Message, Transcript


def same_message(one: Message, other: Message) -> bool:
    """Whether everything about two messages is equal; their blocks must be the very same."""
    return (
        len(one.blocks) == len(other.blocks)
        and all(map(is_, one.blocks, other.blocks))
        and (one.number, one.role, one.plain, one.author, one.line, one.id, one.timestamp, one.model)
        == (other.number, other.role, other.plain, other.author, other.line, other.id, other.timestamp, other.model)
        and (one.usage, one.doubt, one.interrupts) == (other.usage, other.doubt, other.interrupts)
        and one.extra == other.extra
    )


def with_old(made: Sequence[Message], old: Sequence[Message]) -> list[Message]:
    """New messages, the old one in the place of each that is the same."""
    kept = [before if same_message(before, now) else now for before, now in zip(old, made, strict=False)]
    return [*kept, *made[len(kept) :]]


def kept_messages(before: Transcript, after: Transcript) -> int:
    """How many messages at the beginning of two transcripts are the very same objects."""
    one, other = before.messages, after.messages
    low, high = 0, min(len(one), len(other))
    if high and one[high - 1] is other[high - 1] and all(map(is_, one, other)):
        return high
    while low < high and one[low] is other[low]:
        low += 1
    return low
