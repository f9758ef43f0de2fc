"""A long text to read: folded to the width, drawn line by line."""

from __future__ import annotations

from itertools import islice

from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.terminal_text import fold, folded

LINES = 20_000
"""Display lines that are folded at the most; the rest is counted."""


class Page(ScrollView, can_focus=True):
    """One text. Folding is bounded, so that millions of characters freeze nothing."""

    COMPONENT_CLASSES = {"page--text", "page--more"}
    DEFAULT_CSS = """
    Page { background: $surface; height: 1fr; scrollbar-size-vertical: 1;
        & .page--text { color: $foreground; }
        & .page--more { color: $accent; text-style: bold; }
    }
    """

    def __init__(self, text: str, classes: str | None = None) -> None:
        super().__init__(classes=classes)
        self._text = text
        self._lines: list[str] = []
        self._more = ""

    def lines_at(self, width: int) -> int:
        """Lines that the text needs in that many columns, scroll bar included."""
        return sum(1 for _ in islice(folded(self._text, max(10, width - 3)), LINES))

    def on_resize(self) -> None:
        """Fold anew for the width."""
        width = max(10, self.scrollable_content_region.width - 2)
        found = list(islice(folded(self._text, width), LINES))
        self._lines = [line.text for line in found]
        left = len(self._text) - (found[-1].stop if found else 0)
        self._more = fold(f"⋯ {left:,} characters more", width, 1)[0] if left > 0 else ""
        self.virtual_size = Size(width, len(self._lines) + bool(self._more))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the text."""
        at, width = y + round(self.scroll_y), self.size.width
        style = self.get_component_rich_style("page--text")
        if at < len(self._lines):
            return Strip([Segment(f" {self._lines[at]}", style)]).adjust_cell_length(width, style)
        more = self._more if at == len(self._lines) else ""
        return Strip([Segment(f" {more}", self.get_component_rich_style("page--more"))]).adjust_cell_length(
            width, style
        )
