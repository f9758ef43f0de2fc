"""The main screen: one session, from the whole of it (timeline) to one request (layers) to one message (panes)."""

from __future__ import annotations

from typing import Self, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from inspector.tui.actions import bindings
from inspector.tui.arrivals import Arrival
from inspector.tui.rows import Rows
from inspector.tui.screens.arranging import WIDE
from inspector.tui.screens.asking_numbers import AskingNumbers
from inspector.tui.screens.styled import StyledOnce
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

Shown = TypeVar("Shown", bound=Widget)


class MainScreen(StyledOnce, AskingNumbers):
    """Puts the screen together, and passes on what happens to its session; the rest is in the parts it is made of."""

    CSS_PATH = "main.tcss"
    BINDINGS = bindings("main")
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-tiny"), (18, "-short"), (34, "-tall"), (52, "-huge")]

    def compose(self) -> ComposeResult:
        yield Line(id="header")
        yield Static("no session is open\n\no  open one     ?  all keys     q  quit", id="welcome", markup=False)
        yield _later(Timeline(id="timeline"))
        yield _later(LayerStrip(id="strip"))
        yield _later(Line(id="balance"))
        with _later(Horizontal(id="middle")):
            with Vertical(id="both"):
                yield DurableBand(id="durable")
                yield PaneTitles(id="titles")
                yield SideBySide(id="panes")
            yield KnobPanel(id="knobs")
            yield LayerList(id="layers")
        yield SearchPanel(id="search")
        yield _later(BudgetBar(id="budget"))
        yield Line(id="status")
        yield FootLine(id="foot")

    def on_mount(self) -> None:
        """The keys go to the panes."""
        self.panes.focus()

    def fit(self, size: Size) -> Self:
        """Have the classes of a screen of that size from the beginning: all styles would be worked out again for them."""
        self.add_class(*self._get_breakpoint_classes(size.width, self.HORIZONTAL_BREAKPOINTS))
        self.add_class(*self._get_breakpoint_classes(size.height, self.VERTICAL_BREAKPOINTS))
        return self.update_classes(self.layer_classes(size.width))

    def _show_all(self) -> None:
        """There is a session: its widgets are shown from now on, as the style sheet has them."""
        welcome = self.query_one("#welcome")
        if welcome.display:
            welcome.display = False
            for widget in self.query(".-later"):
                widget.styles.clear_rule("display")

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
        self._show_all()
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


def _later(widget: Shown) -> Shown:
    """A widget that is not shown before there is a session. A class of the screen would have all styles worked out again."""
    widget.add_class("-later")
    widget.display = False
    return widget
