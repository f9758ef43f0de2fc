"""The summary room: what a summary replaces on the left, the summary on the right, marked, and what is found below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from inspector.tui.actions import Scope, bindings
from inspector.tui.foot import ROOM
from inspector.tui.inks import MARKDOWN
from inspector.tui.leaf import plain
from inspector.tui.screens.reader import Reader
from inspector.tui.screens.room_asking import RoomAsking
from inspector.tui.screens.room_reading import RoomReading
from inspector.tui.screens.room_showing import NARROW, RoomShowing
from inspector.tui.screens.room_stage import Left
from inspector.tui.summaries.attempt import MOST
from inspector.tui.summaries.gathering import Asked
from inspector.tui.widgets.foot_line import FootLine
from inspector.tui.widgets.line import Line
from inspector.tui.widgets.marked_paper import MarkedPaper
from inspector.tui.widgets.point_list import PointList


class SummaryRoom(RoomShowing, RoomAsking, RoomReading):
    """Answers how it was left."""

    DEFAULT_CSS = """
    SummaryRoom { background: $background;
        & #sides { height: 1fr; }
        & #left-side, & #right-side { width: 1fr; height: 1fr; }
        & #right-side { border-left: vkey $border-blurred; }
        & #source-title, & #written-title { background: $panel; }
        & #written { height: 1fr; }
        & #points { min-height: 3; max-height: 40%; }
        & #coverage { height: auto; max-height: 3; background: $panel; padding: 0 1; }
        & #own-words { background: $panel; display: none; }
        & #room-failed { display: none; }
        & .row { background: $surface; display: none; }
        & .-lit { background: $block-cursor-blurred-background; }
    }
    SummaryRoom.-narrow #right-side { border-left: none; }
    SummaryRoom.-narrow #left-side { display: none; }
    SummaryRoom.-narrow.-left #left-side { display: block; }
    SummaryRoom.-narrow.-left #right-side { display: none; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-broad")]
    SCOPE: ClassVar[Scope] = "room"
    BINDINGS = bindings("room")

    def __init__(self, asked: Asked, standing: Sequence[tuple[str, str]] = ()) -> None:
        """`standing`: titles and texts of the summaries that the present view holds."""
        super().__init__(asked)
        self._standing = standing

    def compose(self) -> ComposeResult:
        yield Line(id="room-head")
        yield Line(id="room-failed")
        for place in range(MOST):
            yield Line(id=f"row-{place + 1}", classes="row")
        with Horizontal(id="sides"):
            with Vertical(id="left-side"):
                yield Line(id="source-title")
                yield MarkedPaper("source", fold=True)
            with Vertical(id="right-side"):
                yield Line(id="written-title")
                yield MarkedPaper("written", fold=False)
                yield Static(id="coverage", markup=False)
                yield Line(id="own-words")
                yield PointList("points")
        yield Line(id="room-status")
        yield FootLine(id="room-keys")

    def on_mount(self) -> None:
        """The keys go to the list; a thread looks for the summaries."""
        self.query_one(FootLine).offers = ROOM
        self.list.focus()
        self.begin()
        self.show_status()

    # ---------------------------------------------------------------- moving

    def action_point(self, by: int) -> None:
        """Another line of the list."""
        self.list.move(by)

    @on(PointList.Moved)
    def point_chosen(self, event: PointList.Moved) -> None:
        """A double click goes to the block."""
        if event.chosen:
            self.action_jump()

    @on(MarkedPaper.Picked)
    def place_picked(self, event: MarkedPaper.Picked) -> None:
        """A marked place was clicked: its line of the list."""
        name = event.paper.laid.paper.passages[event.passage].name
        summary = event.paper is self.written
        for at, point in enumerate(self.list.points):
            if any(each.start <= event.at < each.end for each in point.ranges if summary) or any(
                each.block == name and each.start <= event.at < each.end for each in point.spans if not summary
            ):
                self.list.move(at - self.list.at if self.list.at is not None else at + 1)
                return

    def action_side(self) -> None:
        """The other side; where there is room for both, the keys go on to it."""
        if self.has_class("-narrow"):
            self.toggle_class("-left")
            (self.source if self.has_class("-left") else self.list).focus()
            return
        order = (self.list, self.source, self.written)
        at = next((place for place, widget in enumerate(order) if widget.has_focus), -1)
        order[(at + 1) % len(order)].focus()

    def action_unfold(self) -> None:
        """The part at the top of the left side whole, or folded again."""
        place = self.source.passage_here()
        if place is None or not self.source.toggle(place):
            self.say("this part is shown whole")

    def action_cut(self, by: int) -> None:
        """The summary before or after."""
        if self.found is None or self.case is None:
            return
        if self.busy:
            self.say("a summary is being written: esc cancels it")
            return
        at = self.case.at + by
        if not 0 <= at < len(self.found.cuts):
            which = "first" if by < 0 else "last"
            self.say(f"this is the {which} summary up to request {self.asked.request:,}")
            return
        self.open_cut(at)

    def action_show(self, place: int) -> None:
        """One of the summaries that stand beside each other."""
        case = self.case
        if case is not None and place <= len(case.attempts) and place - 1 != case.chosen:
            self.choose(place - 1)

    @on(Line.Clicked)
    def row_clicked(self, event: Line.Clicked) -> None:
        """The line of a summariser: show what it wrote."""
        if event.line.has_class("row") and event.line.id:
            self.action_show(int(event.line.id[-1]))

    # ---------------------------------------------------------------- reading

    def action_read(self) -> None:
        """The summaries of this cut, whole."""
        case = self.case
        texts = [(each.spec, each.text) for each in case.attempts if each.text] if case is not None else []
        if len(texts) < 2 and (case is None or case.at == len(case.found.cuts) - 1):
            texts = list(self._standing) or texts
        if not texts:
            self.say("there is no summary to read")
            return
        number = case.cut.number if case is not None else self.asked.request
        title = f"{'summary' if len(texts) == 1 else 'summaries'} before request {number:,}"
        self.app.push_screen(Reader(title, [plain(spec, text, MARKDOWN) for spec, text in texts]))

    # ---------------------------------------------------------------- leaving

    def action_jump(self) -> None:
        """To the block in the main panes that the list, or the left side, is at."""
        name = self._block_here()
        if not name:
            self.say("choose a line of the list with j and k first: enter goes to its block")
        elif not name[:1].isdigit():
            self.say(f"{name} is no block of the transcript")
        else:
            self.dismiss(Left(name, self.asked.request, self.made))

    def _block_here(self) -> str:
        if self.source.has_focus and (place := self.source.passage_here()) is not None:
            return self.source.laid.paper.passages[place].name
        point = self.list.point
        return point.spans[0].block if point is not None and point.spans else ""

    def give_up(self) -> bool:
        """End what is being done; False when nothing is."""
        if self.cancel_asking():
            return True
        if not self.doing or self.case is None:
            return False
        self.workers.cancel_node(self)
        self.doing = ""
        self.say("given up")
        return True

    def action_close(self) -> None:
        """Back, whatever is being done."""
        self.workers.cancel_node(self)
        self.dismiss(Left(made=self.made))
