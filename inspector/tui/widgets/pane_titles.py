"""The line above the panes: a title over each, or two tabs where one pane is shown at a time."""

from __future__ import annotations

from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from inspector.terminal_text import cells, clip, pad
from inspector.tui.parts import fullest
from inspector.tui.widgets.palette import Painted
from inspector.tui.widgets.row_view import Mode

VIEW, FIXED = "Prompt View ", " · fixed "
APART = " ⇕ apart"


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
    active: reactive[int] = reactive(-1, layout=False)
    """The half that has the keys, where the halves scroll apart; -1: they stand together."""

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
        elif self.active >= 0:
            self.post_message(self.Asked("left" if event.x < self.size.width // 2 else "right"))

    def _both(self, width: int) -> Strip:
        half = (width - 2) // 2
        return Strip(
            [
                *self._title(0, half),
                Segment("│" if self.active < 0 else "║", self.paint("divider")),
                *self._title(1, half),
            ]
        )

    def _title(self, place: int, width: int) -> list[Segment]:
        """A title; where the halves scroll apart, with a mark, and the one that has the keys as chosen."""
        if self.active < 0:
            return [Segment(pad(f"  {fitted(self.titles[place], width - 2)}", width), self.paint("title"))]
        name = "chosen" if place == self.active else "title"
        needed = cells(self.titles[place].removeprefix(VIEW)) + 3
        mark = APART if needed + cells(APART) <= width else " ⇕"
        words = fitted(self.titles[place], width - 3 - cells(mark))
        return [
            Segment(" ", self.paint("title")),
            Segment(f" {words} ", self.paint(name)),
            Segment(pad(mark, max(0, width - 3 - cells(words))), self.paint("quiet")),
        ]

    def _tabs(self) -> Strip:
        chosen = 0 if self.mode == "left" else 1
        segments = [Segment(" ", self.paint("quiet"))]
        for place in (0, 1):
            segments += [
                Segment(self._tab(place), self.paint("chosen" if place == chosen else "quiet")),
                Segment(" ", self.paint("quiet")),
            ]
        room = self.size.width - sum(segment.cell_length for segment in segments)
        return Strip([*segments, Segment(" tab ⇄" if room > cells(" tab ⇄") else "", self.paint("quiet"))])

    def _tab(self, place: int) -> str:
        """One of two tabs that fit side by side."""
        return f" {fitted(self.titles[place], max(8, (self.size.width - 3) // 2 - 2))} "


def fitted(title: str, room: int) -> str:
    """A title; where it would not fit without the words that say that it is a view, then without its fixed input."""
    short = title.removeprefix(VIEW)
    forms = (title, short, short.rpartition(FIXED)[0] or short)
    return clip(fullest(forms, room), room)
