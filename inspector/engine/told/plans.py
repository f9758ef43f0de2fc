"""Plans made of numbers: the view that an event left, exactly as its layers would have made it one by one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from weakref import ReferenceType, ref

from inspector.engine.layers.taking import merge_cuts
from inspector.engine.plan import Cut, Part, Plan, Span
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import Promise, Standing, Tail, Taken
from inspector.engine.view import Fate, Gone, Made

if TYPE_CHECKING:
    from inspector.transcript.structure import Structure

T = TypeVar("T")


class Later(Sequence[T]):
    """A sequence that is worked out when it is first looked at."""

    def __init__(self, make: Callable[[], Sequence[T]]) -> None:
        self._make: Callable[[], Sequence[T]] | None = make
        self._found: Sequence[T] = ()

    def _all(self) -> Sequence[T]:
        if self._make is not None:
            self._found, self._make = self._make(), None
        return self._found

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        return self._all()[at]

    def __len__(self) -> int:
        return len(self._all())


class Before(Mapping[int, Gone]):
    """Single blocks that were taken out of stretches which left later, answered from the numbers of those stretches."""

    def __init__(self, sums: Sums, taken: Sequence[Taken]) -> None:
        self.sums, self.taken = sums, taken
        self.starts = [stretch.lo for stretch in taken]

    def _find(self, block: object) -> Gone | None:
        at = bisect_right(self.starts, block) - 1 if isinstance(block, int) else -1
        if at < 0 or not isinstance(block, int) or block >= self.taken[at].at:
            return None
        return why(self.sums, self.taken[at], block)

    def __contains__(self, block: object) -> bool:
        return self._find(block) is not None

    def __getitem__(self, block: int) -> Gone:
        found = self._find(block)
        if found is None:
            raise KeyError(block)
        return found

    def __iter__(self) -> Iterator[int]:
        return (b for stretch in self.taken for b in range(stretch.lo, stretch.at) if self.sums.out(stretch, b))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def why(sums: Sums, tail: Tail | Taken, block: int) -> Gone | None:
    """Why a single block of a stretch was taken out; None when it was not."""
    if block in tail.halves:
        return tail.halves[block]
    if sums.links is not None and sums.out(tail, block):
        return Gone(block, Fate.DEDUPLICATED, sums.links.layer)
    return None


class Builder:
    """Makes the plans of one course. A made-up message is made once, so that the views which share it share the object."""

    def __init__(self, sums: Sums) -> None:
        self.sums, self.structure = sums, sums.structure
        self._made: dict[int, Made] = {}

    def plan(self, anchor: Plan, taken: Sequence[Taken], tail: Tail, end: int) -> Plan:
        """The view of a tail, given the last plan before it and all stretches that left since."""
        new, margins = cuts(self.sums, taken)
        supplied = [part for part in anchor.parts if isinstance(part, Made) and part.kind == "system"]
        kept = {b: gone for b, gone in anchor.removed.items() if b < (taken[0].lo if taken else tail.lo)}
        here = self._out(tail)
        parts: list[Part] = [*supplied, *map(self.made, tail.head), *_spans(self.sums, tail, sorted(here), end)]
        return Plan(
            anchor.ledger,
            end,
            tuple(parts),
            merge_cuts(anchor.cuts, new) if new else anchor.cuts,
            kept | margins | here,
            (*anchor.archive, Before(self.sums, taken)) if taken else anchor.archive,
        )

    def read(self, tail: Tail, end: int) -> Plan:
        """The view of a tail as a summariser reads it: what is there, and nothing of what left."""
        out = self._out(tail)
        parts = (*map(self.made, tail.head), *_spans(self.sums, tail, sorted(out), end))
        return Plan(self.sums.ledger, end, parts, removed=out)

    def _out(self, tail: Tail) -> dict[int, Gone]:
        """The single blocks that are missing from a tail."""
        out = dict(tail.halves)
        partner, links = self.structure.partner, self.sums.links
        for result in self.sums.deduplicated(tail):
            assert links is not None
            for block in (partner[result], result):
                out[block] = Gone(block, Fate.DEDUPLICATED, links.layer)
        return out

    def made(self, part: Standing) -> Part:
        """The part itself, and for a promise the message that it stands for."""
        if not isinstance(part, Promise):
            return part
        found = self._made.get(id(part))
        if found is None:
            found = self._made[id(part)] = self._make(part)
        return found

    def _make(self, promise: Promise) -> Made:
        covers: Sequence[tuple[int, int]] = ()
        earlier: Sequence[Made] = ()
        sums, stretch, before = self.sums, promise.of, promise.earlier
        if stretch is not None:
            covers = Later(lambda: list(covered(sums, stretch)))
            earlier = Later(partial(_earlier, ref(self), sums, before))
        return Made(
            promise.kind,
            promise.role,
            promise.text,
            promise.size,
            promise.layer,
            promise.at,
            covers,
            earlier,
            promise.kind == "summary" and not promise.text,
        )


def _earlier(builder: ReferenceType[Builder], sums: Sums, before: Sequence[Standing]) -> list[Made]:
    """The summaries that one carries on. A message does not keep its builder alive, which keeps the message."""
    found = map((builder() or Builder(sums)).made, before)
    return [made for made in found if isinstance(made, Made)]


def _spans(sums: Sums, tail: Tail, out: list[int], end: int) -> Iterator[Span]:
    """The stretches of a tail between the blocks that are missing, and before and behind the local layer's edge."""
    at = tail.lo
    for stop in (*out, end):
        if at < min(stop, tail.edge):
            yield Span(at, min(stop, tail.edge), sums.applied)
        if max(at, tail.edge) < stop:
            yield Span(max(at, tail.edge), stop)
        at = stop + 1


