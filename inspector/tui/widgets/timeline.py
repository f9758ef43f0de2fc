"""The session at a glance: how large the view was at every request, against its limits, and where it was compacted.

Nothing is laid out when the data change: `show` draws the same cells anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip

from inspector.terminal_text import cells, clip
from inspector.tui.widgets.palette import Cell, Painted
from inspector.tui.widgets.timeline_caption import Run, legend, position
from inspector.tui.widgets.timeline_chart import Chart, draw, gutter, label_rows
from inspector.tui.widgets.timeline_data import Scale, TimelineData

CAPTIONED = 5
"""Rows from which there is a caption."""
SCALES: tuple[Scale, ...] = ("view", "all", "log")


class Timeline(Painted, can_focus=True):
    """A caption, the chart, and a row of marks. At four rows or less the caption is left out."""

    PREFIX = "timeline"
    FOCUS_ON_CLICK = False  # scrubbing with the mouse leaves the keys where they were
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"timeline--{name}"
        for name in (
            *("ground", "column", "view", "past", "beside", "cursor", "refused", "soft", "hard", "window"),
            *("refusal", "loss", "compaction", "recorded", "housekeeping", "again"),
            *("label", "caption", "strong", "pointer"),
        )
    }
    DEFAULT_CSS = """
    Timeline {
        height: 6; background: $surface;
        & .timeline--ground { color: $surface; }
        & .timeline--column { color: $foreground 12%; }
        & .timeline--view { color: $primary; }
        & .timeline--past { color: $primary 24%; }
        & .timeline--beside { color: $secondary; text-style: bold; }
        & .timeline--cursor { color: $foreground; }
        & .timeline--refused { color: $error; }
        & .timeline--soft { color: $warning; }
        & .timeline--hard { color: $error; }
        & .timeline--window { color: $text-muted; }
        & .timeline--refusal { color: $error; text-style: bold; }
        & .timeline--loss { color: $warning; text-style: bold; }
        & .timeline--compaction { color: $fate-summarised; text-style: bold; }
        & .timeline--recorded { color: $secondary; text-style: bold; }
        & .timeline--housekeeping { color: $text-muted; text-style: bold; }
        & .timeline--again { color: $text-disabled; }
        & .timeline--label { color: $text-muted; }
        & .timeline--caption { color: $text-muted; }
        & .timeline--strong { color: $foreground; text-style: bold; }
        & .timeline--pointer { color: $accent; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Previous request", show=False),
        Binding("right,l", "step(1)", "Next request", show=False),
        Binding("home", "go(1)", "First request", show=False),
        Binding("end", "go(-1)", "Last request", show=False),
        Binding("pageup,ctrl+left", "mark(-1)", "Previous mark", show=False),
        Binding("pagedown,ctrl+right", "mark(1)", "Next mark", show=False),
        Binding("z", "scale", "Scale", show=False),
    ]

    @dataclass
    class Scrubbed(Message):
        """The person points at a request (from 1). The timeline moves when it is shown the new cursor.

        `clicked`: with the mouse, and not on the way to another one.
        """

        timeline: Timeline
        request: int
        clicked: bool = False

        @property
        def control(self) -> Timeline:
            return self.timeline

        def can_replace(self, message: Message) -> bool:
            """Only the newest position counts."""
            return isinstance(message, Timeline.Scrubbed) and message.timeline is self.timeline

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._data = TimelineData()
        self._scale: Scale = "view"
        self._strips: list[Strip] | None = None
        self._chart: Chart | None = None
        self._asked = 1
        self._dragging = False

    @property
    def data(self) -> TimelineData:
        return self._data

    @property
    def scale(self) -> Scale:
        """What the height of the chart stands for; `z` changes it."""
        return self._scale

    def show(self, data: TimelineData) -> None:
        """Draw these data; nothing happens when they are what is drawn already."""
        if data == self._data:
            return
        same_chart = replace(self._data, now=data.now) == data
        self._data, self._asked = data, data.cursor
        if same_chart and self._strips is not None and len(self._strips) == self.size.height >= CAPTIONED:
            self._strips[0] = self._caption(self.size.width)
            self.refresh(Region(0, 0, self.size.width, 1))
        else:
            self.repaint()
            self.refresh()

    def point(self, request: int, size: int | None = None) -> None:
        """Move the cursor alone; `size` is that of the view there, where it is known to be newer than the chart."""
        self.show(replace(self._data, cursor=request, now=size))

    def repaint(self) -> None:
        self._strips = None

    def on_resize(self) -> None:
        self.repaint()

    def render_line(self, y: int) -> Strip:
        if self._strips is None:
            self._strips = self._draw()
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width, self.paint("ground"))

    def _draw(self) -> list[Strip]:
        """All lines of the widget at its present size."""
        width, lines, data = self.size.width, self.size.height, self._data
        caption = lines >= CAPTIONED
        rows = max(1, lines - 1 - caption)
        aside = gutter(data, width)
        known = self._chart.shared if self._chart is not None else None
        self._chart = chart = draw(data, max(1, width - 2 - aside), rows, self._scale, known)
        labels = label_rows(data, chart.top, rows, self._scale, width >= 72)
        strips = [self._caption(width)] if caption else []
        for row, label in zip(chart.rows, labels, strict=True):
            strips.append(self._strip([Cell(" ", "ground"), *row, Cell(" ", "ground")], label, aside, width))
        unit = Cell(clip(data.unit, max(1, aside - 1)), "label") if data.requests else Cell("", "label")
        strips.append(self._strip([Cell(" ", "ground"), *chart.marks, Cell(" ", "ground")], unit, aside, width))
        return strips

    def _strip(self, row: list[Cell], label: Cell, aside: int, width: int) -> Strip:
        """A row of cells, and the text right of it."""
        segments = self.segments(row)
        if aside:
            segments.append(Segment(clip(label.text, aside), self.paint(label.front)))
        return Strip(segments).adjust_cell_length(width, self.paint("ground"))

    def _caption(self, width: int) -> Strip:
        """Where the cursor is, and what the signs mean as far as there is room."""
        place = position(self._data)
        used = sum(cells(run.text) for run in place)
        meant = legend(self._data, self._scale, width - used - 2)
        blank = width - used - sum(cells(run.text) for run in meant) - 1
        filler = [Run(" " * max(1, blank), "ground")] if meant else []
        segments = [Segment(text, self.paint(style)) for text, style in (*place, *filler, *meant)]
        return Strip(segments).adjust_cell_length(width, self.paint("ground"))

    # What the person does: every way ends in one message.

    def _ask(self, request: int, clicked: bool = False) -> None:
        """Post the wish for a request. Repeated steps add up even before the answer is shown."""
        request = max(1, min(self._data.requests, request))
        if self._data.requests and (clicked or request != self._asked):
            self._asked = request
            self.post_message(self.Scrubbed(self, request, clicked))

    def action_step(self, by: int) -> None:
        self._ask(self._asked + by)

    def action_go(self, request: int) -> None:
        self._ask(request if request > 0 else self._data.requests)

    def action_mark(self, direction: int) -> None:
        """To the next or the previous mark."""
        ahead = self._data.marks.beyond(self._asked, direction)
        if ahead is not None:
            self._ask(ahead)

    def action_scale(self) -> None:
        self._scale = SCALES[(SCALES.index(self._scale) + 1) % len(SCALES)]
        self.repaint()
        self.refresh()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.button == 1:
            self._dragging = True
            self.capture_mouse()
            self._scrub_to(event.x, clicked=True)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging:
            self._scrub_to(event.x)

    def on_mouse_up(self) -> None:
        self._dragging = False
        self.release_mouse()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.action_step(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.action_step(-1)

    def _scrub_to(self, x: int, clicked: bool = False) -> None:
        if self._chart and self._chart.bars:
            self._ask(self._chart.request_at(x - 1, self._data.marks), clicked)
