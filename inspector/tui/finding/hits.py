"""A search through a whole transcript, in slices: what was found so far is there long before all of it was looked at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from inspector.transcript.model import Transcript
from inspector.tui.finding.match import Hit, Matcher, TooSlow
from inspector.tui.finding.query import Query

LISTED = 20_000
"""Hits that are kept to be listed; the others are counted."""
FIRST, EVERY = 0.02, 0.15
"""Seconds after which the first hits are told, and between two tellings after that."""
OVERDUE = 5
"""Blocks in which a pattern may take too long before the search is given up."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search has found when it had looked at `seen` of `of` blocks. Immutable."""

    query: Query
    hits: tuple[Hit, ...]
    count: int
    messages: int
    seen: int
    of: int
    slow: tuple[int, ...] = ()
    """Blocks in which a pattern took too long: it is not known whether they are hits."""

    @property
    def done(self) -> bool:
        return self.seen >= self.of

    @property
    def unsearched(self) -> int:
        """Blocks that were not searched to the end, now that the search is over."""
        return len(self.slow) + (self.of - self.seen if self.stopped else 0)

    @property
    def stopped(self) -> bool:
        """Given up, since a pattern took too long too often."""
        return len(self.slow) >= OVERDUE


def search(
    transcript: Transcript,
    query: Query,
    unwanted: Callable[[], bool] = bool,
    clock: Callable[[], float] = time.perf_counter,
    before: Found | None = None,
    start: int = 0,
) -> Iterator[Found]:
    """What was found, more and more of it, the last time when all was looked at. Ends early when nobody wants it any more.

    `before` is what was found in the blocks before `start`, where a transcript has only grown since.
    """
    matcher = Matcher(transcript, query)
    owner, of = transcript.structure.owner, matcher.count
    hits = list(before.hits) if before is not None else []
    slow = list(before.slow) if before is not None else []
    count, messages = (before.count, before.messages) if before is not None else (0, 0)
    last, seen = owner[hits[-1].block] if hits else -1, 0
    due = clock() + FIRST
    for seen, place in enumerate(matcher.candidates(), start=1):
        if place < start:
            continue
        if unwanted():
            return
        try:
            hit = matcher.match(place)
        except TooSlow:
            hit = None
            slow.append(place)
        if hit is not None:
            count += 1
            messages += owner[place] != last
            last = owner[place]
            if len(hits) < LISTED:
                hits.append(hit)
        if len(slow) >= OVERDUE:
            break
        if clock() >= due:
            yield Found(query, tuple(hits), count, messages, seen, of, tuple(slow))
            due = clock() + EVERY
    seen = seen if len(slow) >= OVERDUE else of
    yield Found(query, tuple(hits), count, messages, seen, of, tuple(slow))


def has_grown(old: Transcript, new: Transcript) -> bool:
    """Whether a transcript begins with all blocks of an older state of it."""
    one, two = old.structure.blocks, new.structure.blocks
    return bool(one) and len(one) <= len(two) and one[0] is two[0] and one[-1] is two[len(one) - 1]


def nearest(hits: tuple[Hit, ...] | list[Hit], block: int, direction: int) -> int:
    """The place of the next hit after (or before) a block; round and round."""
    if direction > 0:
        return next((place for place, hit in enumerate(hits) if hit.block > block), 0)
    return next((place for place in range(len(hits) - 1, -1, -1) if hits[place].block < block), len(hits) - 1)
