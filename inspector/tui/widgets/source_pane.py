"""The two halves of the audit: the list of sources, and what is known of the chosen one. Both draw their own lines."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.terminal_text import cells, clip, pad
from inspector.tui.source_text import Shown, Stretch, laid_out
from inspector.tui.widgets.palette import Painted

Row = tuple[str, str, str, str]
"""Pointer, and the sign, style and word of its status."""

_STYLES = """
        & .source--ground { color: $text-muted; }
        & .source--plain { color: $foreground; }
        & .source--strong { color: $foreground; text-style: bold; }
        & .source--quiet { color: $text-muted; }
        & .source--label { color: $part-durable; }
        & .source--rule { color: $border-blurred; }
        & .source--warn { color: $warning; text-style: bold; }
        & .source--bad { color: $error; text-style: bold; }
        & .source--good { color: $success; }
        & .source--here { background: $block-cursor-background; color: $block-cursor-foreground; }
"""
_NAMES = {
    f"source--{name}" for name in ("ground", "plain", "strong", "quiet", "label", "rule", "warn", "bad", "good", "here")
}


class SourceList(Painted, can_focus=True):
    """One line for each pointer. Moves under its own cursor."""

    PREFIX = "source"
    ALLOW_SELECT = False
    COMPONENT_CLASSES = _NAMES
    DEFAULT_CSS = f"SourceList {{ background: $surface; {_STYLES} }}"
    rows: reactive[tuple[Row, ...]] = reactive((), layout=False)
    cursor: reactive[int] = reactive(0, layout=False)

    @dataclass
    class Selected(Message):
        """Another line is chosen."""

    @dataclass
    class Opened(Message):
        """A line was clicked twice."""

    def select(self, place: int) -> None:
        """The cursor on a line, or the nearest there is."""
        self.cursor = max(0, min(len(self.rows) - 1, place))

    def watch_cursor(self) -> None:
        self.post_message(self.Selected())

    @property
    def _top(self) -> int:
        return max(0, min(self.cursor - self.size.height // 2, len(self.rows) - self.size.height))

    def render_line(self, y: int) -> Strip:
        width, place = self.size.width, self._top + y
        if place >= len(self.rows):
            return Strip.blank(width, self.paint("ground"))
        pointer, sign, style, word = self.rows[place]
        chosen = place == self.cursor
        room = max(4, width - 18)
        told = [
            (" › " if chosen else "   ", "label"),
            (pad(f"{sign} {word}", 15), style),
            (_tail(pointer, room), "plain"),
        ]
        segments = [Segment(text, self.paint("here" if chosen else name)) for text, name in told]
        return Strip(segments).adjust_cell_length(width, self.paint("here" if chosen else "ground"))

    def on_click(self, event: events.Click) -> None:
        """Choose a line; twice: open it."""
        self.select(self._top + event.y)
        if event.chain == 2:
            self.post_message(self.Opened())

    def on_mouse_scroll_down(self) -> None:
        self.select(self.cursor + 1)

    def on_mouse_scroll_up(self) -> None:
        self.select(self.cursor - 1)


class SourceDetail(ScrollView, can_focus=True):
    """What is known of one source, folded to the width."""

    COMPONENT_CLASSES = _NAMES
    DEFAULT_CSS = f"SourceDetail {{ background: $surface; scrollbar-size-vertical: 1; {_STYLES} }}"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._stretches: list[Stretch] = []
        self._lines: list[Shown] = []

    def show(self, stretches: list[Stretch]) -> None:
        """Say this."""
        if stretches != self._stretches:
            self._stretches = stretches
            self.scroll_to(y=0, animate=False, immediate=True, force=True)
            self._fold()

    def on_resize(self) -> None:
        self._fold()

    def _fold(self) -> None:
        width = max(10, self.scrollable_content_region.width - 2)
        self._lines = laid_out(self._stretches, width)
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width, at = self.size.width, y + round(self.scroll_y)
        if at >= len(self._lines):
            return Strip.blank(width, self._style("ground"))
        line = self._lines[at]
        label = Segment(f" {line.label}", self._style("label"))
        return Strip([label, Segment(line.text, self._style(line.style))]).adjust_cell_length(
            width, self._style("ground")
        )

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"source--{name}")


def _tail(pointer: str, width: int) -> str:
    """A pointer as far as it fits; its end tells more than its beginning."""
    safe = clip(pointer, 1_000)
    while cells(safe) > width:
        safe = "…" + safe[2:] if safe.startswith("…") else "…" + safe[1:]
    return safe
