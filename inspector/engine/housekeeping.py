"""Layers that work on every request, told from sums: the edge up to which they have worked moves on, no plan is made.

evo-agent's micro layer clears one or two results a request. Done one by one it would cost a plan each time; but its edge only
ever moves forward while a view grows, so the view at any request follows from the last event and one look-up.
"""

from __future__ import annotations

from bisect import bisect_left

from inspector.engine.effects import remember
from inspector.engine.layers import local
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan, Span
from inspector.policy.model import Policy, Region
from inspector.transcript.structure import Structure


class Housekeeping:
    """The always-on local layer at the head of a rewriting policy. `layer` is -1 where the policy has none of that form."""

    def __init__(self, ledger: Ledger, policy: Policy) -> None:
        self.ledger = ledger
        self.layer = _single(policy) if policy.state == "rewrite" else -1
        self.region = policy.layers[self.layer].region if self.layer >= 0 else Region()
        self._batches = remember(ledger.transcript, ("batches",), lambda: last_batches(ledger.structure))
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

    @property
    def tail(self) -> int:
        """Where the stretch begins to which the layer was not applied yet."""
        return self._tail

    def edge(self, request: int) -> int:
        """How far the layer has worked in the history of a request."""
        return max(self._tail, self._reach(request))

    def _reach(self, request: int) -> int:
        structure, results = self.ledger.structure, self.region.results
        edge = end = structure.end(request)
        if results:
            at = bisect_left(structure.results, end) - results
            edge = structure.results[at] if at >= 0 else 0
        if self.region.last_batch:
            edge = min(edge, self._batches[request - 1])
        return min(edge, end)

    def edges(self) -> list[int]:
        """How far the layer has worked at each request in a history of which nothing is gone."""
        return [self._reach(request) for request in range(1, self.ledger.structure.requests + 1)]

    def change(self, edge: int) -> int:
        """What the layer adds to the size of a history up to its edge (a negative number, as a rule)."""
        return self.ledger.size(self._tail, edge, (self.layer,)) - self.ledger.size(self._tail, edge, ())

    def worked(self, before: int, edge: int) -> bool:
        """Whether the layer changed a block between two edges."""
        changes = self.ledger.changes(self.layer)
        at = bisect_left(changes, before)
        return at < len(changes) and changes[at] < edge

    def apply(self, plan: Plan) -> Plan:
        """The plan with the layer's work done."""
        return local.apply(plan, self.layer)


def last_batches(structure: Structure) -> list[int]:
    """For each request the first result of its last batch: of the newest message with answered calls. Without one, its end."""
    out: list[int] = []
    for request in range(1, structure.requests + 1):
        end = structure.end(request)
        out.append(end)
        for at in range(bisect_left(structure.calls, end) - 1, -1, -1):
            if 0 <= structure.partner[structure.calls[at]] < end:
                owner = structure.owner[structure.calls[at]]
                batch = range(structure.first[owner], structure.first[owner + 1])
                out[-1] = min(structure.partner[b] for b in batch if 0 <= structure.partner[b] < end)
                break
    return out


def _single(policy: Policy) -> int:
    """The position of the always-on layer if it is the only one, counts results, and no other layer comes before it."""
    on = [(i, layer) for i, layer in enumerate(policy.layers) if layer.enabled]
    always = [i for i, layer in on if layer.when == "always"]
    if len(always) != 1 or on[0][0] != always[0]:
        return -1
    layer = policy.layers[always[0]]
    is_local = layer.do in ("truncate", "clear", "fold")
    return always[0] if is_local and layer.region.where == "outside" and layer.region.messages is None else -1
