"""What the record leaves open about the prompt of one request, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from inspector.engine.recorded import last_full
from inspector.phrases import counted

if TYPE_CHECKING:
    from inspector.engine.replay import Replay

MOST = 3
"""Reasons that are named."""


def doubts(replay: Replay, request: int) -> Iterator[str]:
    """A clause each: what is missing before it, the request itself, and the messages of its recorded view. O(messages)."""
    transcript = replay.transcript
    last = last_full(transcript, request)
    if transcript.incomplete and last is None:
        yield f"the beginning of the prompt is missing: {transcript.incomplete}"
    if request in transcript.doubts:
        yield f"uncertain: {transcript.doubts[request]}"
    found = _doubted(replay, request)
    if found:
        yield f"{counted(len(found), 'message')} uncertain: {clauses(found)}"
    if last and last.doubt and last.doubt not in found:
        yield f"uncertain: {last.doubt}"


def _doubted(replay: Replay, request: int) -> list[str]:
    """Why each message of the recorded view is uncertain, of those that are."""
    plan = replay.recorded_plan(request)
    messages, first = replay.transcript.messages, replay.transcript.structure.first
    unsure = {at: message.doubt for at, message in enumerate(messages) if message.doubt}
    return [
        why
        for at, why in sorted({**plan.doubted, **unsure}.items())
        if any(plan.span_of(block) is not None for block in range(first[at], min(first[at + 1], plan.end)))
    ]


def clauses(reasons: Iterable[str]) -> str:
    """Each reason once, the most frequent first, with how often where there are several; "" for none. Empty ones are none."""
    count = Counter(reason for reason in reasons if reason)
    named = [why if len(count) == 1 else f"{why} ({times:,})" for why, times in count.most_common(MOST)]
    return "; ".join([*named, f"and {len(count) - MOST} other reasons"] if len(count) > MOST else named)
