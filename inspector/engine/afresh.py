"""Sizes of views that are made afresh at every request by local layers alone (go-tiny-claw): sums over a few stretches."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from inspector.engine.ledger import Applied, Ledger
from inspector.policy.model import Policy


class Afresh:
    """Tells size and layers of a view from the edges of its layers' regions. `knows` is false for any other policy."""

    def __init__(self, ledger: Ledger, policy: Policy) -> None:
        self.ledger, self.policy = ledger, policy
        self.layers = [i for i, layer in enumerate(policy.layers) if layer.enabled]
        self.knows = policy.state == "per_request" and policy.stop == "never" and all(map(self._simple, self.layers))

    def _simple(self, index: int) -> bool:
        layer = self.policy.layers[index]
        region = layer.region
        return index in self.ledger.effects and layer.when is None and region.results is None and not region.last_batch

    def _range(self, index: int, end: int) -> tuple[int, int]:
        region = self.policy.layers[index].region
        if region.where == "all":
            return 0, end
        edge = end
        if region.messages:
            starts, _ = self.ledger.units(region.results_apart)
            at = bisect_left(starts, end) - region.messages
            edge = starts[at] if at >= 0 else 0
        return (0, edge) if region.where == "outside" else (edge, end)

    def at(self, end: int) -> tuple[int, tuple[str, ...]]:
        """Size of the view of the history that ends before block `end`, and the ids of the layers that fired."""
        ranges = [(index, *self._range(index, end)) for index in self.layers]
        edges = sorted({0, end, *(edge for _, *pair in ranges for edge in pair)})
        size = self.ledger.base + self.ledger.supplied
        fired: set[int] = set()
        for lo, hi in pairwise(edges):
            applied: Applied = ()
            for index, first, stop in ranges:
                if first <= lo and hi <= stop and self._touches(index, applied, lo, hi):
                    applied = (*applied, index)
                    fired.add(index)
            size += self.ledger.size(lo, hi, applied)
        return size, tuple(self.policy.layers[index].id for index in self.layers if index in fired)

    def _touches(self, index: int, applied: Applied, lo: int, hi: int) -> bool:
        changes = self.ledger.changes(index, applied)
        at = bisect_left(changes, lo)
        return at < len(changes) and changes[at] < hi
