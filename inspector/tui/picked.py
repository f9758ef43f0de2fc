"""A stretch of text picked with the mouse inside one pane, by display lines. No Textual here."""

from __future__ import annotations

from typing import NamedTuple


class Point(NamedTuple):
    """A display line and a column of its pane."""

    y: int
    x: int


class Picked(NamedTuple):
    """From where the button went down to where the pointer is, both cells included."""

    place: int
    """The half: a stretch never crosses into the other one."""
    anchor: Point
    head: Point

    @property
    def first(self) -> Point:
        return min(self.anchor, self.head)

    @property
    def last(self) -> Point:
        return max(self.anchor, self.head)

    @property
    def lines(self) -> range:
        """The display lines that it touches."""
        return range(self.first.y, self.last.y + 1)

    def span(self, y: int, low: int, high: int) -> tuple[int, int]:
        """The picked columns `[start, stop)` of a display line whose text stands in `[low, high)`."""
        if y not in self.lines:
            return low, low
        start = max(low, self.first.x) if y == self.first.y else low
        stop = min(high, self.last.x + 1) if y == self.last.y else high
        return min(start, high), max(min(start, high), stop)


def joined(lines: list[tuple[str, str]]) -> str:
    """Lines and what parts each from the next: a line end, a blank, or nothing where only the screen broke the text."""
    words = ""
    for line, between in lines:
        words += line.rstrip() + between
    return words.strip("\n").rstrip()
