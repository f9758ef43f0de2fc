"""Where to look for the next event: the first request at which a gate may open, found by search in running sums."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from inspector.engine.by_usage import ByUsage
from inspector.engine.effects import remember
from inspector.engine.plan import Plan, Span
from inspector.engine.protocol import standing
from inspector.engine.quiet import Quiet
from inspector.engine.told.near import near
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import Tail
from inspector.policy.model import Policy, Summarise


class Requests:
    """The requests of a transcript under one policy. May be careful: a request that is named may turn out to change nothing."""

    def __init__(self, sums: Sums, policy: Policy, quiet: Quiet) -> None:
        self.sums, self.policy, self.quiet = sums, policy, quiet
        self.structure, transcript = sums.structure, sums.ledger.transcript
        structure = self.structure
        self.strict = policy.protocol == "strict" and bool(quiet.breaches)
        self.ends = sums.ends
        self.sizes = remember(transcript, ("ends", *sums.ledger.key), lambda: [sums.plain[end] for end in self.ends])
        self.manual = sorted(bisect_left(structure.histories, reply) + 2 for reply in quiet.manual)
        self.lowest = -1 if quiet.never else quiet.lowest
        self.edges: Sequence[int] = ()
        """How far housekeeping has worked at each request, in a history of which nothing is gone."""
        if quiet.housekeeping.layer >= 0:
            keeper = quiet.housekeeping
            self.edges = remember(transcript, ("edges", keeper.region), keeper.edges)
            settings = ("housekept", keeper.region, sums.ledger.settings(sums.applied))
            self.kept = remember(transcript, settings, self._housekept)
        self.opening = self.lowest if self.edges else self._opening()
        """The smallest size at which a gate opens; a refusal alone changes nothing for the requests after it."""
        self._tail: Tail | None = None
        self._least = 0
        """The sum of recorded sizes at which a gate opens for the tail that was asked about last."""
        self.turns, self.rising = self._turns(policy)

    @cached_property
    def usage(self) -> ByUsage:
        """What the provider counted, for gates that compare it."""
        return self.sums.ledger.usage_under(self.policy)

    def _opening(self) -> int | None:
        return -1 if self.quiet.never else self.quiet.opening

    def _housekept(self) -> list[int]:
        worked, plain = self.sums.worked, self.sums.plain
        pairs = zip(self.edges, self.ends, strict=True)
        return [worked[edge] + plain[end] - plain[edge] for edge, end in pairs]

    def _turns(self, policy: Policy) -> tuple[Sequence[int], bool]:
        """The last turn that may go at each request, where only a summary of whole turns does anything; whether these rise."""
        on = [layer.operation for layer in policy.layers if layer.enabled]
        summaries = [x for x in on if isinstance(x, Summarise)]
        if policy.state != "overlay" or not summaries or any(x.keep.unit != "turns" for x in summaries):
            return (), True
        self.keep = min(x.keep.last for x in summaries)
        return self.sums.complete

    def below(self, size: int) -> bool:
        """Whether no gate can be open at a size."""
        if self.quiet.usage:
            return False
        return self.lowest is None or size < self.lowest

    def asked(self, request: int) -> bool:
        """Whether the agent may have asked for a summary."""
        at = bisect_left(self.manual, request)
        return at < len(self.manual) and self.manual[at] == request

    def next(self, tail: Tail | None, plan: Plan | None, at: int, first: int, last: int, since: int = 0) -> int:
        """The next request from `first` to `last` at which anything may happen, `last + 1` where there is none.

        `tail` (or, where sums do not tell, `plan`) is what was left behind at block `at`, by the compaction at request `since`.
        """
        found = self._by_size(tail, plan, at, first, last)
        if self.quiet.usage:
            found = min(found, self._by_usage(tail, plan, at, first, found - 1, since))
        if self.manual:
            asked = bisect_left(self.manual, first)
            if asked < len(self.manual):
                found = min(found, self.manual[asked])
        while self.strict and tail is not None and found <= last and self._broken(tail, found):
            found += 1
        return found

    def _by_size(self, tail: Tail | None, plan: Plan | None, at: int, first: int, last: int) -> int:
        lowest = self.opening
        if lowest is None:
            return last + 1
        if tail is None:
            assert plan is not None
            if self.edges:
                return first
            return bisect_left(self.sizes, lowest - plan.size + self.sums.plain[at], first - 1, last) + 1
        if self.edges:
            return self._housekeeping(tail, lowest, first, last)
        if tail is not self._tail:
            self._tail, self._least = tail, lowest - self.sums.size(tail, at) + self.sums.plain[at]
        found = bisect_left(self.sizes, self._least, first - 1, last) + 1
        return self.whole_turn(tail, found, last) if self.turns else found

    def _by_usage(self, tail: Tail | None, plan: Plan | None, at: int, first: int, last: int, since: int) -> int:
        size = self.sums.size(tail, at) if tail is not None else plan.size if plan is not None else 0
        offset, usage = size - self.sums.plain[at], self.usage
        found = last + 1
        for limit in self.quiet.usage:
            found = min(found, usage.next(limit, offset, first, found - 1, since))
        return self.whole_turn(tail, found, last) if self.turns and tail is not None else found

    def _housekeeping(self, tail: Tail, lowest: int, first: int, last: int) -> int:
        sums, kept, edges = self.sums, self.kept, self.edges
        before = tail.copy()
        for request in range(first, last + 1):
            if edges[request - 1] >= tail.edge:
                least = lowest - tail.base + sums.worked[tail.lo]
                found = (r for r in range(request, last + 1) if kept[r - 1] >= least or edges[r - 1] < tail.edge)
                return next(found, last + 1)
            if sums.size(before, self.ends[request - 1]) >= lowest:
                return request
        return last + 1

    def whole_turn(self, tail: Tail, first: int, last: int) -> int:
        """The first request at which a turn of the tail is complete and old enough to go."""
        turns, least = self.turns, self.turn_behind(tail)
        if self.rising:
            return near(turns, least, first - 1, last) + 1 if first <= last else first
        return next((r for r in range(first, last + 1) if turns[r - 1] >= least), last + 1)

    def turn_behind(self, tail: Tail) -> int:
        """The turn that has to be complete for the first one of a tail to be old enough."""
        structure = self.structure
        inside = tail.lo < len(structure.owner)
        return self.keep + (
            structure.turn_of[structure.owner[tail.lo]] if inside else max(1, len(structure.turn_starts))
        )

    def _broken(self, tail: Tail, request: int) -> bool:
        end = self.ends[request - 1]
        if not self.quiet.breached(end):
            return False
        return any(self.live(tail, breach.block) for breach in standing(self.sums.ledger.transcript, end))

    def live(self, tail: Tail, block: int) -> bool:
        """Whether a view holds a block."""
        if block >= tail.lo:
            return not self.sums.out(tail, block)
        return any(isinstance(part, Span) and part.lo <= block < part.hi for part in tail.head)
