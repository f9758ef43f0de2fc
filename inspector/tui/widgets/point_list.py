"""The list of the summary room: one line for everything that is found or missing, with a cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.terminal_text import clip
from inspector.tui.summaries.points import SIGNS, TITLE, Point
from inspector.tui.widgets.palette import Painted

_RULES = {
    "text": "color: $foreground;",
    "quiet": "color: $text-muted;",
    "title": "color: $text-muted; text-style: bold;",
    "finding": "color: $error; text-style: bold;",
    "hint": "color: $warning;",
    "missing": "color: $warning; text-style: bold;",
    "partly": "color: $secondary;",
    "verbatim": "color: $success;",
    "cursor": "color: $block-cursor-foreground; background: $block-cursor-background; text-style: bold;",
}


class PointList(Painted, ScrollView, can_focus=True):
    """Only the lines in sight are drawn: a summary of thousands of messages lacks hundreds of paths."""

    PREFIX = "points"
    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"points--{name}" for name in _RULES}
    DEFAULT_CSS = (
        "PointList { background: $surface; height: auto;"
        " overflow: hidden auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable;\n"
        + "\n".join(f"& .points--{name} {{ {rules} }}" for name, rules in _RULES.items())
        + "}\nPointList:nocolor .points--cursor { text-style: reverse bold; }"
    )

    @dataclass
    class Moved(Message):
        """Another line is the present one; `chosen`: it was clicked a second time."""

        point: Point
        chosen: bool = False

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.points: Sequence[Point] = ()
        self.none = ""
        """What is said where the list is empty."""
        self.at: int | None = None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as it is long: the summary above it takes what it leaves."""
        return max(1, len(self.points))

    def show(self, points: Sequence[Point], none: str) -> None:
        """Another list, with no line chosen yet."""
        if len(points) != len(self.points):
            self.refresh(layout=True)
        self.points, self.none, self.at = points, none, None
        self.virtual_size = Size(self.scrollable_content_region.width, len(points))
        self.scroll_to(y=0, animate=False, immediate=True, force=True)
        self.refresh()

    @property
    def point(self) -> Point | None:
        """The chosen line."""
        return self.points[self.at] if self.at is not None and self.at < len(self.points) else None

    def move(self, by: int) -> None:
        """Some lines on or back; the first time to the first one."""
        if self.points:
            start = self.at if self.at is not None else (-1 if by > 0 else len(self.points))
            self._go(self._line_at(max(0, min(len(self.points) - 1, start + by)), by))

    def _line_at(self, at: int, by: int) -> int:
        """The line there, or the next one in that direction where a heading stands; a heading has a line below it."""
        if self.points[at].style != TITLE:
            return at
        return at - 1 if by < 0 and at else at + 1

    def count(self, upto: int | None = None) -> int:
        """How many lines there are that are no headings, of all or of so many."""
        return sum(point.style != TITLE for point in self.points[:upto])

    def _go(self, at: int, chosen: bool = False) -> None:
        self.at = at
        top = at - 1 if at and self.points[at - 1].style == TITLE else at
        self.scroll_to_region(Region(0, top, 1, at - top + 1), animate=False, immediate=True, force=True)
        self.refresh()
        self.post_message(self.Moved(self.points[at], chosen))

    def on_click(self, event: events.Click) -> None:
        """The line under the mouse; a double click goes to its block."""
        at = event.y + round(self.scroll_y)
        if at < len(self.points) and self.points[at].style != TITLE:
            self._go(at, chosen=event.chain > 1)

    def render_line(self, y: int) -> Strip:
        """One line."""
        at, width, ground = y + round(self.scroll_y), self.size.width, self.paint("text")
        if at >= len(self.points):
            words = clip(self.none, width - 2) if not self.points and at == 0 else ""
            return Strip([Segment(f"  {words}", self.paint("quiet"))]).adjust_cell_length(width, ground)
        return Strip(self._line(at, width)).adjust_cell_length(width, self.paint("cursor" if at == self.at else "text"))

    def _line(self, at: int, width: int) -> list[Segment]:
        point, chosen = self.points[at], at == self.at
        if point.style == TITLE:
            return [Segment(clip(point.what, width - 1), self.paint(TITLE))]
        name = f"{SIGNS[point.style]} {point.what}"
        where = f"  {point.spans[0].block}" if point.spans else ""
        room = width - len(name) - len(where) - 3
        text = clip(point.text, room) if room > 3 else ""
        styles = ("cursor",) * 3 if chosen else (point.style, "text", "quiet")
        words = (name, f"  {text}" if text else "", where)
        return [Segment(word, self.paint(style)) for word, style in zip(words, styles, strict=True)]
