"""Layers that work on every request, told from sums: the edge up to which they have worked moves on, no plan is made.

evo-agent's micro layer clears one or two results a request. Done one by one it would cost a plan each time; but its edge only
ever moves forward while a view grows, so the view at any request follows from the last event and one look-up.
"""

from __future__ import annotations

from bisect import bisect_left

from inspector.engine.layers import local
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan, Span
from inspector.policy.model import Policy, Region


class Housekeeping:
    """The always-on local layer at the head of a rewriting policy. `layer` is -1 where the policy has none of that form."""

    def __init__(self, ledger: Ledger, policy: Policy) -> None:
        self.ledger = ledger
        self.layer = _single(policy) if policy.state == "rewrite" else -1
        self.region = policy.layers[self.layer].region if self.layer >= 0 else Region()
        self._tail = -1
        """Where the stretch begins to which the layer was not applied yet; -1 while sums cannot tell."""

    def rest(self, base: Plan | None) -> None:
        """Start again from what an event left behind."""
        self._tail = 0 if base is None else self._untouched(base)

    def _untouched(self, base: Plan) -> int:
        last = base.parts[-1] if base.parts else None
        tail = last.lo if isinstance(last, Span) and last.hi == base.end and not last.applied else base.end
        if any(base.end > block >= tail for block in base.overrides):
            return -1
        effect = self.ledger.effects[self.layer]
        for span in base.spans:
            if span.lo < tail and self.layer not in span.applied and effect.within(span.lo, min(span.hi, tail)):
                return -1
        return tail

    @property
    def knows(self) -> bool:
        """Whether sums alone tell what the layer does."""
        return self.layer >= 0 and self._tail >= 0

    def edge(self, end: int) -> int:
        """How far the layer has worked in a history that ends before block `end`."""
        structure, tail = self.ledger.structure, self._tail
        at = bisect_left(structure.results, end) - (self.region.results or 0)
        edge = structure.results[at] if self.region.results and at >= 0 else (end if not self.region.results else tail)
        if self.region.last_batch:
            edge = min(edge, self._last_batch(end))
        return max(tail, min(edge, end))

    def _last_batch(self, end: int) -> int:
        structure = self.ledger.structure
        for at in range(bisect_left(structure.calls, end) - 1, -1, -1):
            call = structure.calls[at]
            if call < self._tail:
                return self._tail
            if 0 <= structure.partner[call] < end:
                owner = structure.owner[call]
                batch = range(structure.first[owner], structure.first[owner + 1])
                return min(structure.partner[b] for b in batch if 0 <= structure.partner[b] < end)
        return end

    def change(self, end: int) -> int:
        """What the layer adds to the size of a history (a negative number, as a rule)."""
        edge = self.edge(end)
        return self.ledger.size(self._tail, edge, (self.layer,)) - self.ledger.size(self._tail, edge, ())

    def worked(self, before: int, end: int) -> bool:
        """Whether the layer changed a block between two histories."""
        changes = self.ledger.changes(self.layer)
        at = bisect_left(changes, self.edge(before))
        return at < len(changes) and changes[at] < self.edge(end)

    def apply(self, plan: Plan) -> Plan:
        """The plan with the layer's work done."""
        return local.apply(plan, self.layer)


def _single(policy: Policy) -> int:
    """The position of the always-on layer if it is the only one, counts results, and no other layer comes before it."""
    on = [(i, layer) for i, layer in enumerate(policy.layers) if layer.enabled]
    always = [i for i, layer in on if layer.when == "always"]
    if len(always) != 1 or on[0][0] != always[0]:
        return -1
    layer = policy.layers[always[0]]
    is_local = layer.do in ("truncate", "clear", "fold")
    return always[0] if is_local and layer.region.where == "outside" and layer.region.messages is None else -1
