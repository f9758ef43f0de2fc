"""Requests under `overlay` at which only previews happen, told from sums: they leave nothing behind, so no plan is made.

Under a checkpoint policy (agent-engineering) the log behind the last summary comes back as recorded at every request. Once it is
over the gate, its oversized results are previewed again each time; only a summary lasts. Where no whole turn can go, there is
none to be made either.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from inspector.engine.layers.drop import turn_start
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Plan, Span
from inspector.policy.model import Limit, Policy, Summarise


class Told(NamedTuple):
    """Size of a view and the ids of the layers that fired."""

    size: int
    fired: tuple[str, ...]


class Overlaid:
    """Policies of the form: local layers on everything, then a summary of whole turns, all behind the `start` gate."""

    def __init__(self, ledger: Ledger, policy: Policy, beside: int) -> None:
        self.ledger, self.policy, self.beside = ledger, policy, beside
        on = [i for i, layer in enumerate(policy.layers) if layer.enabled]
        self.local = [i for i in on if i in ledger.effects]
        self.form = (
            policy.state == "overlay" and policy.stop == "after_each" and policy.refuse is None and self._fits(on)
        )
        self._tail = 0
        """Where the log begins that comes back as recorded; -1 while sums cannot tell."""

    def _fits(self, on: list[int]) -> bool:
        layers = [self.policy.layers[i] for i in on]
        if not layers or on[:-1] != self.local or any(layer.when is not None for layer in layers):
            return False
        if self.policy.start is not None and self.policy.start.of == "usage":
            return False
        last = layers[-1].operation
        whole_turns = isinstance(last, Summarise) and last.manual is None and last.keep.unit == "turns"
        return (
            whole_turns
            and isinstance(last, Summarise)
            and last.keep.split_turn is None
            and not last.keep.first
            and (all(layer.region.where == "all" for layer in layers))
        )

    def rest(self, base: Plan | None) -> None:
        """Start again from what an event left behind."""
        self._tail = 0 if base is None else self._log(base)

    def _log(self, base: Plan) -> int:
        last = base.parts[-1] if base.parts else None
        tail = last.lo if isinstance(last, Span) and last.hi == base.end else base.end
        touched = any(self.ledger.effects[i].within(s.lo, min(s.hi, tail)) for s in base.spans for i in self.local)
        return -1 if touched or base.removed or base.leads else tail

    @property
    def knows(self) -> bool:
        return self.form and self._tail >= 0

    def at(self, received: int, end: int) -> Told | None:
        """The view of a history up to block `end` whose layers receive `received`; None where a summary may be made."""
        start = self.policy.start
        assert start is not None
        applied: Applied = ()
        size = received
        fired: list[str] = []
        for index in self.local:
            if not self._reached(start, size):
                return Told(size, tuple(fired))
            if self._touches(index, applied, end):
                applied = (*applied, index)
                fired.append(self.policy.layers[index].id)
                size = received + self.ledger.size(self._tail, end, applied) - self.ledger.size(self._tail, end, ())
        if self._reached(start, size) and self._can_summarise(end):
            return None
        return Told(size, tuple(fired))

    def _reached(self, limit: Limit, size: int) -> bool:
        return limit.reached(size + self.beside if limit.of == "required" else size)

    def _touches(self, index: int, applied: Applied, end: int) -> bool:
        changes = self.ledger.changes(index, applied)
        at = bisect_left(changes, self._tail)
        return at < len(changes) and changes[at] < end

    def _can_summarise(self, end: int) -> bool:
        last = [layer for layer in self.policy.layers if layer.enabled][-1].operation
        return isinstance(last, Summarise) and turn_start(self.ledger, end, last.keep.last) > self._tail
