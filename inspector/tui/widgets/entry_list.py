"""A list of lines of which some lead somewhere, drawn line by line: as quick with a hundred thousand as with ten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.tui.entries import Entry, Target
from inspector.tui.parts import Part, fit, total

LEAST = 12
"""Cells below which a quoted text is left out."""


class EntryList(ScrollView, can_focus=True):
    """Lines with a cursor that passes over headings. Texts are asked for when their line is drawn."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"entries--{name}" for name in ("plain", "strong", "quiet", "warn", "bad", "good", "accent", "cursor")
    }
    DEFAULT_CSS = """
    EntryList { background: $surface; height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1;
        & .entries--plain { color: $foreground; }
        & .entries--strong { color: $foreground; text-style: bold; }
        & .entries--quiet { color: $text-muted; }
        & .entries--warn { color: $warning; text-style: bold; }
        & .entries--bad { color: $error; text-style: bold; }
        & .entries--good { color: $success; }
        & .entries--accent { color: $accent; text-style: bold; }
        & .entries--cursor { color: $block-cursor-foreground; background: $block-cursor-background; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "select(1)", "Next line", show=False),
        Binding("k,up", "select(-1)", "Previous line", show=False),
        Binding("pagedown", "select(10)", "Lines on", show=False),
        Binding("pageup", "select(-10)", "Lines back", show=False),
        Binding("home", "select(-1000000000)", "First line", show=False),
        Binding("end", "select(1000000000)", "Last line", show=False),
        Binding("enter,space", "choose", "Go there", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """A line was chosen that leads somewhere."""

        target: Target

    def __init__(self, quote: Callable[[int], str], id: str | None = None) -> None:
        super().__init__(id=id)
        self._quote = quote
        self.entries: Sequence[Entry] = ()
        self._stops: list[int] = []
        self._at = 0

    @property
    def cursor(self) -> int:
        """The line of the cursor; -1 where no line leads anywhere."""
        return self._stops[self._at] if self._stops else -1

    def show(self, entries: Sequence[Entry]) -> None:
        """Show other lines; the cursor stays with its place, or on the line that leads there."""
        wanted = self.entries[self.cursor].target if self.cursor >= 0 else None
        self.entries = entries
        self._stops = [number for number, entry in enumerate(entries) if entry.target is not None]
        self._at = next((at for at, stop in enumerate(self._stops) if entries[stop].target == wanted), 0)
        self.virtual_size = Size(self.size.width, len(entries))
        self.refresh()

    def point(self, target: Target) -> None:
        """The cursor on the first line that leads there, if there is one."""
        for at, stop in enumerate(self._stops):
            if self.entries[stop].target == target:
                self._at = at
                self.action_select(0)
                return

    def action_select(self, by: int) -> None:
        """The cursor so many places on or back; from the first one up to whatever stands above it."""
        self._at = max(0, min(len(self._stops) - 1, self._at + by))
        top = 0 if self._at == 0 else self.cursor
        self.scroll_to_region(Region(0, top, 1, max(1, self.cursor - top + 1)), animate=False)
        self.refresh()

    def action_choose(self) -> None:
        """Go where the line of the cursor leads."""
        target = self.entries[self.cursor].target if self.cursor >= 0 else None
        if target is not None:
            self.post_message(self.Chosen(target))

    def on_click(self, event: events.Click) -> None:
        """A line that leads somewhere is gone to."""
        if self.to_line(event.y + round(self.scroll_y)):
            self.action_choose()

    def to_line(self, line: int) -> bool:
        """The cursor on a line; False when it leads nowhere."""
        if line not in self._stops:
            return False
        self._at = self._stops.index(line)
        self.refresh()
        return True

    def render_line(self, y: int) -> Strip:
        """One line."""
        at, width = y + round(self.scroll_y), self.scrollable_content_region.width
        if at >= len(self.entries):
            return Strip.blank(width, self.get_component_rich_style("entries--plain"))
        entry = self.entries[at]
        chosen = at == self.cursor and self.has_focus
        left, _ = fit(self._parts(entry, width - 1), width - 1)
        sign = "▸" if chosen else "›" if entry.target is not None else " "
        segments = [Segment(sign, self._style("quiet", chosen))]
        segments += [Segment(part.text, self._style(part.style, chosen)) for part in left]
        return Strip(segments).adjust_cell_length(width, self._style("plain", chosen))

    def _parts(self, entry: Entry, width: int) -> list[Part]:
        """What the line says, with the text that it quotes."""
        if entry.quoted is None or width - total(entry.parts) < LEAST:
            return list(entry.parts)
        return [*entry.parts, Part(f"“{self._quote(entry.quoted)}”", "plain", 3, least=LEAST)]

    def _style(self, name: str, chosen: bool) -> Style:
        return self.get_component_rich_style("entries--cursor" if chosen else f"entries--{name}")
