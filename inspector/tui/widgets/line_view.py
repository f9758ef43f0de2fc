"""A file by its lines: only what is on the screen is read, from either end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from inspector.terminal_text import cells, sanitise
from inspector.transcript.line_file import LineFile, Row
from inspector.tui.widgets.palette import Painted

PATIENCE = 0.15
"""Seconds after which no more lines are read for one key: a line without end is looked through for 32 MB."""
ASIDE = 16
"""Columns that one key moves the lines sideways."""


class LineView(Painted, can_focus=True):
    """Rows from one offset on. A long line is one row; the keys left and right move all of them sideways."""

    PREFIX = "lines"
    ALLOW_SELECT = False
    COMPONENT_CLASSES = {f"lines--{name}" for name in ("text", "number", "more", "hit")}
    DEFAULT_CSS = """
    LineView { background: $surface; color: $foreground; height: 1fr;
        & .lines--text { color: $foreground; }
        & .lines--number { color: $text-muted; }
        & .lines--more { color: $accent; text-style: bold; }
        & .lines--hit { color: $block-cursor-foreground; background: $block-cursor-background; }
    }
    """

    @dataclass
    class Moved(Message):
        """Other lines are shown."""

    def __init__(self, file: LineFile) -> None:
        super().__init__()
        self.file = file
        self.rows: list[Row] = []
        self.aside = 0
        self.needle = ""
        self.hit = -1
        """Offset of the line that was found."""

    # ---------------------------------------------------------------- moving

    @property
    def page(self) -> int:
        return max(1, self.size.height)

    @property
    def at_end(self) -> bool:
        """The last line is shown."""
        return not self.rows or self.rows[-1].end >= self.file.size

    def on_resize(self) -> None:
        """As many rows as there is room for, the first one where it was."""
        if self.rows:
            self.go(self.rows[0].offset)
        else:
            self.end()

    def go(self, offset: int) -> None:
        """The line that starts at an offset on top, or as far down as the file goes."""
        rows = self._ahead(max(0, offset), self.page)
        if offset > 0 and len(rows) < self.page and (not rows or rows[-1].end >= self.file.size):
            rows = max(rows, self._before(self.file.size, self.page), key=len)
        self._take(rows)

    def end(self) -> None:
        """The last lines; nothing before them is read."""
        self._take(self._before(self.file.size, self.page))

    def show_hit(self, row: Row) -> None:
        """A line that was found, some lines below the top."""
        self.hit = row.offset
        before = self._before(row.offset, self.page // 3)
        self.go(before[0].offset if before else row.offset)
        text = sanitise(row.text)
        at = text.lower().find(self.needle.lower())
        room = max(8, self.size.width - self._gutter - 2)
        self.aside = max(0, at - room // 2) if at > room else 0

    def move(self, by: int) -> None:
        """Some lines on or back."""
        if not self.rows:
            return
        if by < 0:
            before = self._before(self.rows[0].offset, -by)
            self.go(before[0].offset if before else 0)
        elif not self.at_end:
            ahead = self._ahead(self.rows[0].offset, by + 1)
            self.go(ahead[-1].offset if ahead else self.file.size)

    def sideways(self, by: int) -> None:
        """Some columns to the right or the left."""
        self.aside = max(0, min(self.file.limit, self.aside + by * ASIDE))
        self.refresh()

    def _ahead(self, offset: int, count: int) -> list[Row]:
        """Lines from an offset on; fewer, when they are so long that looking for their ends takes a while."""
        rows: list[Row] = []
        for wanted in _paced(count):
            more = self.file.rows_from(rows[-1].end if rows else offset, wanted)
            rows += more
            if len(more) < wanted:
                break
        return rows

    def _before(self, offset: int, count: int) -> list[Row]:
        """Lines before an offset, in their order; fewer, when they are very long."""
        rows: list[Row] = []
        for wanted in _paced(count):
            more = self.file.rows_before(rows[0].offset if rows else offset, wanted)
            rows = more + rows
            if len(more) < wanted:
                break
        return rows

    def _take(self, rows: list[Row]) -> None:
        self.rows = rows
        self.refresh()
        self.post_message(self.Moved())

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.move(3)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.move(-3)

    # ---------------------------------------------------------------- drawing

    @property
    def _gutter(self) -> int:
        numbers = [row.number for row in self.rows if row.number is not None]
        return max(6, len(f"{max(numbers, default=0):,}")) + 1

    def render_line(self, y: int) -> Strip:
        width, style = self.size.width, self.paint("text")
        if y >= len(self.rows):
            return Strip.blank(width, style)
        row, gutter = self.rows[y], self._gutter
        number = f"{row.number:,}" if row.number is not None else "·"
        lead = Segment(f"{number:>{gutter}}  ", self.paint("number"))
        body = Strip(self._text(row)).crop(self.aside, self.aside + max(1, width - gutter - 2))
        return Strip([lead, *body]).adjust_cell_length(width, style)

    def _text(self, row: Row) -> list[Segment]:
        """The line made safe, the place that was searched for marked, and what is not shown of it told."""
        text, style = sanitise(row.text), self.paint("text")
        segments: list[Segment] = []
        at = text.lower().find(self.needle.lower()) if self.needle and row.offset == self.hit else -1
        if at >= 0:
            stop = at + len(self.needle)
            segments += [
                Segment(text[:at], style),
                Segment(text[at:stop], self.paint("hit")),
                Segment(text[stop:], style),
            ]
        else:
            segments.append(Segment(text, style))
        if row.cut or row.goes_on:
            segments.append(Segment(f" ⋯ a line of {row.length:,} bytes", self.paint("more")))
        elif self.aside and cells(text) <= self.aside:
            segments.append(Segment(" " * self.aside, style))
        return segments


def _paced(count: int) -> Iterator[int]:
    """How many lines to read next, up to a number in all: as many as the time allows, by what the ones before took."""
    started, done = time.perf_counter(), 0
    while done < count:
        spent = time.perf_counter() - started
        if spent >= PATIENCE:
            return
        wanted = 1 if not done else max(1, int((PATIENCE - spent) * done / max(spent, 1e-6)))
        wanted = min(wanted, 4 * max(done, 1), count - done)
        yield wanted
        done += wanted
