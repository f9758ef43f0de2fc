"""Running a policy over every request of a transcript. Lazy: only what is asked for is worked out, and nothing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import RLock

from inspector.engine import columns, protocol
from inspector.engine.budgets import Budgets, budgets
from inspector.engine.certify import certify
from inspector.engine.course import Course
from inspector.engine.durable_part import Durable
from inspector.engine.ledger import Ledger
from inspector.engine.materialise import materialise
from inspector.engine.plan import Plan
from inspector.engine.quiet import Quiet
from inspector.engine.recorded import RECORDED, compacted_since, is_record, recorded_plan, recorded_steps
from inspector.engine.region import unfinished
from inspector.engine.rows import recorded_row, row
from inspector.engine.run import required
from inspector.engine.steps import Steps
from inspector.engine.summariser import Summariser
from inspector.engine.switched import Switched
from inspector.engine.table import Table
from inspector.engine.told.course import Told
from inspector.engine.told.filling import fill
from inspector.engine.told.form import fits
from inspector.engine.told.switched import SwitchedTold, judges
from inspector.engine.told.typed import Leaving, leaving
from inspector.engine.view import Certificate, DurableView, Problem, Row, View
from inspector.long_work import Progress
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript

_REPORT_EVERY = 512
_STEPS = 4


class Replay:
    """A policy run over a transcript; `policy` None is the recorded view.

    Requests count from 1. Without a summariser, summaries have no text and the size they may take at the most
    (`approximate`). The durable state goes round all layers into every request, and counts where the policy has a budget.
    `focus` is what summaries keep in mind above all, where the agent did not say so itself.
    Safe to use from several threads.
    """

    def __init__(
        self,
        transcript: Transcript,
        policy: Policy | None = None,
        summariser: Summariser | None = None,
        durable: Durable | None = None,
        focus: str = "",
    ) -> None:
        self.transcript = transcript
        self.budgets = budgets(transcript, policy or RECORDED)
        self.policy = self.budgets.policy
        self.summariser, self.durable = summariser, durable
        self.is_recorded = is_record(self.policy)
        self.ledger = Ledger(transcript, self.policy, durable.text if durable else "", focus)
        self._course = course(self.ledger, self.budgets, summariser)
        self._steps: dict[int, Steps] = {}
        """The steps of the requests that were looked at last."""
        self._lock = RLock()

    def policy_at(self, request: int) -> Policy:
        """The policy with its budget at a request: that of the request's own model, where it has budgets by model."""
        return self.budgets.at(request)

    @property
    def requests(self) -> int:
        """How many requests the transcript has."""
        return self.transcript.structure.requests

    @property
    def durable_view(self) -> DurableView | None:
        """The durable part of every request, as it was given; None when none was."""
        given = self.durable
        return DurableView(given.text, given.state, given.resolutions, self.ledger.durable) if given else None

    def _check(self, request: int) -> None:
        if not 1 <= request <= self.requests:
            raise ValueError(f"request {request} does not exist: the transcript has {self.requests}")

    def plan(self, request: int) -> Plan:
        """The view of a request as a plan. Raises ValueError for a request that does not exist."""
        return self.steps(request).after

    def steps(self, request: int) -> Steps:
        """The view of a request, layer by layer."""
        self._check(request)
        known = self._steps.get(request)
        if known is not None:  # never waits for a thread that makes rows
            return known
        with self._lock:
            if request not in self._steps:
                while len(self._steps) >= _STEPS:
                    del self._steps[next(iter(self._steps))]
                self._steps[request] = self._worked_out(request)
            return self._steps[request]

    def _worked_out(self, request: int) -> Steps:
        return recorded_steps(self.ledger, request) if self.is_recorded else self._course.steps(request)

    def go_on(self, request: int) -> None:
        """Work out what is carried as far as a request, so that the next look takes less; where nothing is carried, nothing."""
        self._check(request)
        with self._lock:
            if not self.is_recorded and self.policy.state != "per_request":
                self._course.advance(request)

    def row(self, request: int) -> Row:
        """One request as a row of numbers."""
        self._check(request)
        with self._lock:
            if self.is_recorded:
                plan = recorded_plan(self.ledger, self.transcript.structure.end(request))
                return recorded_row(self.ledger, request, plan, compacted_since(self.transcript, request))
            return row(self._course, request)

    def rows(self, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None) -> tuple[Row, ...]:
        """Every request as a row. `progress(done, all)` is called now and then; `cancelled` ends it early with what there is."""
        out: list[Row] = []
        for request in range(1, self.requests + 1):
            if request % _REPORT_EVERY == 0:
                if cancelled and cancelled():
                    break
                if progress:
                    progress(request, self.requests)
            out.append(self.row(request))
        return tuple(out)

    def table(self, cancelled: Callable[[], bool] = bool, progress: Progress | None = None) -> Sequence[Row] | None:
        """Every request as a row that is made when it is looked at; None when nobody wants them any more."""
        if self.is_recorded:
            found = self.rows(progress, cancelled)
            return None if len(found) < self.requests else found
        table = Table(self._course)
        with self._lock:
            if isinstance(self._course, Course):
                columns.fill(self._course, table)
        while len(table) < self.requests:
            if cancelled():
                return None
            if progress is not None:
                progress(len(table), self.requests)
            with self._lock:
                if isinstance(self._course, Told):
                    fill(self._course, table)
                else:
                    table.add(self._course.answer(len(table) + 1))
        return table

    @property
    def whole(self) -> bool:
        """Whether no summary is missing: there is a summariser, or none was asked for in the whole session."""
        return self.summariser is not None or (isinstance(self._course, Told) and self._course.unwritten)

    def leaving(self) -> list[Leaving] | None:
        """Every request at which typed text leaves the views, in order; None where views have to be looked at for that."""
        with self._lock:
            return leaving(self._course) if isinstance(self._course, Told) else None

    def certificate(self, request: int | None = None) -> Certificate:
        """How far the view of a request (the last one by default) may be believed."""
        with self._lock:
            return certify(self, request or self.requests)

    def problems(self, request: int) -> tuple[Problem, ...]:
        """What is wrong with the view of a request: breaches that it holds, unfinished calls, failed summaries."""
        steps = self.steps(request)
        return (*view_problems(steps.after, request, self.policy_at(request)), *steps.problems)

    def view(self, request: int) -> View:
        """One Prompt View, whole, with fates, layers and certificate. Of a refused view, `error` says why."""
        return materialise(self, request)

    def differing(self, request: int) -> Iterator[int]:
        """Requests up to one at which the view may differ from the recorded one, in order."""
        started = False
        for candidate in range(1, request + 1):
            started = started or compacted_since(self.transcript, candidate) or self._changes(candidate)
            if started:
                yield candidate

    def _changes(self, request: int) -> bool:
        return bool(self._course.answer(request).fired)

    def recorded_plan(self, request: int) -> Plan:
        """What the agent itself sent at a request, in this replay's meter."""
        return recorded_plan(self.ledger, self.transcript.structure.end(request))


