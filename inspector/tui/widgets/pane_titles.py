"""The line above the panes: a title over each, or two tabs where one pane is shown at a time."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from inspector.terminal_text import cells, clip, pad
from inspector.tui.widgets.palette import Painted
from inspector.tui.widgets.row_view import Mode


class PaneTitles(Painted):
    """Two titles. A click on a tab asks for its pane."""

    PREFIX = "titles"
    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"titles--{name}" for name in ("title", "quiet", "chosen", "divider")}
    DEFAULT_CSS = """
    PaneTitles { height: 1; background: $panel;
        & .titles--title { color: $foreground; text-style: bold; }
        & .titles--quiet { color: $text-muted; }
        & .titles--divider { color: $border-blurred; }
        & .titles--chosen { color: $block-cursor-foreground; background: $block-cursor-background; text-style: bold; }
    }
    """
    titles: reactive[tuple[str, str]] = reactive(("", ""), layout=False)
    mode: reactive[Mode] = reactive("both", layout=False)

    @dataclass
    class Asked(Message):
        """A pane was asked for."""

        pane: Mode

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        return (self._both(width) if self.mode == "both" else self._tabs()).adjust_cell_length(
            width, self.paint("quiet")
        )

    def on_click(self, event: events.Click) -> None:
        """Show the pane whose tab is below the mouse."""
        if self.mode != "both":
            left = cells(self._tab(0)) + 1
            self.post_message(self.Asked("left" if event.x < left else "right"))

    def _both(self, width: int) -> Strip:
        half = (width - 2) // 2
        left, right = self.titles
        return Strip(
            [
                Segment(pad(f"  {clip(left, half - 2)}", half), self.paint("title")),
                Segment("│", self.paint("divider")),
                Segment(pad(f"  {clip(right, half - 2)}", half), self.paint("title")),
            ]
        )

    def _tabs(self) -> Strip:
        chosen = 0 if self.mode == "left" else 1
        segments = [Segment(" ", self.paint("quiet"))]
        for place in (0, 1):
            segments += [
                Segment(self._tab(place), self.paint("chosen" if place == chosen else "quiet")),
                Segment(" ", self.paint("quiet")),
            ]
        return Strip([*segments, Segment(" tab ⇄", self.paint("quiet"))])

    def _tab(self, place: int) -> str:
        return f" {clip(self.titles[place], 40)} "
