"""Requests in a row that are refused though something was deduplicated: nothing of them lasts, so they are passed over.

A hard limit below the size at which the lossy layers begin makes a policy refuse most of a long session. Each of these requests
starts from the same tail; what its layers leave is one subtraction more than at the request before.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from inspector.engine.told.form import Step
from inspector.engine.told.links import Links
from inspector.engine.told.operations import Deduplicated, Local
from inspector.engine.told.requests import Requests
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import Tail
from inspector.policy.model import Policy


class Stuck:
    """Policies that truncate, then deduplicate, then do anything else, each layer by what the one before left."""

    def __init__(
        self, sums: Sums, policy: Policy, layers: Sequence[Step], requests: Requests, refused: int | None
    ) -> None:
        self.sums, self.ends = sums, requests.ends
        light = [*takewhile(lambda step: isinstance(step.work, Local | Deduplicated), layers)]
        gates = [step.least for step in layers if step.least is not None]
        self.opens = max(gates[: len(light)], default=0)
        """The size at which all light layers work, were each to receive it."""
        self.dedupes = (light[-1].least or 0) if light else 0
        """The size at which the last of them works."""
        self.stop = min(gates[len(light) :], default=None)
        """The size at which a lossy layer works."""
        self.refused = refused
        self._tail: Tail | None = None
        self._at = self._gone = 0
        """How far the results were looked at from that tail, and the size of the pairs that went by then."""
        kinds = [type(step.work) for step in light]
        shape = kinds == [Local, Deduplicated] or (kinds == [Deduplicated] and sums.worked is sums.plain)
        special = requests.edges or requests.manual or requests.strict or any(step.first for step in layers)
        self.fits = shape and not special and len(gates) == len(layers) and policy.state == "rewrite"

    def end(self, tail: Tail | None, first: int, last: int) -> int:
        """The first request from `first` to `last` that has to be looked at; `last + 1` where none has."""
        refused, links, sums = self.refused, self.sums.links, self.sums
        if not self.fits or refused is None or links is None or tail is None:
            return first
        if tail.seen <= tail.first and tail.gone:
            return first
        if tail is not self._tail:
            self._tail, self._at, self._gone = tail, max(tail.seen, tail.first), 0
        worked, plain, ends, stop = sums.worked, sums.plain, self.ends, self.stop
        offset = sums.size(tail, ends[first - 1]) - plain[ends[first - 1]]
        base = tail.base - worked[tail.lo] - tail.gone - sum(worked[b + 1] - worked[b] for b in tail.halves)
        for request in range(first, last + 1):
            end = ends[request - 1]
            size = base + worked[end]
            if size >= self.dedupes:
                size -= self._until(tail, links, end)
            if offset + plain[end] < self.opens or size < refused or (stop is not None and size >= stop):
                return request
        return last + 1

    def _until(self, tail: Tail, links: Links, end: int) -> int:
        """Size of the pairs that the results before block `end` take out."""
        at, positions, count = self._at, links.positions, len(links.positions)
        while at < count and positions[at] < end:
            before = links.before[at]
            if before >= tail.first and positions[before] not in tail.halves:
                self._gone += links.worked[before]
            at += 1
        self._at = at
        return self._gone
