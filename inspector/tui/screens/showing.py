"""Showing the present request: panes, layers, knobs and numbers; reasons a moment later, as they may take longer."""

from __future__ import annotations

from textual.timer import Timer

from inspector.tui.balance import balance_line
from inspector.tui.budget import budget
from inspector.tui.screens.arranging import Arranging
from inspector.tui.screens.learning import Learning
from inspector.tui.screens.searching import Searching
from inspector.tui.screens.sourcing import Sourcing
from inspector.tui.screens.telling import Telling
from inspector.tui.seen import Seen
from inspector.tui.session import Session
from inspector.tui.stops import reasons, stops
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.timeline import Timeline

MOMENT = 0.06
"""Seconds without a key after which reasons are worked out."""


class Showing(Arranging, Telling, Searching, Learning, Sourcing):
    """Draws what one request needs, and nothing that needs the whole session."""

    _explaining: Timer | None = None
    _new = False
    """The numbers of this session are not in yet: its first picture does without what those make quick."""

    def show_or_wait(self) -> bool:
        """Show the present view; where it takes long, keep the old one until a thread has worked it out."""
        session = self.session
        if session is None or not session.pending:
            self._show()
            return True
        self.start_view()
        self.knobs.show(session.knobs)
        self.query_one(Timeline).point(session.request)
        self.show_header()
        self.show_status()
        return False

    def glimpsed(self, seen: Seen) -> None:
        """A view on the way to the wanted one."""
        if self.session is not None:
            self.panes.show(self.session.picture(seen))

    def _show(self) -> None:
        """Everything about the present request."""
        session = self.session
        if session is None:
            return
        self.panes.show(session.picture())
        self._show_strip(session)
        self._show_numbers(session)
        self.knobs.show(session.knobs)
        self.show_layers()
        self.set_class(not session.knobs, "-no-knobs")
        self.show_evidence()
        self.show_hits()
        self.show_header()
        self.show_titles()
        self.show_status()

    def _show_strip(self, session: Session) -> None:
        """The layers, without a reason for now."""
        strip = self.query_one(LayerStrip)
        strip.stops, strip.chosen, strip.reason = stops(session.steps(), session.approximate), session.step, ""
        self.query_one("#balance", Line).parts = ()
        self._explain_soon()

    def _show_numbers(self, session: Session) -> None:
        """What is sent, in the timeline; what of it is what, in the budget."""
        sent = session.seen().plan(None)
        self.query_one(Timeline).point(session.request, sent.size if sent is not None else None)
        if self._new:
            self._new = False
            self.query_one(BudgetBar).blank()
        else:
            self.show_budget()

    def show_budget(self) -> None:
        """What of the request is what. Of the first picture it follows with the totals, which know most of it."""
        session = self.session
        plan = session.plan() if session is not None and not session.pending else None
        if session is not None and plan is not None:
            self.query_one(BudgetBar).show(budget(session, plan))

    def interval_known(self) -> None:
        """How sure the sizes of the present view are is known."""
        if self.session is not None and not self.session.pending:
            self.panes.show(self.session.picture())
            self.show_titles()
            self.show_budget()

    @property
    def explained(self) -> bool:
        """No reason is still to come, and no interval."""
        return self._explaining is None and self._learning is None

    def _explain_soon(self) -> None:
        """Reasons may take longer than a key: they follow when no key was pressed for a moment."""
        self.forget_interval()
        if self._explaining is not None:
            self._explaining.stop()
        self._explaining = self.set_timer(MOMENT, self._explain)

    def _explain(self) -> None:
        self._explaining = None
        session = self.session
        if session is not None and not session.pending:
            self.query_one(LayerStrip).reason = reasons(session.steps(), session.step, session.replay.policy)
            line = balance_line(session.steps(), session.step, session.unit, session.approximate)
            self.query_one("#balance", Line).parts = line
            self.learn_interval()
            self.trace_soon()
            self.check_soon()
