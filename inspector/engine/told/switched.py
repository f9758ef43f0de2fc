"""The same where the budget changes on the way, with the model: sums go on, gates are those of the request's own model."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from inspector.engine.budgets import Budgets
from inspector.engine.ledger import Ledger
from inspector.engine.quiet import Quiet
from inspector.engine.steps import Steps
from inspector.engine.summariser import Summariser
from inspector.engine.told.course import Told
from inspector.engine.told.form import fits
from inspector.engine.told.rules import Rules, rules
from inspector.engine.view import Answer


class SwitchedTold(Told):
    """Goes through the requests of one budget at a time. `quiets`: the judge for each of the policies, by identity."""

    def __init__(
        self, ledger: Ledger, budgets: Budgets, summariser: Summariser | None, quiets: Mapping[int, Quiet]
    ) -> None:
        self.budgets = budgets
        first = budgets.at(1)
        super().__init__(ledger, first, summariser, quiets[id(first)])
        self._rules: dict[int, Rules] = {id(first): self.rules}
        self._quiets = quiets
        self._stops = [run.stop for run in budgets.runs()]

    def rules_at(self, request: int) -> Rules:
        """Those of the request's own model."""
        policy = self.budgets.at(request)
        found = self._rules.get(id(policy))
        if found is None:
            made = rules(self.sums, policy, self._quiets[id(policy)], self.summariser, self.builder.read)
            found = self._rules[id(policy)] = made
        return found

    def until(self, request: int) -> int:
        """The last request that has the same budget without a break."""
        return self._stops[bisect_right(self._stops, request)] - 1

    @property
    def unwritten(self) -> bool:
        """Whether no request asks for a summary, with whatever budget."""
        return super().unwritten and not any(each.wanted for each in self._rules.values())

    def advance(self, request: int) -> None:
        """Go on until a request is done, from budget to budget."""
        while self.done < request:
            self.rules = self.rules_at(self.done + 1)
            super().advance(min(request, self.until(self.done + 1)))

    def answer(self, request: int) -> Answer:
        """Size, layers and refusal of a request."""
        self.advance(request)
        self.rules = self.rules_at(request)
        return super().answer(request)

    def steps(self, request: int) -> Steps:
        """The steps of one request, with plans; gates say whose budget it was."""
        self.advance(request - 1)
        self.rules = self.rules_at(request)
        return self.budgets.named(super().steps(request), self.policy)


def judges(ledger: Ledger, budgets: Budgets) -> dict[int, Quiet] | None:
    """A judge for each policy of a session, by identity; None where sums do not tell what one of them does."""
    policies = {id(each): each for each in budgets.by_request}
    quiets = {key: Quiet(ledger, policy) for key, policy in policies.items()}
    told = all(
        quiet.housekeeping.layer < 0 and fits(policies[key], quiet, ledger.has_envelopes)
        for key, quiet in quiets.items()
    )
    return quiets if told else None
