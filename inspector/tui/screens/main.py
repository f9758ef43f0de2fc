"""The main screen: one session, from the whole of it (timeline) to one request (layers) to one message (panes)."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from inspector.tui.actions import bindings
from inspector.tui.arrivals import Arrival
from inspector.tui.rows import Rows
from inspector.tui.screens.arranging import WIDE
from inspector.tui.screens.asking_numbers import AskingNumbers
from inspector.tui.session import Session
from inspector.tui.widgets.budget_bar import BudgetBar
from inspector.tui.widgets.durable_band import DurableBand
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.knob_panel import KnobPanel
from inspector.tui.widgets.layer_list import LayerList
from inspector.tui.widgets.layer_strip import LayerStrip
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.pane_titles import PaneTitles
from inspector.tui.widgets.search_panel import SearchPanel
from inspector.tui.widgets.side_by_side import SideBySide
from inspector.tui.widgets.timeline import Timeline


class MainScreen(AskingNumbers):
    """Puts the screen together, and passes on what happens to its session; the rest is in the parts it is made of."""

    CSS_PATH = "main.tcss"
    DEFAULT_CLASSES = "-empty"
    BINDINGS = bindings("main")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (18, "-short"), (34, "-tall"), (52, "-huge")]

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
        self.panes.focus()

    def on_resize(self) -> None:
        """Both panes, or one of them."""
        self.arrange_panes()
        self.call_after_refresh(self.band.fit_height)

    async def action_in_panes(self, action: str) -> None:
        """What the panes do, though something else has the keys."""
        await self.app.run_action(action, self.panes)

    @on(Line.Clicked, "#header")
    def header_clicked(self, event: Line.Clicked) -> None:
        """On the right the policy is pointed at, on the left the session."""
        if event.right:
            self.action_policy()
        else:
            self.action_about()

    @on(SideBySide.Selected)
    def cursor_moved(self) -> None:
        """Nothing else depends on the cursor yet; the message ends here."""

    # ---------------------------------------------------------------- the session

    def opened(self, session: Session) -> None:
        """Another session: show it from its last request on."""
        self.session, self.totals, self.totals_of, self.certificate = session, (), None, None
        self._new = True
        self.loss = self._traced = self._tour = None
        self.forget_wanted()
        self.forget_losses()
        self.forget_check()
        self.forget_search()
        self.stop_making()
        self.remove_class("-empty")
        self.show_foot()
        self.panes.open(Rows(session.transcript))
        self.gather(session)
        self.begin_following(session)
        self.refresh(layout=True)  # what is called after the refresh then waits for this picture
        self.renew()

    def grown(self, arrived: Arrival, ready: bool) -> None:
        """Messages arrived. Where the view is not there yet, the one that was made for them stands in its place."""
        self.stop_totals()
        self.forget_losses()
        self.panes.grow(arrived.rows)
        if not ready:
            self.glimpsed(arrived.seen)
        self.renew()

    def moved(self) -> None:
        """Another request or step."""
        self.forget_wanted()
        self.show_or_wait()
