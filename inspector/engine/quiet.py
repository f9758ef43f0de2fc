"""Requests at which nothing can happen, told from sums alone: what makes a long replay cheap."""

from __future__ import annotations

from inspector.engine import protocol
from inspector.engine.effects import remember
from inspector.engine.housekeeping import Housekeeping
from inspector.engine.ledger import Ledger
from inspector.policy.model import Limit, Policy, Summarise
from inspector.transcript.model import Transcript


class Quiet:
    """Judges a request by the size of what its layers would receive; no plan is made.

    The answer is never wrong, but it may be careful: a request that is not quiet may still turn out to change nothing.
    """

    def __init__(self, ledger: Ledger, policy: Policy) -> None:
        self.structure, self.policy = ledger.structure, policy
        self.housekeeping = Housekeeping(ledger, policy)
        layers = [x for i, x in enumerate(policy.layers) if x.enabled and i != self.housekeeping.layer]
        self.never = any(layer.when == "always" or (layer.when is None and policy.start is None) for layer in layers)
        start = [policy.start] if policy.start and any(layer.when is None for layer in layers) else []
        self.at_first = start if policy.stop == "never" else []
        """Limits that judge what the layers receive; the others judge what housekeeping leaves of it."""
        self.limits = start if policy.stop == "after_each" else []
        self.limits += [layer.when for layer in layers if isinstance(layer.when, Limit)]
        self.refusal = [policy.refuse] if policy.refuse else []
        self.usage = [limit for limit in (*self.at_first, *self.limits) if limit.of == "usage"]
        """Limits on what the provider counted: for each request another size."""
        self.ledger = ledger
        budget = policy.budget
        self.beside = budget.fixed + ledger.durable + budget.reserve + budget.margin if budget else 0
        self.breaches = protocol.breaches(ledger.transcript) if policy.protocol != "mark" else ()
        self.manual = frozenset(self._manual(ledger.transcript, policy))

    def _manual(self, transcript: Transcript, policy: Policy) -> list[int]:
        """Replies (message positions) that call a tool which asks for a summary."""
        tools: set[str] = set()
        for layer in policy.layers:
            if layer.enabled and isinstance(layer.operation, Summarise) and layer.operation.manual:
                tools.update(layer.operation.manual.tools)
        if not tools:
            return []
        structure = self.structure
        return remember(
            transcript,
            ("asking", frozenset(tools)),
            lambda: [structure.owner[call] for call in structure.calls if structure.blocks[call].tool in tools],
        )

    def at(self, request: int, received: int, size: int, end: int, since: int = 0) -> bool:
        """Whether nothing but housekeeping can happen at a request, up to block `end`.

        `received` is the size of what its layers receive, `size` what housekeeping leaves of it, `since` the request of the
        newest compaction before it.
        """
        if self.never or (self.housekeeping.layer >= 0 and not self.housekeeping.knows):
            return False
        for limit in self.at_first:
            if self._reached(limit, request, received, since):
                return False
        for limit in (*self.limits, *self.refusal):
            if self._reached(limit, request, size, since):
                return False
        if self.manual and request > 1 and self.structure.histories[request - 2] in self.manual:
            return False
        return not self.breached(end)

    def _reached(self, limit: Limit, request: int, size: int, since: int) -> bool:
        if limit.of == "usage":
            return size >= self.ledger.usage_under(self.policy).least(limit, request, since)
        return limit.reached(size + self.beside if limit.of == "required" else size)

    @property
    def by_size(self) -> bool:
        """Whether size alone decides: then the next request at which anything can happen is a matter of bisection."""
        return not (self.never or self.manual or self.breaches or self.usage or self.housekeeping.layer >= 0)

    @property
    def lowest(self) -> int | None:
        """The smallest size at which anything can happen, limits on usage left out; None: never."""
        return self._least(*self.at_first, *self.limits, *self.refusal)

    @property
    def opening(self) -> int | None:
        """The smallest size at which a layer may work, limits on usage left out; None: never."""
        return self._least(*self.at_first, *self.limits)

    def _least(self, *limits: Limit) -> int | None:
        sized = [x for x in limits if x.of != "usage"]
        least = [x.value + (x.op == ">") - (self.beside if x.of == "required" else 0) for x in sized]
        return min(least, default=None)

    def breached(self, end: int) -> bool:
        """Whether a breach stands that the policy does not merely mark."""
        return any(breach.since < end <= breach.until for breach in self.breaches)
