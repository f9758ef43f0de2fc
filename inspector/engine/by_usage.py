"""Gates that compare what the provider itself counted: the last report before a request, and an estimate of what came since.

Three cases, and the reason of the gate says which. Where the view is what the provider was sent, its count holds. Where this
policy (or the agent, unlike it) changed the view, the count of that other prompt does not: then the view has its own size in the
provider's tokens, by the pace at which the session's prompts grew so far. Where nothing was reported, or only before the newest
compaction of this policy, the whole view is estimated in the policy's meter.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from inspector.engine.ledger import Ledger
from inspector.engine.reported import Reported, reports
from inspector.policy.model import Limit, Policy


class Count(NamedTuple):
    """What a request takes in the provider's tokens, and how that was told."""

    tokens: int
    words: str


class ByUsage:
    """One policy's gates by usage. `since` is the request of its newest compaction before a view, 0 for none."""

    def __init__(self, ledger: Ledger, policy: Policy) -> None:
        budget, structure = policy.budget, ledger.structure
        self.reports = reports(ledger)
        """What had been reported before each request, and before one after the last."""
        self._prefix = ledger.prefix
        self._ends = [ledger.prefix[structure.first[history]] for history in structure.histories]
        self.beside = ledger.durable + (budget.reserve + budget.margin if budget else 0)
        """What a request needs beside a prompt that the provider counted, its fixed input with it."""
        self.fixed = budget.fixed if budget else 0
        self._asked = [report.request if report else 0 for report in self.reports]
        self._slack: dict[Limit, list[int]] = {}

    def _new(self, request: int, report: Reported) -> int:
        """The estimate of what came after the reply."""
        prefix = self._prefix
        end = self._ends[request - 1] if request <= len(self._ends) else prefix[-1]
        return end - prefix[report.since]

    def count(self, request: int, since: int, size: int) -> Count:
        """What a request takes with a view of that size in the policy's meter."""
        report = self.reports[request - 1]
        if report is None or report.request < since:
            more = self.beside + self.fixed
            return Count(size + more, f"{size} estimated{_why(report, since)}{_beside(more)}")
        new = self._new(request, report)
        own = report.own(size - new)
        after = f" + {new} estimated since" if new else ""
        if size - new == report.recorded and not since:
            told = f"{own} reported with the reply of request {report.request}"
        else:
            told = f"{own} by the provider's pace for a view that is not the recorded one of request {report.request}"
        return Count(own + new + self.beside, f"{told}{after}{_beside(self.beside)}")

    def least(self, limit: Limit, request: int, since: int) -> int:
        """The smallest size of a view, in the policy's meter, with which a request reaches a limit."""
        report = self.reports[request - 1]
        reached = self._reached(limit)
        if report is None or report.request < since:
            return reached - self.fixed
        new = self._new(request, report)
        return new + report.least(reached - new)

    def _reached(self, limit: Limit) -> int:
        return limit.value + (limit.op == ">") - self.beside

    def slack(self, limit: Limit) -> list[int]:
        """For each request by how much the sum of all recorded sizes is over `least`, where no usage is stale."""
        found = self._slack.get(limit)
        if found is None:
            reached, unknown, prefix = self._reached(limit), self._reached(limit) - self.fixed, self._prefix
            told = zip(self._ends, self.reports, strict=False)
            # `Report.least`, written out: `end - since` is what came after the reply.
            found = self._slack[limit] = [
                end - unknown
                if one is None
                else prefix[one.since]
                - one.recorded
                + (one.tokens - reached + end - prefix[one.since]) * one.text // one.grown
                for end, one in told
            ]
        return found

    def next(self, limit: Limit, offset: int, first: int, last: int, since: int) -> int:
        """The first request from `first` to `last` that reaches a limit, `last + 1` where none does.

        `offset`: by how much the views are larger than the sums of the recorded sizes, `since` their newest compaction.
        """
        fresh = max(first, bisect_left(self._asked, since) + 1)
        stale = min(fresh - 1, last)
        if first <= stale:
            least = self._reached(limit) - self.fixed - offset
            found = bisect_left(self._ends, least, first - 1, stale) + 1
            if found <= stale:
                return found
        slack = self.slack(limit)
        return next((request for request in range(fresh, last + 1) if slack[request - 1] + offset >= 0), last + 1)


def _why(report: Reported | None, since: int) -> str:
    """Why all of a view is estimated."""
    if report is None:
        return " (no usage was reported before this request)"
    return f" (usage of request {report.request} is older than the compaction at request {since})"


def _beside(tokens: int) -> str:
    return f" + {tokens} beside" if tokens else ""
