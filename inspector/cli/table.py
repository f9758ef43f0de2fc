"""Tables for lists of any length: every cell is made safe as it comes in, columns are as wide as their widest cell, the
last one takes what room is left, and lines are written in batches. Nothing in a cell is read as markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from inspector.cli.folding import fold_words, widest_word
from inspector.cli.layout import GAP, Column, Layout, Widths, inset, layout
from inspector.terminal_text import cells, clip, pad

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BATCH = 200
"""Rows that are handed to the console at once."""

WHOLE = 4_000
"""Characters that a cell shows at the most where it is not cut to its column."""

_PLAIN = re.compile(r"[!-~]*").fullmatch


class Cell(NamedTuple):
    """A cell in a style of its own, or a line across all columns. `width` is known once the cell is cut and safe."""

    text: str
    style: str = ""
    width: int = 0


Given = tuple[str | Cell, ...] | Cell
"""The cells of a row, one a column; or one cell across."""

Row = tuple[Cell, ...] | Cell
"""A row whose cells are safe."""


class Table:
    """Rows under titles. They are held until `show`, because the widths are those of the widest cells; a list whose
    widest cells are known beforehand is written as it comes instead: `expect`, then `stream`.
    """

    def __init__(self, console: Console, *columns: Column, wrap: bool = False, indent: int = 0) -> None:
        """With `wrap`, the last column goes on in the next lines instead of being cut. Lines across are not indented."""
        self.console, self.columns, self.wrap, self.indent = console, columns, wrap, indent
        self.room = max(1, console.width - indent)
        self.rows: list[Row] = []
        self.titles = tuple(Cell(column.title, "dim", cells(column.title)) for column in columns)
        self.widths = Widths([0] * len(columns), [0] * len(columns))
        self._measure(self.titles)

    def add(self, *row: str | Cell) -> None:
        """A row, one cell a column."""
        shown = self._safe(row)
        self._measure(shown)
        self.rows.append(shown)

    def add_line(self, text: str, style: str = "") -> None:
        """A line across all columns; it goes on in the next one when it is longer than the console is wide."""
        self.rows.append(Cell(text, style))

    def expect(self, *row: str | Cell) -> None:
        """The widest cells that a stream will bring, in all columns but the last, which takes what room there is."""
        self._measure((*self._safe((*row, "")),))
        self.widths.wanted[-1] = self.room
        self.widths.needed[-1] = self.columns[-1].need(self.room, last=True)

    def show(self) -> None:
        """Print the titles and the rows; nothing at all when there are no rows."""
        self._print(iter(self.rows))

    def stream(self, rows: Iterable[Given]) -> None:
        """Print the titles, and the rows as they come."""
        self._print(row if isinstance(row, Cell) else self._safe(row) for row in rows)

    def _safe(self, row: tuple[str | Cell, ...]) -> tuple[Cell, ...]:
        *others, last = self.columns
        most = [WHOLE if column.uncut else column.most for column in others]
        most.append(WHOLE if self.wrap or last.uncut else self.room)
        return tuple(_cut(cell, room) for cell, room in zip(row, most, strict=True))

    def _measure(self, row: tuple[Cell, ...]) -> None:
        wanted, needed = self.widths
        last = len(row) - 1
        for at, (column, cell) in enumerate(zip(self.columns, row, strict=True)):
            wanted[at] = max(wanted[at], cell.width)
            needed[at] = max(needed[at], column.need(cell.width, at == last))
        if self.columns[-1].uncut:
            needed[-1] = max(needed[-1], widest_word(row[-1].text))

    def _print(self, rows: Iterator[Row]) -> None:
        first = list(islice(rows, 1))
        if not first:
            return
        page = Page(self.columns, layout(self.columns, self.widths, self.room), self.wrap, self.indent)
        head: list[Row] = [self.titles] if any(cell.text for cell in self.titles) else []
        waiting = chain(head, first, rows)
        while batch := list(islice(waiting, BATCH)):
            self.console.print(page.text(batch, self.console.width), end="", soft_wrap=True)


class Strips(list[tuple[list[str], str]]):
    """Pieces of text by style, neighbours of one style together: Rich works through each strip several times."""

    def put(self, text: str, style: str) -> None:
        if self and self[-1][1] == style:
            self[-1][0].append(text)
        else:
            self.append(([text], style))


class Page(NamedTuple):
    """How rows become lines."""

    columns: tuple[Column, ...]
    layout: Layout
    wrap: bool
    indent: int

    def text(self, rows: Iterable[Row], width: int) -> Text:
        from rich.text import Text

        strips = Strips()
        for row in rows:
            if isinstance(row, Cell):
                step = inset(width)
                strips.put(("\n" + " " * step).join(fold_words(row.text, width - step)) + "\n", row.style)
            else:
                self._row(strips, row, inset(width - self.indent))
        out = Text(end="")
        for pieces, style in strips:
            out.append("".join(pieces), style or None)
        return out

    def _row(self, strips: Strips, row: tuple[Cell, ...], step: int) -> None:
        """All lines of a row; one that holds nothing is left out, unless it is the first."""
        for number, line in enumerate(self.layout.lines):
            filled = [at for at in line if row[at].text]
            if number and not filled:
                continue
            indent = self.indent + (step if number else 0)
            self._line(strips, row, [at for at in line if filled and at <= filled[-1]], indent)

    def _line(self, strips: Strips, row: tuple[Cell, ...], line: list[int], indent: int) -> None:
        """The cells of a line, without blanks after the last one that holds something."""
        strips.put(" " * indent, "")
        for at in line[:-1]:
            width = self.layout.widths[at]
            strips.put(_padded(row[at], width, self.columns[at].right), self._style(row, at))
            strips.put(" " * GAP, "")
            indent += width + GAP
        for at in line[-1:]:
            strips.put(("\n" + " " * indent).join(self._cell(row[at], at)), self._style(row, at))
        strips.put("\n", "")

    def _style(self, row: tuple[Cell, ...], at: int) -> str:
        return row[at].style or self.columns[at].style

    def _cell(self, cell: Cell, at: int) -> list[str]:
        """The lines of a cell after which no other stands."""
        column, width = self.columns[at], self.layout.widths[at]
        if cell.width <= width:
            return [_padded(cell, width, right=True) if column.right else cell.text]
        wrapped = column.uncut or (self.wrap and at == len(self.columns) - 1)
        return fold_words(cell.text, width) if wrapped else [clip(cell.text, width)]


def _cut(cell: str | Cell, most: int) -> Cell:
    """A cell on one safe line of so many cells; most are numbers and names, which need no looking at."""
    text, style = (cell.text, cell.style) if isinstance(cell, Cell) else (cell, "")
    if len(text) <= most and _PLAIN(text):
        return Cell(text, style, len(text))
    text = clip(text, most)
    return Cell(text, style, cells(text))


def _padded(cell: Cell, width: int, right: bool) -> str:
    if cell.width > width:
        return pad(cell.text, width, right)
    blanks = " " * (width - cell.width)
    return blanks + cell.text if right else cell.text + blanks
