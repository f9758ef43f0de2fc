"""The course of a replay: state carried from request to request, and what happened on the way. Holds the only mutable state."""

from __future__ import annotations

from array import array
from bisect import bisect_right

from inspector.engine.carry import carried
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan, whole
from inspector.engine.quiet import Quiet
from inspector.engine.run import run
from inspector.engine.steps import CompactionState, Steps
from inspector.engine.summariser import Summariser
from inspector.policy.model import Policy


class Course:
    """One policy on its way through the requests. Between two events a view only grows, so only events are kept."""

    def __init__(self, ledger: Ledger, policy: Policy, summariser: Summariser | None) -> None:
        self.ledger, self.policy, self.summariser = ledger, policy, summariser
        self.structure = ledger.structure
        self.quiet = Quiet(ledger, policy)
        self.afresh = policy.state == "per_request"
        self.done = 0
        self.sizes = array("q")
        """Size of the view at each request that is done."""
        self.events: list[Steps] = []
        self.event_at: list[int] = []
        self.bases: list[Plan] = []
        """What the requests after each event start from."""
        self._base: Plan | None = None
        self._offset = ledger.base + ledger.supplied
        """Size of the history that a request starts from, less the sum of recorded sizes up to its end."""

    def received_size(self, request: int) -> int:
        """Size of what the layers of the next request receive."""
        return self._offset + self.ledger.prefix[self.structure.end(request)]

    def advance(self, request: int) -> None:
        """Go on until a request is done."""
        while self.done < request:
            self._next(self.done + 1)
            self.done += 1

    def _next(self, request: int) -> None:
        size = self.received_size(request)
        end = self.structure.end(request)
        if self.quiet.at(request, size, end):
            self.sizes.append(size)
            return
        steps = run(request, self._received(self._base, end), self.policy, self.summariser, self._state())
        self.sizes.append(steps.after.size)
        if steps.outcomes and not (steps.fired or steps.error or steps.problems):
            return
        self._keep(request, steps)

    def _state(self) -> CompactionState:
        return self.events[-1].state if self.events and not self.afresh else CompactionState()

    def _received(self, base: Plan | None, end: int) -> Plan:
        return base.grown(end) if base is not None else whole(self.ledger, end)

    def _keep(self, request: int, steps: Steps) -> None:
        self.events.append(steps)
        self.event_at.append(request)
        base = carried(self.policy, steps)
        if base is None:
            return
        self.bases.append(base)
        self._base = base
        self._offset = base.size - self.ledger.prefix[base.end]

    def steps(self, request: int) -> Steps:
        """The steps of one request; under `per_request` no other request is looked at."""
        if not self.afresh:
            self.advance(request)
        at = bisect_right(self.event_at, request) - 1
        if at >= 0 and self.event_at[at] == request:
            return self.events[at]
        base = None if self.afresh or at < 0 else self.bases[at]
        state = CompactionState() if self.afresh or at < 0 else self.events[at].state
        plan = self._received(base, self.structure.end(request))
        return run(request, plan, self.policy, self.summariser, state)

    def event(self, request: int) -> Steps | None:
        """What happened at a request that is done; None when nothing did."""
        at = bisect_right(self.event_at, request) - 1
        return self.events[at] if at >= 0 and self.event_at[at] == request else None
