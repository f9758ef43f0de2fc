"""The main screen: one session, from the whole of it (timeline) to one request (layers) to one message (panes)."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Footer

from inspector.tui import curve
from inspector.tui.actions import bindings
from inspector.tui.budget import budget
from inspector.tui.headline import headline
from inspector.tui.parts import Part
from inspector.tui.rows import Rows
from inspector.tui.screens.background import Background
from inspector.tui.screens.choices import Choices
from inspector.tui.screens.evidencing import Evidencing
from inspector.tui.screens.moving import Moving
from inspector.tui.screens.turning import Turning
from inspector.tui.seen import Seen
from inspector.tui.session import Session
from inspector.tui.status import status
from inspector.tui.stops import reasons, stops
from inspector.tui.titles import titles
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.durable_band import DurableBand
from inspector.tui.widgets.knob_panel import KnobPanel
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.pane_titles import PaneTitles
from inspector.tui.widgets.row_view import Mode
from inspector.tui.widgets.side_by_side import SideBySide
from inspector.tui.widgets.timeline import Timeline

MOMENT = 0.06
"""Seconds without a key after which reasons are worked out."""
WIDE = 100
"""Columns from which both panes fit."""


class MainScreen(Moving, Turning, Evidencing, Choices, Background):
    """Draws the session. Everything that changes it is in the parts that this class is made of."""

    CSS_PATH = "main.tcss"
    BINDINGS = bindings("main")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (34, "-tall"), (52, "-huge")]

    def __init__(self) -> None:
        super().__init__()
        self._due = self._totals_due = False
        self._explaining: Timer | None = None
        self._single: Mode = "right"
        """The pane that is shown where there is room for one."""

    def compose(self) -> ComposeResult:
        yield Line(id="header")
        yield Timeline(id="timeline")
        yield LayerStrip(id="strip")
        with Horizontal(id="middle"):
            with Vertical(id="both"):
                yield DurableBand(id="durable")
                yield PaneTitles(id="titles")
                yield SideBySide(id="panes")
            yield KnobPanel(id="knobs")
        yield BudgetBar(id="budget")
        yield Line(id="status")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """The keys go to the panes."""
        self.panes.focus()

    @property
    def panes(self) -> SideBySide:
        return self.query_one("#panes", SideBySide)

    def on_resize(self) -> None:
        """Both panes, or one of them."""
        self._arrange()
        self.call_after_refresh(self.band.fit_height)

    def action_switch(self) -> None:
        """The other pane where only one fits; else the next part of the screen."""
        if self.size.width >= WIDE:
            self.focus_next()
            return
        self.show_pane("left" if self._single == "right" else "right")

    def show_pane(self, pane: Mode) -> None:
        """Show this pane where there is room for one."""
        self._single = pane
        self._arrange()

    @on(PaneTitles.Asked)
    def pane_asked(self, event: PaneTitles.Asked) -> None:
        """A tab was clicked."""
        self.show_pane(event.pane)

    def _arrange(self) -> None:
        self.panes.mode = "both" if self.size.width >= WIDE else self._single
        self._show_titles()

    # ---------------------------------------------------------------- showing

    def opened(self, session: Session) -> None:
        """Another session: show it from its last request on."""
        self.session, self.totals, self.certificate = session, (), None
        self.panes.open(Rows(session.transcript))
        self.gather(session)
        self._recompute()

    def moved(self) -> None:
        """Another request or step."""
        self._show_or_wait()

    def layer_shown(self) -> None:
        """What the layer changed comes into sight; with the finished view, the place where the request is made."""
        session = self.session
        if session is None or session.pending:
            return
        if session.step is None:
            self.panes.back()
        else:
            self.panes.reveal(session.seen().touched(session.step))

    def glimpsed(self, seen: Seen) -> None:
        """A view on the way to the wanted one."""
        if self.session is not None:
            self.panes.show(self.session.picture(seen))

    def looked(self) -> None:
        """The view that was waited for is there."""
        self._show()
        if self._totals_due:
            self._totals_due = False
            self.call_after_refresh(self.start_totals)

    def changed(self) -> None:
        """Another policy or knob: worked out once for all the keys that wait."""
        if not self._due:
            self._due = True
            self.call_later(self._recompute)

    def knob_selected(self) -> None:
        """Another knob is selected: say which, where the panel is out of sight."""
        self._show_status()

    def action_knobs(self) -> None:
        """Show the knobs and go to them; a second time, put them away."""
        panel = self.knobs
        if panel.has_focus:
            self._put_knobs_away()
        else:
            panel.add_class("-open")
            panel.remove_class("-closed")
            panel.focus()
        self._show_status()

    def action_layer_end(self) -> None:
        """Escape: give up reading, then out of the knobs, then back to the finished view."""
        if self.cancel_load():
            self._show_or_wait()
            if self.session is None:
                self.action_open()
        elif self.knobs.has_focus:
            self._put_knobs_away(only_drawer=True)
        elif self.band.has_focus:
            self.close_band()
        elif not self.panes.has_focus:
            self.panes.focus()
        else:
            super().action_layer_end()

    def _put_knobs_away(self, only_drawer: bool = False) -> None:
        self.knobs.remove_class("-open")
        self.knobs.set_class(not only_drawer, "-closed")
        self.panes.focus()

    def totalled(self, better: bool) -> None:
        """The numbers of the whole session are in."""
        if better:
            self._show_or_wait()
        if self.session is not None:
            self.query_one(Timeline).show(curve.curve(self.session, self.totals))
            self._show_header()
            self._show_status()

    def waiting(self, text: str) -> None:
        """Something takes a while."""
        self.query_one("#status", Line).parts = (Part(f"{text} …  esc gives up", "accent", 9),)

    def _recompute(self) -> None:
        self._due = False
        if self._show_or_wait():
            self.call_after_refresh(self.start_totals)
        else:
            self._totals_due = True

    def _show_or_wait(self) -> bool:
        """Show the present view; where it takes long, keep the old one until a thread has worked it out."""
        session = self.session
        if session is None or not session.pending:
            self._show()
            return True
        self.start_view()
        self.knobs.show(session.knobs)
        self.query_one(Timeline).point(session.request)
        self._show_header()
        self.query_one("#status", Line).parts = (Part("working out the view …", "accent", 9), *self._knob())
        return False

    def _show(self) -> None:
        """Everything about the present request; nothing that needs the whole session."""
        session = self.session
        if session is None:
            return
        self.panes.show(session.picture())
        strip = self.query_one(LayerStrip)
        strip.stops, strip.chosen, strip.reason = stops(session.steps(), session.approximate), session.step, ""
        self._explain_soon()
        self.query_one(Timeline).point(session.request)
        self.knobs.show(session.knobs)
        self.set_class(not session.knobs, "-no-knobs")
        plan = session.plan()
        if plan is not None:
            self.query_one(BudgetBar).show(budget(session, plan))
        self.show_evidence()
        self._show_header()
        self._show_titles()
        self._show_status()

    def _explain_soon(self) -> None:
        """Reasons may take longer than a key: they follow when no key was pressed for a moment."""
        if self._explaining is not None:
            self._explaining.stop()
        self._explaining = self.set_timer(MOMENT, self._explain)

    def _explain(self) -> None:
        self._explaining = None
        if self.session is not None and not self.session.pending:
            self.query_one(LayerStrip).reason = reasons(self.session.steps(), self.session.step)

    @property
    def settled(self) -> bool:
        """Everything about the present request is shown."""
        waiting = self._due or self._explaining is not None
        return not waiting and self.session is not None and not self.session.pending

    def _show_header(self) -> None:
        if self.session is not None:
            self.query_one("#header", Line).parts = headline(self.session, self.certificate)

    def _show_titles(self) -> None:
        if self.session is not None and not self.session.pending:
            line = self.query_one(PaneTitles)
            line.titles, line.mode = titles(self.session), self.panes.mode

    def _show_status(self) -> None:
        if self.session is not None and not self.session.pending:
            self.query_one("#status", Line).parts = (*status(self.session), *self._knob())

    def _knob(self) -> list[Part]:
        """The selected knob, for as long as the panel is out of sight."""
        knob = self.knobs.selected
        if knob is None or self.knobs.display:
            return []
        mark = " ✱" if knob.changed else ""
        return [Part(f" [ {knob.name} {knob.value:,}{mark} ]", "accent" if knob.changed else "quiet", 6, right=True)]

    @on(SideBySide.Selected)
    def cursor_moved(self) -> None:
        """Nothing else depends on the cursor yet; the message ends here."""
