"""Compactions that follow each other, and what was read again in between: the facts of `thrash`, before a word is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.phrases import percent
from inspector.analysis.recall.rereads import Reread
from inspector.policy.model import Drop, Summarise

SOON, SHARE = 10, 25
"""Requests between two compactions of a loop, and the per cent of what comes in between that must have been read again."""
RIGHT_AFTER, TIMES = 5, 3
"""Requests after which a window is refilled right after a compaction, and how often that must happen in a row."""
AGAIN = 2
"""So many times the same thing must be read again because it was taken."""


class Loop(NamedTuple):
    """A compaction, the re-reads after it, and the compaction that followed; what came in between, in the policy's meter."""

    first: int
    rereads: tuple[Reread, ...]
    next: int
    grown: int

    @property
    def again(self) -> int:
        return sum(each.size for each in self.rereads)


def compactions_of(case: Case) -> list[int]:
    """The requests before which much left at once. Views that are made afresh every time have none."""
    policy = case.replay.policy
    if case.replay.is_recorded:
        return [row.request for row in case.rows if row.compacted]
    if policy.state == "per_request":
        return []
    cuts = {layer.id for layer in policy.layers if isinstance(layer.operation, Drop | Summarise)}
    return [
        row.request for row in case.rows if row.compacted and (row.error is None) and not cuts.isdisjoint(row.fired)
    ]


def loops_of(case: Case, compactions: Sequence[int], caused: Sequence[Reread]) -> Iterator[Loop]:
    """Compactions that follow each other soon, with much of what came in between read again."""
    for first, following in pairwise(compactions):
        if following - first > SOON:
            continue
        between = tuple(each for each in caused if first <= each.request < following)
        grown = case.rows[following - 1].transcript - case.rows[first - 1].transcript
        loop = Loop(first, between, following, grown)
        if between and percent(loop.again, grown) >= SHARE:
            yield loop


def repeated_of(case: Case, caused: Sequence[Reread]) -> list[list[Reread]]:
    """Things that were taken and read again more than once, the most costly first."""
    counts = Counter(each.what for each in caused)
    groups = [[each for each in caused if each.what == what] for what, n in counts.items() if n >= AGAIN]
    chained = [group for group in groups if _is_chain(case, group)]
    return sorted(chained, key=lambda group: -sum(each.size for each in group))


def _is_chain(case: Case, group: list[Reread]) -> bool:
    """Whether each time what the time before had brought was taken again: two halves of one file are no loop."""
    return any(later.earlier >= before.message for before, later in pairwise(group))


def refills_of(compactions: Sequence[int]) -> list[int]:
    """The longest run of compactions each of which follows right after the one before; none that is long enough."""
    best: list[int] = []
    run: list[int] = []
    for each in compactions:
        run = [*run, each] if run and each - run[-1] <= RIGHT_AFTER else [each]
        best = max(best, run, key=len)
    return best if len(best) > TIMES else []
