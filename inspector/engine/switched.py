"""The course of a policy whose budget changes on the way, with the model: no sums reach across a change."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.engine.budgets import Budgets
from inspector.engine.course import Course
from inspector.engine.ledger import Ledger
from inspector.engine.quiet import Quiet
from inspector.engine.run import run
from inspector.engine.steps import Steps
from inspector.engine.summariser import Summariser
from inspector.policy.model import Policy


class Switched(Course):
    """Request by request: each is judged by the budget of its own model, on what the requests before it left."""

    def __init__(self, ledger: Ledger, budgets: Budgets, summariser: Summariser | None) -> None:
        super().__init__(ledger, budgets.policy, summariser)
        self.budgets = budgets
        self._quiets: dict[int, Quiet] = {}

    def judge(self, request: int) -> Quiet:
        """The judge for the budget of a request's own model."""
        return self._quiet(self.budgets.at(request))

    def runs(self) -> Iterator[tuple[range, Quiet]]:
        """Requests in a row with one budget."""
        return ((run, self.judge(run.start)) for run in self.budgets.runs())

    def advance(self, request: int) -> None:
        """Go on until a request is done."""
        while self.done < request:
            self._next(self.done + 1)
            self.done += 1

    def _next(self, request: int) -> None:
        end = self.structure.end(request)
        received = self._offset + self.ledger.prefix[end]
        edge = self._keeper.edge(request) if self._keeper.knows else -1
        size = received + self._keeper.change(edge) if self._keeper.knows else received
        since = self._state(len(self.events) - 1).request
        if self.judge(request).at(request, received, size, end, since):
            self.sizes.append(size)
            self.edges.append(edge)
        else:
            self._run(request)

    def _quiet(self, policy: Policy) -> Quiet:
        """The judge for one budget. What housekeeping did so far is the same for all."""
        found = self._quiets.get(id(policy))
        if found is None:
            found = self._quiets[id(policy)] = Quiet(self.ledger, policy)
            found.housekeeping = self._keeper
        return found

    def _steps_at(self, at: int, request: int) -> Steps:
        policy = self.budgets.at(request)
        steps = run(request, self._received(at, request), policy, self.summariser, self._state(at))
        return self.budgets.named(steps, policy)

    def beside(self, request: int) -> int | None:
        """What a request needs beside its view, by the budget of its own model."""
        return self.judge(request).beside if self.budgets.at(request).budget else None
