"""The rows of the two panes: headings and blocks in transcript order, their heights and offsets. No Textual here.

A height depends on the transcript, the width and what the person unfolded, never on a policy: when a knob turns,
nothing moves.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, islice
from typing import NamedTuple

from inspector.terminal_text import Line, cells, folded
from inspector.transcript.model import Block, Message, Transcript
from inspector.tui import body
from inspector.tui.boxes import box_height, is_wordless
from inspector.tui.grid import NARROWEST, Grid, grid
from inspector.tui.shown import Shown, shown

TURN, REQUEST, BLOCK, EMPTY = range(4)
"""Kinds of row: the heading of a turn or a request, a block, a message without blocks."""

UNFOLDED = 2_000
"""Lines of one block that are shown at the most in the panes; the reader shows the rest."""
PREVIEW = {"tool_use": 2, "tool_result": 3, "thinking": 2}
PROSE = 5
"""Preview lines of text and summaries."""
PAUSE_AFTER = 256
"""Blocks measured between two looks at whether the answer is still wanted."""


class Away(NamedTuple):
    """Rows `[first, stop)` that are shown as `height` lines in all."""

    first: int
    stop: int
    height: int


class Spot(NamedTuple):
    """Row and line in it at one display line."""

    row: int
    line: int


def flow(text: str, columns: Grid, head: int, start: int = 0) -> Iterator[Line]:
    """Text from `start` on, folded beside a title of `head` cells, then below it; without empty lines at the top."""
    while start < len(text) and text[start] in "\r\n":
        start += 1
    lead = columns.lead(head)
    top = next(folded(text, lead, start)) if lead >= NARROWEST else Line("", start, start)
    yield top
    if top.stop < len(text):
        yield from folded(text, columns.text, top.stop)


class Rows:
    """Rows of one transcript. `heights` are one line each until `measure` is done; `offsets` has one entry more.

    Both are as shown: of the rows that are put `away`, each stretch stands in the place of its first row.
    """

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.kinds = bytearray()
        self.refs = array("l")
        """The turn, the request (both from 1), the block's or the message's position, by kind of row."""
        self.lead: list[int] = []
        """Message → its first row, headings included."""
        self.first: list[int] = []
        """Message → the row of its first block."""
        self.row_of: list[int] = []
        """Block → its row."""
        self.end_row = 0
        """The heading of the request after the last message, or the number of rows."""
        self.expanded: set[int] = set()
        self.compact = False
        self.columns = grid(0, len(transcript.messages))
        self._build()
        self.away: tuple[Away, ...] = ()
        self._whole: list[int] = [1] * len(self.kinds)
        self.exact = False
        """The heights were measured, all of them."""
        self.heights = self._whole
        self.offsets: list[int] = list(range(len(self.kinds) + 1))

    @property
    def whole(self) -> list[int]:
        """Heights without regard to what is put away."""
        return self._whole

    def __len__(self) -> int:
        return len(self.kinds)

    @property
    def total(self) -> int:
        """Display lines of everything."""
        return self.offsets[-1]

    def message(self, row: int) -> tuple[Message, bool]:
        """The message of a block's (or an empty message's) row, and whether the row is its first."""
        owner = self.owner(row)
        return self.transcript.messages[owner], self.first[owner] == row

    def owner(self, row: int) -> int:
        """Position of the message that a block's or an empty message's row belongs to."""
        ref = self.refs[row]
        return ref if self.kinds[row] == EMPTY else self.transcript.structure.owner[ref]

    def block_at(self, row: int) -> int:
        """The block of a row; of any other row, the next block below it."""
        return bisect_left(self.row_of, row)

    def limit(self, block: Block, row: int) -> int:
        """Lines of a block that may be shown."""
        if row in self.expanded:
            return UNFOLDED
        return 1 if self.compact else PREVIEW.get(block.kind, PROSE)

    def height(self, row: int, columns: Grid) -> int:
        """Display lines of one row."""
        kind = self.kinds[row]
        if kind == TURN and row:
            return 2
        if kind != BLOCK:
            return 1
        block = self.transcript.structure.blocks[self.refs[row]]
        return len(self.lines(row, columns, self.limit(block, row))) + self.box(row, columns)

    def box(self, row: int, columns: Grid | None = None) -> int:
        """The last lines of a block's row, in which boxes stand for its pictures and documents."""
        block = self.transcript.structure.blocks[self.refs[row]]
        if not block.images or (self.compact and row not in self.expanded):
            return 0
        return box_height(block, (columns or self.columns).text)

    def lines(self, row: int, columns: Grid, limit: int) -> list[Line]:
        """The display lines of a block's row: the first shares its line with title and bar."""
        block = self.transcript.structure.blocks[self.refs[row]]
        if block.images and self.box(row) and is_wordless(block):
            return [Line("", 0, 0)]
        if row not in self.expanded:  # how it is read makes no difference, and takes time to find out
            return list(islice(flow(body.text_of(block), columns, cells(body.title(block))), limit))
        content = self.content(row)
        return list(islice(flow(content.text, columns, cells(content.title(block, columns))), limit))

    def content(self, row: int) -> Shown:
        """What is drawn of the block of a row."""
        block = self.transcript.structure.blocks[self.refs[row]]
        return shown(block, self.call(row), row in self.expanded)

    def call(self, row: int) -> Block | None:
        """The call that the block of a row answers."""
        shape = self.transcript.structure
        partner = shape.partner[self.refs[row]]
        return shape.blocks[partner] if partner >= 0 else None

    def grid(self, width: int) -> Grid:
        """The columns of a pane of that width."""
        return grid(width, len(self.transcript.messages))

    def measure(self, width: int, unwanted: Callable[[], bool] = bool) -> list[int] | None:
        """Heights for a pane's width; None when the answer is not wanted any more. Changes nothing: see `adopt`."""
        columns, heights = self.grid(width), []
        for row in range(len(self.kinds)):
            if not row % PAUSE_AFTER and unwanted():
                return None
            heights.append(self.height(row, columns))
        return heights

    def adopt(self, heights: list[int], width: int) -> None:
        """Take measured heights over."""
        self.columns, self._whole = self.grid(width), heights
        self._lay_out()

    def toggle(self, row: int) -> None:
        """Fold or unfold one block."""
        self.expanded ^= {row}
        self._whole[row] = self.height(row, self.columns)
        self._lay_out()

    def put_away(self, away: tuple[Away, ...]) -> bool:
        """Show some stretches of rows as few lines, and all others whole; False when that is so already."""
        if away == self.away:
            return False
        self.away = away
        self._lay_out()
        return True

    def away_at(self, row: int) -> Away | None:
        """The stretch that a row is put away with, if it is."""
        at = bisect_right(self.away, (row, len(self.kinds), 0)) - 1
        return self.away[at] if at >= 0 and row < self.away[at].stop else None

    def shown(self, row: int) -> int:
        """The row in whose place a row is shown: its own, or the first of the stretch that it is put away with."""
        away = self.away_at(row)
        return row if away is None else away.first

    def _lay_out(self) -> None:
        self.heights = list(self._whole) if self.away else self._whole
        for first, stop, height in self.away:
            self.heights[first:stop] = [height, *[0] * (stop - first - 1)]
        self.offsets = list(accumulate(self.heights, initial=0))

    def locate(self, y: int) -> Spot:
        """The row at a display line; the last one below the end."""
        row = max(0, min(bisect_right(self.offsets, y) - 1, len(self.kinds) - 1))
        return Spot(row, y - self.offsets[row])

    def request_row(self, request: int) -> int:
        """The heading row of a request: what stands above it is its history."""
        history = self.transcript.structure.histories[request - 1]
        return self.first[history] - 1 if history < len(self.first) else self.end_row

    def step(self, row: int, by: int) -> int:
        """The block `by` blocks further, over headings and what is put away; as far as there are some."""
        goal, way = row, 1 if by > 0 else -1
        for _ in range(abs(by)):
            row += way
            while 0 <= row < len(self.kinds) and (self.kinds[row] in (TURN, REQUEST) or not self.heights[row]):
                row += way
            if not 0 <= row < len(self.kinds):
                break
            goal = row
        return goal

    def _build(self) -> None:
        shape = self.transcript.structure
        turns = {message: turn for turn, message in enumerate(shape.turn_starts, start=1)}
        requests = {message: number for number, message in enumerate(shape.histories, start=1)}
        for position in range(len(self.transcript.messages)):
            self.lead.append(len(self.kinds))
            if position in turns:
                self._add(TURN, turns[position])
            if position in requests:
                self._add(REQUEST, requests[position])
            self.first.append(len(self.kinds))
            self._add_blocks(position)
        self.end_row = len(self.kinds)
        if len(self.transcript.messages) in requests:
            self._add(REQUEST, requests[len(self.transcript.messages)])

    def _add_blocks(self, position: int) -> None:
        first = self.transcript.structure.first
        for block in range(first[position], first[position + 1]):
            self.row_of.append(len(self.kinds))
            self._add(BLOCK, block)
        if first[position] == first[position + 1]:
            self._add(EMPTY, position)

    def _add(self, kind: int, ref: int) -> None:
        self.kinds.append(kind)
        self.refs.append(ref)
