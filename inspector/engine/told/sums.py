"""What everything weighs under one policy, and what of a tail is there: constant-time questions, no plan."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from operator import le

from inspector.engine.effects import remember
from inspector.engine.layers.drop import turns_of
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.told.links import links
from inspector.engine.told.tail import Tail, Taken
from inspector.policy.model import Dedupe, Policy


class Sums:
    """Running sums of one transcript as recorded (`plain`) and with the policy's local layer applied (`worked`)."""

    def __init__(self, ledger: Ledger, policy: Policy) -> None:
        self.ledger, self.structure = ledger, ledger.structure
        on = [(i, layer) for i, layer in enumerate(policy.layers) if layer.enabled]
        self.local = next((i for i, _ in on if i in ledger.effects), -1)
        self.applied: Applied = (self.local,) if self.local >= 0 else ()
        self.plain = ledger.prefix
        self.worked = ledger.summed(self.applied) if self.applied else self.plain
        self.changes: Sequence[int] = ledger.changes(self.local) if self.applied else ()
        rule = next(((layer.operation, layer.id) for _, layer in on if isinstance(layer.operation, Dedupe)), None)
        self.links = links(ledger, rule[0], rule[1], self.applied) if rule else None
        transcript, first = ledger.transcript, self.structure.first
        histories = self.structure.histories
        self.ends: Sequence[int] = remember(transcript, ("request ends",), lambda: [first[h] for h in histories])
        self.system = frozenset(self.structure.system)
        self.reach: Sequence[int] = remember(transcript, ("reach",), self._reach)

    @cached_property
    def turns(self) -> Sequence[tuple[int, int]]:
        """The turn in which each request's history ends, and how many turns of it are complete."""
        ledger = self.ledger
        return remember(ledger.transcript, ("turns",), lambda: [turns_of(ledger, end) for end in self.ends])

    @cached_property
    def unfinished_at(self) -> Sequence[bool]:
        """For each request, whether its last calls may still wait for their results."""
        return remember(self.ledger.transcript, ("unfinished",), lambda: [*map(self.unfinished, self.ends)])

    @cached_property
    def complete(self) -> tuple[Sequence[int], bool]:
        """How many turns are complete at each request, and whether these numbers only rise."""
        return remember(self.ledger.transcript, ("complete turns",), self._complete)

    def _complete(self) -> tuple[Sequence[int], bool]:
        found = [complete for _, complete in self.turns]
        return found, all(map(le, found, found[1:]))

    def _reach(self) -> list[int]:
        """For each position the last block that a call before it is answered by."""
        structure = self.structure
        farthest = [-1] * (len(structure.blocks) + 1)
        for call in structure.calls:
            farthest[call + 1] = structure.partner[call]
        return list(accumulate(farthest, max))

    def size(self, tail: Tail, end: int) -> int:
        """Size of a view up to block `end`."""
        edge, worked, plain = tail.edge, self.worked, self.plain
        size = tail.base + worked[edge] - worked[tail.lo] + plain[end] - plain[edge]
        if tail.seen > tail.first:
            size -= self._gone(tail)
        if tail.halves:
            size -= sum(self.weight(tail, block) for block in tail.halves)
        return size

    def weight(self, tail: Tail, block: int) -> int:
        """Size of one block in the form that the tail has it."""
        sums = self.worked if block < tail.edge else self.plain
        return sums[block + 1] - sums[block]

    def _gone(self, tail: Tail) -> int:
        """Size of the pairs that dedupe took out of a tail."""
        assert self.links is not None
        if self.links.positions[tail.seen - 1] < tail.edge:
            return tail.gone
        if tail.edge <= tail.lo or self.worked is self.plain:
            return tail.plain
        partner = self.structure.partner
        return sum(self.weight(tail, r) + self.weight(tail, partner[r]) for r in self.deduplicated(tail))

    def deduplicated(self, tail: Tail | Taken) -> list[int]:
        """The results that dedupe took out of a tail, each with its call."""
        if self.links is None:
            return []
        positions, after, seen = self.links.positions, self.links.after, tail.seen
        return [positions[k] for k in range(tail.first, seen) if after[k] < seen and positions[k] not in tail.halves]

    def out(self, tail: Tail | Taken, block: int) -> bool:
        """Whether a block of the tail was taken out."""
        if block in tail.halves:
            return True
        if self.links is None:
            return False
        at = self.links.pair.get(block, -1)
        return at >= tail.first and self.links.after[at] < tail.seen

    def holds(self, tail: Tail, lo: int, hi: int) -> bool:
        """Whether any block of `[lo, hi)` is still there."""
        return lo < hi and (tail.whole or not all(self.out(tail, block) for block in range(lo, hi)))

    def newest(self, tail: Tail, end: int, count: int) -> int | None:
        """Where the last `count` messages begin; None where the tail holds fewer."""
        first, lo = self.structure.first, tail.lo
        at = self.structure.owner[end - 1] if end else -1
        left = count
        while left and at >= 0 and first[at + 1] > lo:
            if at not in self.system and self.holds(tail, max(first[at], lo), min(first[at + 1], end)):
                left -= 1
            at -= 1
        if not count:
            return end
        return None if left or first[at + 1] < lo else first[at + 1]

    def holding(self, tail: Tail, end: int, size: int) -> int | None:
        """The last block from which a whole tail holds `size` up to block `end`; None where it holds less."""
        if self.size(tail, end) - tail.base < size:
            return None
        edge, plain, worked = min(tail.edge, end), self.plain, self.worked
        least = plain[end] - size
        if edge < end and plain[edge] <= least:
            return bisect_right(plain, least, edge, end) - 1
        least = worked[edge] + plain[end] - plain[edge] - size
        return bisect_right(worked, least, tail.lo, max(edge, tail.lo + 1)) - 1

    def unfinished(self, end: int) -> bool:
        """Whether the last calls of a history may still wait for their results."""
        structure = self.structure
        at = bisect_left(structure.calls, end) - 1
        if at < 0:
            return False
        message = structure.owner[structure.calls[at]]
        while at >= 0 and structure.owner[structure.calls[at]] == message:
            if not 0 <= structure.partner[structure.calls[at]] < end:
                return True
            at -= 1
        return False

    def takes(self, tail: Tail, hi: int) -> bool:
        """Whether a stretch up to block `hi` holds anything that a lossy layer may take."""
        owner = self.structure.owner
        if self.system or not tail.whole:
            return any(owner[b] not in self.system and not self.out(tail, b) for b in range(tail.lo, hi))
        return tail.lo < hi
