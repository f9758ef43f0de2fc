"""A scrolling view of rows with a cursor: geometry and movement. What a line looks like is up to its heirs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.reactive import var
from textual.scroll_view import ScrollView

from inspector.tui import body
from inspector.tui.actions import bindings
from inspector.tui.picture import Picture
from inspector.tui.rows import BLOCK, EMPTY, REQUEST, TURN, Rows

Mode = Literal["both", "left", "right"]
AROUND = 150
"""Rows on each side of the visible ones that are measured at once in any case."""
INLINE = 12_000
"""Rows that are measured at once; more of them are measured in a thread."""


class RowView(ScrollView, can_focus=True):
    """Rows of a transcript under one scroll bar. Nothing but measuring is proportional to the transcript."""

    ALLOW_SELECT = False
    BINDINGS = bindings("panes")
    cursor: var[int] = var(0, init=False)
    mode: var[Mode] = var("both", init=False)

    @dataclass
    class Selected(Message):
        """The cursor is on another row."""

        row: int

    @dataclass
    class Told(Message):
        """Something that the person should know."""

        text: str

    @dataclass
    class Remeasure(Message):
        """Row heights are wanted for another width of pane, and there are too many to work them out at once."""

        width: int

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: Rows | None = None
        self.picture: Picture | None = None
        self._following = True
        """The cursor stays where the request is made, until the person moves it."""

    @property
    def following(self) -> bool:
        """Nobody moved the cursor away from where the request is made."""
        return self._following

    @property
    def pane_width(self) -> int:
        """Cells of one pane."""
        width = self.scrollable_content_region.width
        return (width - 1) // 2 if self.mode == "both" else width

    def align(self) -> bool:
        """Offsets or the picture changed: work out anew what stands beside what; whether that moved any row."""
        return False

    def relayout(self) -> None:
        """Work out heights for the present width, keeping the same message in its place."""
        if self.rows is None or self.pane_width <= 0:
            return
        if len(self.rows) > INLINE:
            self.post_message(self.Remeasure(self.pane_width))
            self.adopt(self._rough(self.rows), self.pane_width, exact=False)
            return
        heights = self.rows.measure(self.pane_width)
        if heights is not None:
            self.adopt(heights, self.pane_width)

    def _rough(self, rows: Rows) -> list[int]:
        """One line for each row, but exact heights around the place that is looked at."""
        columns, heights = rows.grid(self.pane_width), [1] * len(rows)
        place = rows.locate(round(self.scroll_y)).row
        if self._following:
            place = rows.request_row(self.picture.request) if self.picture else len(rows)
        for row in range(max(0, place - AROUND), min(len(rows), place + AROUND)):
            heights[row] = rows.height(row, columns)
        return heights

    def adopt(self, heights: list[int], width: int, exact: bool = True) -> None:
        """Take measured heights over, unless the width is another one by now."""
        if self.rows is None or width != self.pane_width or len(heights) != len(self.rows):
            return
        anchor, line = self._anchor()
        self.rows.adopt(heights, width)
        self.rows.exact = exact
        self._settle(anchor, line)

    def follow(self) -> None:
        """Scroll to the place where the request is made, the cursor on the last message before it."""
        if self.rows is None or self.picture is None:
            return
        self._following = True
        end = self.rows.request_row(self.picture.request)
        self.cursor = max(0, self.rows.step(end, -1))
        bottom = self.rows.offsets[min(end, len(self.rows) - 1) + 1]
        self._jump(bottom - self._height)

    def back(self) -> None:
        """To the place where the request is made, if that is what the person was looking at."""
        if self._following:
            self.follow()

    def reveal(self, blocks: Iterable[int]) -> None:
        """Go to the nearest of these blocks, unless one of them is in sight."""
        if self.rows is None:
            return
        found = sorted((abs(self.rows.row_of[block] - self.cursor), self.rows.row_of[block]) for block in blocks)
        if found and not any(self._in_sight(row) for _, row in found):
            following = self._following
            self.go_to_row(found[0][1], aside=True)
            self._following = following

    def go_to_row(self, row: int, aside: bool = False) -> None:
        """Put the cursor on a row and scroll to it; `aside`: with what surrounds it, when it was out of sight."""
        if self.rows is not None and 0 <= row < len(self.rows):
            self._following = False
            self.cursor = row
            if aside and not self._in_sight(row):
                self._jump(self.rows.offsets[row] - self._height // 4)
            else:
                self._reveal(self.rows)

    def show_text(self, block: int, at: int) -> bool:
        """Put the cursor on a block and one of its characters in sight, unfolding the block where that is needed.

        False when it stands below all that is shown of a block.
        """
        rows = self.rows
        if rows is None:
            return False
        row = rows.row_of[block]
        self.go_to_row(row, aside=True)
        content = rows.transcript.structure.blocks[block]
        seen = rows.lines(row, rows.columns, rows.heights[row])
        if row not in rows.expanded and (not seen or at >= seen[-1].stop or content.kind == "tool_use"):
            self.action_unfold()
        y = self.line_of(block, at)
        if y is not None and not self.is_in_sight(y):
            self._jump(y - self._height // 4)
        return y is not None

    def line_of(self, block: int, at: int) -> int | None:
        """The display line of a character of a block; None when it is not among those that are shown."""
        rows = self.rows
        if rows is None:
            return None
        row = rows.row_of[block]
        seen = rows.lines(row, rows.columns, rows.heights[row])
        if row in rows.expanded:
            at = rows.content(row).place(at, body.text_of(rows.transcript.structure.blocks[block], expanded=True))
        line = next((place for place, shown in enumerate(seen) if at < shown.stop), len(seen) - 1 if not at else None)
        return None if line is None else rows.offsets[row] + line

    def is_in_sight(self, y: int) -> bool:
        """Whether a display line is on the screen."""
        return round(self.scroll_y) <= y < round(self.scroll_y) + self._height

    def action_move(self, step: int) -> None:
        """The cursor some blocks further; from the top of what is seen when it is out of sight."""
        if self.rows is None:
            return
        start = self.rows.shown(self.cursor)
        if not self._in_sight(start):
            start = self.rows.locate(round(self.scroll_y)).row
        self.go_to_row(self.rows.step(start, step))

    def action_message(self, step: int) -> None:
        """The cursor on the first block of the next or previous message."""
        if self.rows is None or self.rows.kinds[self.cursor] not in (BLOCK, EMPTY):
            return
        away = self.rows.away_at(self.cursor)
        if away is not None:  # what is put away is passed over as one
            self.go_to_row(self.rows.step(away.stop - 1 if step > 0 else away.first, 1 if step > 0 else -1))
            return
        owner = self.rows.owner(self.cursor)
        back = step < 0 and self.rows.first[owner] != self.cursor
        goal = max(0, min(len(self.rows.first) - 1, owner + (0 if back else step)))
        self.go_to_row(self.rows.shown(self.rows.first[goal]))

    def action_unfold(self) -> None:
        """Unfold the block under the cursor, or fold it again."""
        if self.rows is None or self.rows.kinds[self.cursor] != BLOCK:
            return
        if self.rows.away_at(self.cursor) is not None:
            self.post_message(self.Told("neither side holds these messages: they unfold beside the Transcript"))
            return
        anchor, line = self._anchor()
        self.rows.toggle(self.cursor)
        self._settle(anchor, line)

    def action_density(self) -> None:
        """One line for each block, or a preview of some lines."""
        if self.rows is not None:
            self.rows.compact = not self.rows.compact
            self.relayout()

    def action_scroll_home(self) -> None:
        self._following = False
        self.cursor = self.rows.step(-1, 1) if self.rows else 0
        self._jump(0)

    def action_scroll_end(self) -> None:
        self._following = True
        self.follow()

    def on_click(self, event: events.Click) -> None:
        """The cursor goes where the mouse points; a double click unfolds."""
        row = self._row_at(event)
        if row is not None:
            self.cursor = row
            self._following = False
            if event.chain == 2:
                self.action_unfold()

    def watch_cursor(self) -> None:
        self.refresh()
        self.post_message(self.Selected(self.cursor))

    def watch_mode(self) -> None:
        self.relayout()

    def on_resize(self) -> None:
        self.relayout()

    def _row_at(self, event: events.MouseEvent) -> int | None:
        return self._row_on(event.y + round(self.scroll_y))

    def _row_on(self, y: int) -> int | None:
        """The row of a block on a display line."""
        if self.rows is None or y >= self.rows.total:
            return None
        row = self.rows.locate(y).row
        return row if self.rows.kinds[row] in (BLOCK, EMPTY) else None

    @property
    def _height(self) -> int:
        return self.scrollable_content_region.height

    def _anchor(self) -> tuple[int, int]:
        """A row that is to stay on its line of the screen: the cursor's when it is in sight, else the topmost."""
        assert self.rows is not None
        top = round(self.scroll_y)
        row = self.cursor if self._in_sight(self.cursor) else self.rows.locate(top).row
        return row, self.rows.offsets[self.rows.shown(row)] - top

    def _settle(self, anchor: int, line: int) -> None:
        """New heights are in: tell the scroll bar, put the anchor back on its line, draw."""
        assert self.rows is not None
        self.align()
        self._keep_in_place(anchor, line)
        if self._following and self.picture is not None:
            self.follow()
        self.refresh()

    def _keep_in_place(self, anchor: int, line: int) -> None:
        """Rows moved: tell the scroll bar, and put a row back on its line of the screen."""
        assert self.rows is not None
        self.virtual_size = Size(self.scrollable_content_region.width, self.rows.total)
        self._jump(self.rows.offsets[self.rows.shown(anchor)] - line)

    def _jump(self, y: int) -> None:
        """Scroll at once, even before the scroll bar is there."""
        self.scroll_to(y=max(0, y), animate=False, immediate=True, force=True)

    def _in_sight(self, row: int) -> bool:
        assert self.rows is not None
        top = round(self.scroll_y)
        return row < len(self.rows) and top <= self.rows.offsets[self.rows.shown(row)] < top + max(1, self._height)

    def _reveal(self, rows: Rows) -> None:
        """Scroll as little as needed to see the row of the cursor, whole if it fits."""
        top, height = round(self.scroll_y), self._height
        row = rows.shown(self.cursor)
        start, stop = rows.offsets[row], rows.offsets[row + 1]
        lead = 1 if self.cursor and rows.kinds[self.cursor - 1] in (TURN, REQUEST) else 0
        if start - lead < top:
            self._jump(start - lead)
        elif stop > top + height:
            self._jump(min(start, stop - height))
