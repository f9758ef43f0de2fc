"""A picture across all requests with a cursor on one of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from inspector.terminal_text import pad
from inspector.tui.strip import Grid, Picture, draw, pointed
from inspector.tui.why.scale import Scale
from inspector.tui.widgets.palette import Painted

LEAD = 7
"""Cells before the picture: its scale."""
_RULES = {
    "ground": "color: $surface;",
    "column": "color: $foreground 12%;",
    "text": "color: $foreground;",
    "quiet": "color: $text-muted;",
    "pointer": "color: $accent; text-style: bold;",
    "line": "color: $text-muted;",
    "held": "color: $primary 65%;",
    "read": "color: $primary 45%;",
    "write": "color: $warning;",
    "fresh": "color: $error;",
    "output": "color: $secondary;",
    "bad": "color: $error; text-style: bold;",
    "warn": "color: $warning; text-style: bold;",
}


class RequestStrip(Painted):
    """As high as its style says: the last row has the marks. Nothing of a key is proportional to the session but the cells."""

    PREFIX = "strip"
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"strip--{name}" for name in _RULES}
    DEFAULT_CSS = (
        "RequestStrip { background: $surface; height: 6;\n"
        + "\n".join(f"& .strip--{name} {{ {rules} }}" for name, rules in _RULES.items())
        + "}"
    )

    @dataclass
    class Pointed(Message):
        """A request was pointed at; `twice`: to go there."""

        request: int
        twice: bool

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.picture = Picture()
        self.request = 1
        self._drawn: Grid | None = None
        """The picture without its cursor: it is drawn once for all keys."""
        self._cells: tuple[Scale, int] | None = None
        """For which cells it was drawn: a widget is painted at a new size before it hears of it."""
        self._pointed: Grid | None = None

    def show(self, picture: Picture, request: int) -> None:
        """Another picture, or another place of the cursor."""
        if picture is not self.picture:
            self.repaint()
        self.picture, self.request = picture, max(1, min(picture.requests, request))
        self._pointed = None
        self.refresh()

    def repaint(self) -> None:
        """Forget what was drawn."""
        self._drawn = self._pointed = None

    @property
    def scale(self) -> Scale:
        """Cells for requests."""
        return Scale(self.picture.requests, max(1, self.size.width - LEAD - 1))

    def on_click(self, event: events.Click) -> None:
        """A request is pointed at: of several in a cell one with a mark, else the last."""
        scale, cell = self.scale, event.x - LEAD
        if self.picture.requests and 0 <= cell < scale.width:
            low, high = scale.stretch(cell)
            marked = next((request for request in sorted(self.picture.marks) if low <= request <= high), high)
            self.post_message(self.Pointed(marked, event.chain > 1))

    def render_line(self, y: int) -> Strip:
        """A row of the picture, or the marks."""
        width, rows, scale = self.size.width, max(1, self.size.height - 1), self.scale
        if self._drawn is None or self._cells != (scale, rows):
            self._drawn, self._pointed, self._cells = draw(self.picture, scale, rows), None, (scale, rows)
        if self._pointed is None:
            self._pointed = pointed(self._drawn, self.picture, scale, self.request)
        beside = self.picture.top if y == 0 else self.picture.foot if y == rows - 1 else ""
        lead = Segment(f"{pad(beside, LEAD - 1, True)} ", self.paint("quiet"))
        segments = [lead, *self.segments(self._pointed[y] if y < len(self._pointed) else [])]
        return Strip(segments).adjust_cell_length(width, self.paint("text"))