def covered(sums: Sums, taken: Taken) -> Iterator[tuple[int, int]]:
    """The block ranges of a stretch that were still there, system messages left out."""
    yield from ((span.lo, span.hi) for span in taken.head)
    lo = -1
    for block in range(taken.lo, taken.at):
        gone = sums.out(taken, block) or sums.structure.owner[block] in sums.system
        if gone and lo >= 0:
            yield lo, block
        lo = -1 if gone else block if lo < 0 else lo
    if lo >= 0:
        yield lo, taken.at


def cuts(sums: Sums, taken: Sequence[Taken]) -> tuple[list[Cut], dict[int, Gone]]:
    """The stretches as cuts, and single blocks at their rims that had been taken out before."""
    found: list[Cut] = []
    margins: dict[int, Gone] = {}
    at = 0
    while at < len(taken):
        stretch, fate, layer = taken[at], taken[at].fate, taken[at].layer
        if not sums.system and _is_plain(stretch):
            at, last = _run(taken, at)
            start = found.pop().lo if found and found[-1][1:] == (stretch.lo, fate, layer) else stretch.lo
            found.append(Cut(start, last, fate, layer))
            continue
        at += 1
        found += (Cut(span.lo, span.hi, fate, layer) for span in stretch.head)
        for lo, hi in _between_system(sums.structure, stretch) if sums.system else ((stretch.lo, stretch.at),):
            first, stop = lo, hi
            while first < stop and (gone := why(sums, stretch, first)):
                margins[first] = gone
                first += 1
            while first < stop and (gone := why(sums, stretch, stop - 1)):
                stop -= 1
                margins[stop] = gone
            if first < stop:
                found.append(Cut(first, stop, fate, layer))
    return found, margins


def _is_plain(stretch: Taken) -> bool:
    """Whether it left whole, with nothing from the head."""
    return not stretch.head and not stretch.halves and stretch.seen <= stretch.first


def _run(taken: Sequence[Taken], at: int) -> tuple[int, int]:
    """How far plain stretches follow each other: the first that does not, and the block at which the last one ends."""
    _, end, _, _, _, _, fate, layer = taken[at]
    for index in range(at + 1, len(taken)):
        lo, stop, first, seen, halves, head, its, name = taken[index]
        if lo != end or head or halves or seen > first or its is not fate or name != layer:
            return index, end
        end = stop
    return len(taken), end


def _between_system(structure: Structure, stretch: Taken) -> Iterator[tuple[int, int]]:
    """A stretch without its system messages, which stay."""
    at = stretch.lo
    for message in structure.system[bisect_left(structure.system, structure.owner[at]) if at < stretch.at else 0 :]:
        first, stop = structure.first[message], structure.first[message + 1]
        if first >= stretch.at:
            break
        if at < first:
            yield at, first
        at = max(at, stop)
    if at < stretch.at:
        yield at, stretch.at
