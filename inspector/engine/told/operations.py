"""What each kind of layer does to a tail, in numbers. Every operation says whether it changed anything, as its layer would."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from inspector.engine.layers.drop import kept_from
from inspector.engine.layers.recent import cut_point
from inspector.engine.plan import Span
from inspector.engine.told.cutting import cut
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import NOTHING, CannotTell, Promise, Standing, Tail
from inspector.engine.view import Fate, Gone, Made
from inspector.policy.model import Drop, Keep


class Work(Protocol):
    """One layer of a policy, told from sums."""

    def apply(self, tail: Tail, end: int, request: int) -> bool:
        """Do it to the view of a request, whose history ends at block `end`."""
        ...


class Local:
    """A layer that changes single blocks: its edge moves on."""

    def __init__(self, sums: Sums, edges: Sequence[int]) -> None:
        self.sums, self.edges = sums, edges

    def apply(self, tail: Tail, end: int, request: int) -> bool:
        """Work up to the end, or to the edge of a layer that keeps the newest results."""
        stop = self.edges[request - 1] if self.edges else end
        if stop <= tail.edge:
            return False
        changes = self.sums.changes
        at = bisect_left(changes, tail.edge)
        touched = at < len(changes) and changes[at] < stop
        if touched and not tail.whole:
            found = changes[at : bisect_left(changes, stop, at)]
            touched = not all(self.sums.out(tail, block) for block in found)
        tail.edge = stop
        return touched


class Run(NamedTuple):
    """The pairs that dedupe takes out of a tail by the results from index `start` up to `seen`: how many, and their sizes."""

    start: int
    first: int
    halves: Mapping[int, Gone]
    seen: int
    pairs: int = 0
    worked: int = 0
    plain: int = 0


class Deduplicated:
    """Of the results with one key only the newest stays: every result takes out the one before it."""

    def __init__(self, sums: Sums) -> None:
        assert sums.links is not None
        self.sums, self.links = sums, sums.links
        self._last = Run(0, 0, NOTHING, 0)

    def apply(self, tail: Tail, end: int, request: int) -> bool:
        """Look at the results that came since it was done last."""
        seen = bisect_left(self.links.positions, end)
        found = self._run(tail, seen)
        tail.seen = max(seen, tail.seen)
        tail.gone += found.worked
        tail.plain += found.plain
        return found.pairs > 0

    def _run(self, tail: Tail, seen: int) -> Run:
        """Goes on from the last one where that began alike: requests that are refused begin at the same tail, one by one."""
        start, last = max(tail.seen, tail.first), self._last
        if last.start != start or last.first != tail.first or last.halves is not tail.halves or last.seen > seen:
            last = Run(start, tail.first, tail.halves, start)
        if last.seen < seen:
            last = self._longer(last, seen)
        self._last = last
        return last

    def _longer(self, run: Run, seen: int) -> Run:
        links, halves = self.links, run.halves
        pairs, worked, plain = run.pairs, run.worked, run.plain
        for before in links.before[run.seen : seen]:
            if before >= run.first and (not halves or links.positions[before] not in halves):
                pairs += 1
                worked += links.worked[before]
                plain += links.plain[before]
        return Run(run.start, run.first, halves, seen, pairs, worked, plain)


class Dropped:
    """The middle leaves: what is neither among the first nor among the last."""

    def __init__(self, sums: Sums, rule: Drop, layer: str) -> None:
        self.sums, self.keep, self.layer = sums, rule.keep, layer

    def apply(self, tail: Tail, end: int, request: int) -> bool:
        """Cut the tail, and from the head what is not among the first."""
        at = start(self.sums, tail, end, request, self.keep)
        count = items(self.sums, tail.head)
        if at is None:
            if count > self.keep.first:
                raise CannotTell
            return False
        if count < self.keep.first or (self.keep.unit == "turns" and (count or self.keep.first)):
            raise CannotTell
        kept, size = _first(self.sums, tail.head, self.keep.first)
        if len(kept) == len(tail.head) and not self.sums.takes(tail, at):
            return False
        tail.head = kept
        tail.base -= size
        cut(self.sums, tail, at, end, Fate.DROPPED, self.layer)
        tail.state = replace(tail.state, request=request)
        return True


def start(sums: Sums, tail: Tail, end: int, request: int, keep: Keep) -> int | None:
    """Where the last messages or turns begin; None where the tail does not hold so many."""
    if sums.unfinished(end):
        raise CannotTell
    if keep.unit == "messages":
        return sums.newest(tail, end, keep.last)
    if keep.unit == "tokens":
        return recent(sums, tail, end, keep.last)
    at = kept_from(sums.structure, sums.turns[request - 1], end, keep.last)
    return at if at > tail.lo else None


def recent(sums: Sums, tail: Tail, end: int, size: int) -> int | None:
    """Where the newest messages begin that hold `size` tokens (`layers/recent.py`); None where the tail holds less."""
    structure, lo = sums.structure, tail.lo
    owner, first = structure.owner, structure.first
    if end <= lo or not tail.whole:
        if end <= lo:
            return None
        raise CannotTell
    back = sums.holding(tail, end, size)
    system = structure.system
    newest, oldest = owner[end - 1], owner[lo if back is None else back]
    at = bisect_left(system, oldest)
    if (at < len(system) and system[at] <= newest) or first[oldest] < lo:
        raise CannotTell
    if back is None:
        return None
    found = cut_point(structure, _there(sums, oldest, newest + 1, 1), _there(sums, oldest - 1, owner[lo] - 1, -1))
    return first[found] if found is not None and first[found] else None


def _there(sums: Sums, start: int, stop: int, step: int) -> Iterator[int]:
    """Messages that have blocks and are no system messages."""
    first, system = sums.structure.first, sums.system
    return (m for m in range(start, stop, step) if first[m] < first[m + 1] and m not in system)


def items(sums: Sums, head: tuple[Standing, ...]) -> int:
    """How many messages a head holds, system messages passed over."""
    made = sum(1 for part in head if not isinstance(part, Span))
    owner = sums.structure.owner
    return made + len({owner[part.lo] for part in head if isinstance(part, Span)} - sums.system)


def _first(sums: Sums, head: tuple[Standing, ...], count: int) -> tuple[tuple[Standing, ...], int]:
    """The first messages of a head, with its system messages, and the size of the others, all of them made up."""
    kept: list[Standing] = []
    size = 0
    for part in head:
        if items(sums, (*kept, part)) <= count:
            kept.append(part)
        elif isinstance(part, Made | Promise):
            size += part.size
        else:
            raise CannotTell
    return tuple(kept), size