def course(ledger: Ledger, budgets: Budgets, summariser: Summariser | None) -> Course | Told:
    """The course of a policy: told from sums where it has the form for it."""
    policy = budgets.policy
    if budgets.switches:
        quiets = judges(ledger, budgets)
        if quiets is not None:
            return SwitchedTold(ledger, budgets, summariser, quiets)
        return Switched(ledger, budgets, summariser)
    quiet = Quiet(ledger, policy)
    if fits(policy, quiet, ledger.has_envelopes):
        return Told(ledger, policy, summariser, quiet)
    return Course(ledger, policy, summariser)


def view_problems(plan: Plan, request: int, policy: Policy) -> tuple[Problem, ...]:
    """Breaches of the tool protocol that a view holds, calls that wait for their results, and a window that is too small."""
    transcript = plan.ledger.transcript
    name = transcript.structure.name
    standing = protocol.standing(transcript, plan.end)
    found = [protocol.problem(transcript, breach) for breach in standing if plan.live(breach.block)]
    found += [
        Problem("unfinished", f"the call {name(b)} waits for its result: not sendable yet", b) for b in unfinished(plan)
    ]
    needed = required(plan, request, policy)
    if needed is not None and needed.free < 0:
        found.append(Problem("over_window", f"the request needs {needed.total} and the window has {needed.window}"))
    return tuple(found)
