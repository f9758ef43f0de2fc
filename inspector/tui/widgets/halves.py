"""The two halves of the panes: which one is pointed at, and scrolling them apart. What a line looks like is up to the heir."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from textual import events
from textual.message import Message

from inspector.tui.rows import Rows
from inspector.tui.rows_growth import row_in
from inspector.tui.widgets.row_view import RowView

TOO_NARROW = "both panes do not fit side by side here, so they cannot scroll apart: widen to 100 columns"
WHEEL = 2
"""Lines that a turn of the wheel moves a half for itself."""


class Held(NamedTuple):
    """Where the half without the keys stands: the topmost row and a line in it, and its cursor."""

    row: int
    line: int
    cursor: int


class Halves(RowView):
    """Scroll position and cursor belong to the half that has the keys; the other one is held where it is, or follows."""

    held: Held | None = None
    """Where the other half stands when the halves scroll apart; None: both stand at one place."""
    active = 0
    """The half that has the keys."""

    @dataclass
    class Parted(Message):
        """The halves scroll apart, or together again, or the keys went to the other one."""

    @property
    def places(self) -> tuple[int, ...]:
        """The halves that are shown: 0 left, 1 right."""
        return (0, 1) if self.mode == "both" else (int(self.mode == "right"),)

    def top(self, place: int) -> int:
        """The topmost display line of a half."""
        held, rows = self.held, self.rows
        if held is None or rows is None or place == self.active:
            return round(self.scroll_y)
        highest = max(0, rows.total - self._height)
        return max(0, min(highest, rows.offsets[rows.shown(held.row)] + held.line))

    def cursor_row(self, place: int) -> int:
        """The row of the cursor of a half; -1 for none: only the half with the keys has one."""
        if self.rows is None or (self.held is not None and place != self.active):
            return -1
        return self.rows.shown(self.cursor)

    def half_at(self, x: int) -> int:
        """The half under a column."""
        return self.places[0] if len(self.places) == 1 else int(x > self.pane_width)

    def action_apart(self) -> None:
        """Each half scrolls for itself; the second time, both stand where the one with the keys is."""
        if self.rows is None:
            return
        if self.mode != "both":
            self.post_message(self.Told(TOO_NARROW))
            return
        self.held = self._here(self.rows) if self.held is None else None
        self._parted()

    def carried(self, old: Rows, rows: Rows) -> None:
        """Other rows of the same transcript: the half without the keys stays where it is, too."""
        if self.held is not None:
            place = row_in(rows, old, self.held.row)
            self.held = Held(place, self.held.line, row_in(rows, old, self.held.cursor))

    def switch_half(self) -> bool:
        """The keys go to the other half; False when the halves stand together."""
        if self.held is None or self.rows is None:
            return False
        held, top = self.held, self.top(1 - self.active)
        self.held, self.active = self._here(self.rows), 1 - self.active
        self._following = False
        self.cursor = held.cursor
        self._jump(top)
        self._parted()
        return True

    def join(self) -> None:
        """Both halves stand at one place again."""
        if self.held is not None:
            self.held = None
            self._parted()

    def watch_mode(self) -> None:
        """With one pane there is nothing to be apart from."""
        self.join()
        super().watch_mode()

    def on_click(self, event: events.Click) -> None:
        """A click on the other half takes the keys there first."""
        if self.held is not None and self.half_at(event.x) != self.active:
            self.switch_half()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, WHEEL)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -WHEEL)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        """The half under the pointer moves; the one with the keys moves as everything does that scrolls."""
        place = self.half_at(event.x)
        if self.held is not None and place != self.active:
            event.stop()
            event.prevent_default()
            self.scroll_half(place, by)

    def scroll_half(self, place: int, by: int) -> None:
        """Move a half by some lines; both, where they stand together."""
        rows = self.rows
        if rows is None:
            return
        y = max(0, min(rows.total - self._height, self.top(place) + by))
        if self.held is None or place == self.active:
            self._jump(y)
        else:
            self.held = Held(*rows.locate(y), self.held.cursor)
            self.refresh()

    def _row_at(self, event: events.MouseEvent) -> int | None:
        y = event.y + self.top(self.half_at(event.x))
        return self._row_on(y)

    def _here(self, rows: Rows) -> Held:
        row, line = rows.locate(round(self.scroll_y))
        return Held(row, line, self.cursor)

    def _parted(self) -> None:
        self.refresh()
        self.post_message(self.Parted())
