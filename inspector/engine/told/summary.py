"""A summary that takes the place of everything before the kept tail: told while its text is not known."""

from __future__ import annotations

from bisect import bisect_left

from inspector.engine.layers.summarise import assumed, recent_files, wrapped
from inspector.engine.plan import Span
from inspector.engine.steps import CompactionState
from inspector.engine.told.cutting import cut
from inspector.engine.told.operations import items, start
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import CannotTell, Promise, Tail
from inspector.engine.view import Fate
from inspector.policy.model import Summarise


class Summed:
    """A summary of estimated size. With a summariser (`written`) its text decides, and a plan is made."""

    def __init__(self, sums: Sums, rule: Summarise, layer: str, written: bool) -> None:
        self.sums, self.rule, self.layer, self.written = sums, rule, layer, written
        self.counter = sums.ledger.counter
        self._wrappers: dict[tuple[str, ...], int] = {}
        self._reply = self.counter.made("assistant", rule.acknowledgement) if rule.acknowledgement else 0

    def apply(self, tail: Tail, end: int, edge: int) -> bool:
        """Cut the tail and put the summary in the head; nothing is done where the view would not be smaller."""
        at = self._start(tail, end)
        if at is None:
            return False
        if self.written:
            raise CannotTell
        whole = self.sums.size(tail, end)
        shorter = tail.copy()
        self._summarise(shorter, at, end, whole)
        if self.sums.size(shorter, end) >= whole:
            return False
        tail.become(shorter)
        return True

    def _start(self, tail: Tail, end: int) -> int | None:
        """Where the kept tail begins; None where nothing can go."""
        at = start(self.sums, tail, end, self.rule.keep)
        spans = any(isinstance(part, Span) for part in tail.head) and items(
            self.sums, tuple(part for part in tail.head if isinstance(part, Span))
        )
        if at is None:
            if spans or (tail.head and self.rule.keep.unit == "messages"):
                raise CannotTell
            return None
        at = self._widened(tail, at, end)
        return at if spans or self.sums.takes(tail, at) else None

    def _widened(self, tail: Tail, at: int, end: int) -> int:
        """Move back until no call before the kept tail is answered in it."""
        structure, sums = self.sums.structure, self.sums
        stop = end
        while sums.reach[at] >= at:
            results = structure.results[bisect_left(structure.results, at) : bisect_left(structure.results, stop)]
            calls = [structure.partner[r] for r in results if structure.partner[r] >= 0 and not sums.out(tail, r)]
            lowest = min((c for c in calls if c < at and not (c >= tail.lo and sums.out(tail, c))), default=at)
            if lowest >= at:
                return at
            if lowest < tail.lo:
                raise CannotTell
            stop, at = at, structure.first[structure.owner[lowest]]
        return at

    def _summarise(self, tail: Tail, at: int, end: int, whole: int) -> None:
        sums, rule = self.sums, self.rule
        recent = rule.recent_files
        files = recent_files(sums.structure, end, recent, tail.state.recent_files) if recent else ()
        system = [p for p in tail.head if isinstance(p, Span) and sums.structure.owner[p.lo] in sums.system]
        spans = tuple(p for p in tail.head if isinstance(p, Span) and p not in system)
        earlier = tuple(p for p in tail.head if not isinstance(p, Span) and p.kind == "summary")
        size = assumed(rule, self.counter, self._wrapper(files), whole)
        tail.base = sums.ledger.base + sums.ledger.supplied + sum(sums.plain[p.hi] - sums.plain[p.lo] for p in system)
        tail.base += size + self._reply
        tail.head = tuple(system)
        cut(sums, tail, at, end, Fate.SUMMARISED, self.layer, spans)
        made = [Promise("summary", size, at, self.layer, "", rule.role, tail.taken[-1], earlier)]
        if rule.acknowledgement:
            made.append(Promise("acknowledgement", self._reply, at, self.layer, rule.acknowledgement, "assistant"))
        tail.head = (*tail.head, *made)
        tail.state = CompactionState(tail.state.count + 1, "", files)

    def _wrapper(self, files: tuple[str, ...]) -> int:
        """Size of the message around a summary."""
        found = self._wrappers.get(files)
        if found is None:
            found = self._wrappers[files] = self.counter.made(self.rule.role, wrapped(self.rule, "", "", files))
        return found
