"""Styles of a widget that draws its own lines, fetched once per theme.

Textual empties its style cache at every refresh, so that fetching a component style for every segment of every line
would cost more than the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.widget import Widget


class Cell(NamedTuple):
    """A character one cell wide, the style of its shape and the style whose colour is behind it."""

    text: str
    front: str
    back: str = "ground"


class Painted(Widget):
    """A widget with component styles `<prefix>--<name>`, kept until theme or style sheet change."""

    PREFIX = ""

    def __init__(self, *, id: str | None = None, classes: str | None = None, name: str | None = None) -> None:
        super().__init__(id=id, classes=classes, name=name)
        self._styles: dict[tuple[str, ...], Style] = {}

    def notify_style_update(self) -> None:
        """Textual's word that theme, style sheet or pseudo class changed."""
        super().notify_style_update()
        self._styles.clear()
        self.repaint()

    def repaint(self) -> None:
        """Forget what was drawn. For widgets that keep their strips."""

    def paint(self, name: str) -> Style:
        """The component style of that name."""
        style = self._styles.get((name,))
        if style is None:
            style = self._styles[name,] = self.get_component_rich_style(f"{self.PREFIX}--{name}")
        return style

    def mix(self, front: str, back: str) -> Style:
        """One component style on the *foreground* colour of another: two shapes in one cell."""
        style = self._styles.get((front, back))
        if style is None:
            style = self._styles[front, back] = self.paint(front) + Style(bgcolor=self.paint(back).color)
        return style

    def segments(self, row: Iterable[Cell]) -> list[Segment]:
        """Cells as segments, neighbours of one style joined."""
        runs = groupby(row, key=lambda cell: cell[1:])
        return [Segment("".join(cell.text for cell in run), self.mix(*style)) for style, run in runs]
