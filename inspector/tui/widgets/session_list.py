"""Sessions to pick from, drawn line by line: ten thousand cost no more than what is in sight."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from inspector.terminal_text import clip, pad
from inspector.tui.picking import Entry, Listed, Shelf, columns, header, line


class SessionList(ScrollView, can_focus=True):
    """The names of the columns, then headings and sessions; one of the sessions is the selected one."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"pick--{name}" for name in ("text", "quiet", "heading", "columns", "cursor")}
    DEFAULT_CSS = """
    SessionList { background: $surface; height: 1fr; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        & .pick--text { color: $foreground; }
        & .pick--quiet { color: $text-disabled; }
        & .pick--heading { color: $accent; text-style: bold; }
        & .pick--columns { color: $text-muted; }
        & .pick--cursor { color: $block-cursor-foreground; background: $block-cursor-background; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "pick", "Open", show=False),
        Binding("home", "select(-1000000000)", "First", show=False),
        Binding("end", "select(1000000000)", "Last", show=False),
    ]

    @dataclass
    class Selected(Message):
        """Another session is selected, or other lines are in sight."""

    @dataclass
    class Picked(Message):
        """A session is to be opened."""

        entry: Entry

    def __init__(self, shelf: Shelf) -> None:
        super().__init__()
        self.shelf = shelf
        self.lines: list[Listed] = []
        self.cursor = -1
        self.nothing = ""
        """What is said when there is nothing to list."""
        self._wanted = ""
        self._styles: dict[str, Style] = {}

    # ---------------------------------------------------------------- what is listed

    @property
    def selected(self) -> Entry | None:
        """The session that enter would open."""
        found = self.lines[self.cursor] if 0 <= self.cursor < len(self.lines) else None
        return found if isinstance(found, Entry) else None

    def renew(self, wanted: str | None = None) -> None:
        """List what there is by now; the selected session stays selected, unless another filter leaves it out."""
        kept, fresh = self.selected, wanted is not None and wanted != self._wanted
        self._wanted = self._wanted if wanted is None else wanted
        self.lines = self.shelf.lines(self._wanted)
        first = next((at for at, each in enumerate(self.lines) if isinstance(each, Entry)), -1)
        same = self.lines.index(kept) if kept is not None and not fresh and kept in self.lines else first
        touched = kept is not None and self.cursor != self._first
        self.cursor = same if touched else first
        self._first = first
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.lines) + 1)
        if not touched:
            self.scroll_to(y=0, animate=False)
        self.refresh()
        self.post_message(self.Selected())

    _first = -1
    """Where the first session is: the cursor stays there until somebody moves it."""

    def in_sight(self) -> list[Entry]:
        """The sessions that are drawn, and some below them."""
        top = round(self.scroll_y)
        return [each for each in self.lines[top : top + 2 * max(1, self.size.height)] if isinstance(each, Entry)]

    # ---------------------------------------------------------------- moving

    def action_select(self, by: int) -> None:
        """The cursor some sessions on or back."""
        goal, at, way = self.cursor, self.cursor, 1 if by > 0 else -1
        for _ in range(min(abs(by), len(self.lines))):
            at += way
            while 0 <= at < len(self.lines) and not isinstance(self.lines[at], Entry):
                at += way
            if not 0 <= at < len(self.lines):
                break
            goal = at
        if goal >= 0:
            self._go(goal)

    def page(self, by: int) -> None:
        """A page on or back."""
        self.action_select(by * max(1, self.size.height - 2))

    def action_pick(self) -> None:
        """Open the selected one."""
        if self.selected is not None:
            self.post_message(self.Picked(self.selected))

    def _go(self, at: int) -> None:
        self.cursor = at
        room = max(1, self.size.height - 1)
        top = round(self.scroll_y)
        above = at - 1 if at and isinstance(self.lines[at - 1], str) else at
        if above < top:
            self.scroll_to(y=above, animate=False)
        elif at >= top + room:
            self.scroll_to(y=at - room + 1, animate=False)
        self.refresh()
        self.post_message(self.Selected())

    def on_click(self, event: events.Click) -> None:
        """Open what is clicked."""
        at = event.y - 1 + round(self.scroll_y)
        if event.y > 0 and at < len(self.lines) and isinstance(self.lines[at], Entry):
            self._go(at)
            self.action_pick()

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        if round(old) != round(new):
            self.post_message(self.Selected())

    # ---------------------------------------------------------------- drawing

    def on_resize(self) -> None:
        """Other columns, and other sessions in sight."""
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.lines) + 1)
        self.post_message(self.Selected())

    def notify_style_update(self) -> None:
        """Theme or style sheet changed."""
        super().notify_style_update()
        self._styles.clear()

    def render_line(self, y: int) -> Strip:
        """The names of the columns, which stay, then one line of the list."""
        width = self.size.width
        place = columns(width - 2)
        if y == 0:
            return self._strip(f" {header(place)}", "columns", width)
        at = y - 1 + round(self.scroll_y)
        if at >= len(self.lines):
            return self._strip(f" {clip(self.nothing, width - 2)}" if not self.lines and y == 1 else "", "text", width)
        each = self.lines[at]
        if isinstance(each, str):
            return self._strip(f" {pad(each, max(1, width - 2))}", "heading", width)
        details = self.shelf.details(each)
        text = line(each, details, self.shelf.told(each), place, time.time())
        return self._strip(f" {text}", self._style(at, each.readable(details)), width)

    def _style(self, at: int, readable: bool) -> str:
        if at == self.cursor:
            return "cursor"
        return "text" if readable else "quiet"

    def _strip(self, text: str, style: str, width: int) -> Strip:
        return Strip([Segment(text, self._paint(style))]).adjust_cell_length(width, self._paint("text"))

    def _paint(self, name: str) -> Style:
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(f"pick--{name}")
        return self._styles[name]
