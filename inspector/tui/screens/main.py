"""The main screen: one session, from the whole of it (timeline) to one request (layers) to one message (panes)."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Static

from inspector.tui import apart, curve, foot
from inspector.tui.actions import bindings
from inspector.tui.arrivals import Arrival
from inspector.tui.balance import balance_line
from inspector.tui.budget import budget
from inspector.tui.headline import headline
from inspector.tui.inks.lexer import LEXER
from inspector.tui.parts import Part
from inspector.tui.rows import Rows
from inspector.tui.screens.background import Background
from inspector.tui.screens.choices import Choices
from inspector.tui.screens.comparing import Comparing
from inspector.tui.screens.copying import Copying
from inspector.tui.screens.evidencing import Evidencing
from inspector.tui.screens.facts import Facts
from inspector.tui.screens.following import Following
from inspector.tui.screens.layering import Layering
from inspector.tui.screens.losses import Losses
from inspector.tui.screens.moving import Moving
from inspector.tui.screens.parting import Parting
from inspector.tui.screens.searching import Searching
from inspector.tui.screens.turning import Turning
from inspector.tui.screens.typed import Typed
from inspector.tui.screens.watching import Watching
from inspector.tui.seen import Seen
from inspector.tui.session import Session
from inspector.tui.status import status
from inspector.tui.stops import reasons, stops
from inspector.tui.titles import titles
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.durable_band import DurableBand
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.knob_panel import KnobPanel
from inspector.tui.widgets.layer_list import LayerList
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.pane_titles import PaneTitles
from inspector.tui.widgets.row_view import Mode
from inspector.tui.widgets.search_panel import SearchPanel
from inspector.tui.widgets.side_by_side import SideBySide
from inspector.tui.widgets.timeline import Timeline

MOMENT = 0.06
"""Seconds without a key after which reasons are worked out."""
WIDE = 100
"""Columns from which both panes fit."""


class MainScreen(
    Losses,
    Copying,
    Moving,
    Turning,
    Layering,
    Watching,
    Typed,
    Searching,
    Evidencing,
    Parting,
    Facts,
    Comparing,
    Following,
    Choices,
    Background,
):
    """Draws the session. Everything that changes it is in the parts that this class is made of."""

    CSS_PATH = "main.tcss"
    BINDINGS = bindings("main")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (18, "-short"), (34, "-tall"), (52, "-huge")]

    def __init__(self) -> None:
        super().__init__()
        self._due = self._totals_due = False
        self._explaining: Timer | None = None
        self._single: Mode = "right"
        """The pane that is shown where there is room for one."""
        self._after: Callable[[], None] | None = None
        """What is to be done when the view that is on its way is shown."""

    def compose(self) -> ComposeResult:
        yield Line(id="header")
        yield Static("no session is open\n\no  open one     ?  all keys     q  quit", id="welcome", markup=False)
        yield Timeline(id="timeline")
        yield LayerStrip(id="strip")
        yield Line(id="balance")
        with Horizontal(id="middle"):
            with Vertical(id="both"):
                yield DurableBand(id="durable")
                yield PaneTitles(id="titles")
                yield SideBySide(id="panes")
            yield KnobPanel(id="knobs")
            yield LayerList(id="layers")
        yield SearchPanel(id="search")
        yield BudgetBar(id="budget")
        yield Line(id="status")
        yield FootLine(id="foot")

    def on_mount(self) -> None:
        """The keys go to the panes."""
        self.add_class("-empty")
        self.panes.focus()

    async def action_in_panes(self, action: str) -> None:
        """What the panes do, though something else has the keys."""
        await self.app.run_action(action, self.panes)

    @on(FootLine.Pressed)
    async def foot_pressed(self, event: FootLine.Pressed) -> None:
        """A key of the last line was clicked."""
        await self.run_action(event.run)

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def focus_moved(self) -> None:
        """Offer the keys that work where the focus is."""
        self._show_foot()

    @on(Line.Clicked, "#status")
    def status_clicked(self) -> None:
        """What was lost is pointed at: go there."""
        self.action_typed()

    @on(Line.Clicked, "#header")
    def header_clicked(self, event: Line.Clicked) -> None:
        """On the right the policy is pointed at, on the left the session."""
        if event.right:
            self.action_policy()
        else:
            self.action_about()

    @property
    def panes(self) -> SideBySide:
        return self.query_one("#panes", SideBySide)

    def on_resize(self) -> None:
        """Both panes, or one of them."""
        self._arrange()
        self.call_after_refresh(self.band.fit_height)

    def action_switch(self) -> None:
        """The other pane where only one fits or the panes scroll apart; else the next part of the screen."""
        if self.panes.has_focus and self.panes.switch_half():
            return
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
        """A tab was clicked, or the title of a pane that scrolls apart."""
        if self.panes.mode != "both":
            self.show_pane(event.pane)
        elif self.panes.active != (event.pane == "right"):
            self.panes.switch_half()

    def _arrange(self) -> None:
        self.panes.mode = "both" if self.size.width >= WIDE else self._single
        self._show_titles()

    # ---------------------------------------------------------------- showing

    def opened(self, session: Session) -> None:
        """Another session: show it from its last request on."""
        self.session, self.totals, self.totals_of, self.certificate = session, (), None, None
        self.loss = self._traced = self._tour = self._after = None
        self.forget_losses()
        self.forget_search()
        self.remove_class("-empty")
        self._show_foot()
        self.panes.open(Rows(session.transcript))
        self.gather(session)
        self.begin_following(session)
        self._recompute()

    def grown(self, arrived: Arrival, ready: bool) -> None:
        """Messages arrived. Where the view is not there yet, the one that was made for them stands in its place."""
        self.stop_totals()
        self.forget_losses()
        self.panes.grow(arrived.rows)
        if not ready:
            self.glimpsed(arrived.seen)
        self._recompute()

    def following_changed(self) -> None:
        """The header says whether the file is followed."""
        self._show_header()

    @property
    def totals_known(self) -> bool:
        """The numbers of the whole session are those of the present view."""
        return self.session is None or self.totals_of is self.session.replay

    def moved(self) -> None:
        """Another request or step."""
        self._after = None
        self._show_or_wait()

    def layer_shown(self) -> None:
        """What the layer changed comes into sight; with the finished view, the place where the request is made."""
        self._when_shown(self._reveal_layer)

    def event_shown(self) -> None:
        """What a compaction changed most comes into sight."""
        self._when_shown(self._reveal_event)

    def block_wanted(self, block: int) -> None:
        """A block comes into sight, and gets the cursor."""
        rows = self.panes.rows
        if rows is not None:
            self._when_shown(lambda: self.panes.go_to_row(rows.row_of[block], aside=True))

    def record_wanted(self) -> None:
        """The Transcript, where there is room for one pane."""
        if self.size.width < WIDE:
            self.show_pane("left")

    def _when_shown(self, do: Callable[[], None]) -> None:
        """Do it now, or when the view is there."""
        if self.session is not None and self.session.pending:
            self._after = do
        elif self.session is not None:
            do()

    def _reveal_layer(self) -> None:
        session = self.session
        if session is None or session.step is None:
            self.panes.back()
        else:
            self.panes.reveal(session.seen().touched(session.step))

    def _reveal_event(self) -> None:
        block = self.session.seen().first_change if self.session is not None else None
        if block is not None:
            self.panes.reveal([block])

    def glimpsed(self, seen: Seen) -> None:
        """A view on the way to the wanted one."""
        if self.session is not None:
            self.panes.show(self.session.picture(seen))

    def looked(self) -> None:
        """The view that was waited for is there."""
        self._show()
        after, self._after = self._after, None
        if after is not None:
            after()
        if self._totals_due:
            self._totals_due = False
            self.call_after_refresh(self.start_totals)

    def changed(self) -> None:
        """Another policy or knob: worked out once for all the keys that wait."""
        self.stop_totals()
        self.forget_losses()
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
            self.close_layers()
            panel.add_class("-open")
            panel.remove_class("-closed")
            panel.focus()
        self._show_status()

    def action_layer_end(self) -> None:
        """Escape: give up reading, then out of the knobs, then back to the finished view."""
        if self.give_up():
            return
        if self.cancel_load():
            self._show_or_wait()
            if self.session is None:
                self.action_open()
        elif self.close_search():
            return
        elif self.knobs.has_focus:
            self._put_knobs_away(only_drawer=True)
        elif self.layer_list.has_focus:
            self.close_layers()
        elif self.band.has_focus:
            self.close_band()
        elif not self.panes.has_focus:
            self.panes.focus()
        elif self.session is None or self.session.step is not None or not self.give_up(asked=False):
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
            self._show_timeline()
            self._show_header()
            self.trace_soon()
            self.look_for_losses()
            self._show_status()
            self.start_held()

    def held_changed(self) -> None:
        """A is another policy, or has other numbers."""
        self._show_foot()
        if self.session is not None and self._show_or_wait() and self.totals:
            self._show_timeline()

    def losses_known(self) -> None:
        """Losses of typed text are marked in the timeline."""
        self._show_timeline()

    def _show_timeline(self) -> None:
        session = self.session
        if session is not None:
            losses = self.losses if self.losses_of is session.replay else ()
            self.query_one(Timeline).show(curve.curve(session, self.totals, losses))

    def waiting(self, text: str) -> None:
        """Something takes a while."""
        self.query_one("#status", Line).parts = (Part(f"{text} …  esc gives up", "accent", 9),)

    def _recompute(self) -> None:
        self._due = False
        self.renew_held()
        self.watch_policy()
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
        self._show_status()
        return False

    def _show(self) -> None:
        """Everything about the present request; nothing that needs the whole session."""
        session = self.session
        if session is None:
            return
        self.panes.show(session.picture())
        strip = self.query_one(LayerStrip)
        strip.stops, strip.chosen, strip.reason = stops(session.steps(), session.approximate), session.step, ""
        self.query_one("#balance", Line).parts = ()
        self._explain_soon()
        sent, plan = session.seen().plan(None), session.plan()
        self.query_one(Timeline).point(session.request, sent.size if sent is not None else None)
        self.knobs.show(session.knobs)
        self.show_layers()
        self.set_class(not session.knobs, "-no-knobs")
        if plan is not None:
            self.query_one(BudgetBar).show(budget(session, plan))
        self.show_evidence()
        self.show_hits()
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
        session = self.session
        if session is not None and not session.pending:
            self.query_one(LayerStrip).reason = reasons(session.steps(), session.step, session.replay.policy)
            line = balance_line(session.steps(), session.step, session.unit, session.approximate)
            self.query_one("#balance", Line).parts = line
            self.trace_soon()

    @property
    def settled(self) -> bool:
        """Everything about the present request is shown."""
        waiting = self._due or self._explaining is not None or not LEXER.idle
        return not waiting and self.session is not None and not self.session.pending

    def _show_header(self) -> None:
        if self.session is not None:
            self.query_one("#header", Line).parts = (
                *headline(self.session, self.certificate, self.report),
                *self.follow_parts(),
            )

    def _show_titles(self) -> None:
        if self.panes.picture is not None:
            line = self.query_one(PaneTitles)
            line.titles, line.mode = titles(self.panes.picture), self.panes.mode
            line.active = self.panes.active if self.panes.held else -1

    def status_changed(self) -> None:
        """What the status line says is another thing."""
        self._show_status()

    def _show_status(self) -> None:
        """What was just said, or the state of the view."""
        session, line = self.session, self.query_one("#status", Line)
        if self.said:
            line.parts = (Part(self.said, "accent", 9), *self._knob())
        elif session is None:
            line.parts = ()
        elif session.pending:
            told = self.task_told() or [Part("working out the view …", "accent", 9)]
            line.parts = (*told, *self._knob())
        else:
            said = (*apart.step(session), *status(session, self.loss, apart.typed(session)))
            line.parts = (*self.task_told(), *said, *self._knob())

    def _show_foot(self) -> None:
        comparing = self.session is not None and self.session.held is not None
        offers: tuple[foot.Offer, ...] = (
            foot.KNOBS if self.knobs.has_focus else foot.COMPARE if comparing else foot.PANES
        )
        if self.query_one(DurableBand).has_focus:
            offers = foot.DURABLE
        elif self.query_one(Timeline).has_focus:
            offers = foot.TIMELINE
        elif self.layer_list.has_focus:
            offers = foot.LAYERS
        elif self.search_panel.open and (self.panes.has_focus or self.search_panel.busy):
            offers = (
                foot.SEARCH if self.search_panel.input.has_focus else foot.FOUND if self.panes.has_focus else foot.HITS
            )
        self.query_one(FootLine).offers = foot.EMPTY if self.session is None else offers

    def _knob(self) -> list[Part]:
        """The selected knob, for as long as the panel is out of sight."""
        knob = self.knobs.selected
        if knob is None or self.knobs.display:
            return []
        mark = " ✱" if knob.changed else ""
        return [Part(f" [ {knob.name} {knob.value:,}{mark} ]", "accent" if knob.changed else "quiet", 7, right=True)]

    @on(SideBySide.Told)
    def panes_told(self, event: SideBySide.Told) -> None:
        """The panes have something to say."""
        self.say(event.text)

    @on(SideBySide.Parted)
    def panes_parted(self) -> None:
        """The panes scroll apart, or together again: the titles say so."""
        self._show_titles()

    @on(SideBySide.Selected)
    def cursor_moved(self) -> None:
        """Nothing else depends on the cursor yet; the message ends here."""
