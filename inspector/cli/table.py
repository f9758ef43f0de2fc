"""Tables for lists of any length: every cell is cut and made safe as it comes in, columns are as wide as their widest
cell, the last one takes what room is left, and lines are written in batches. Nothing in a cell is read as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from inspector.terminal_text import cells, clip, fold, pad

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

BATCH = 200
"""Lines that are handed to the console at once."""

NARROWEST = 16
"""Cells that the last column gets at the least, if others must be cut for it."""

WRAPPED = 1_000
"""Characters that a wrapped cell shows at the most, and its lines."""

MOST_LINES = 20

GAP = "  "


class Cell(NamedTuple):
    """A cell in a style of its own. `width` is known once the cell is cut and safe."""

    text: str
    style: str = ""
    width: int = 0


@dataclass(frozen=True, slots=True)
class Column:
    """`most`: cells at the most; the last column of a table is only bounded by the console."""

    title: str
    right: bool = False
    style: str = ""
    most: int = 28


class Table:
    """Rows under titles. They are held until `show`, because the widths are those of the widest cells."""

    def __init__(self, console: Console, *columns: Column, wrap: bool = False, indent: int = 0) -> None:
        """With `wrap`, the last column goes on in the next lines instead of being cut. Lines across are not indented."""
        self.console, self.columns, self.wrap, self.indent = console, columns, wrap, " " * indent
        self.rows: list[tuple[Cell, ...] | Cell] = []
        self.widths = [cells(column.title) for column in columns]

    def add(self, *row: str | Cell) -> None:
        """A row, one cell a column."""
        room = [column.most for column in self.columns[:-1]] + [WRAPPED if self.wrap else self.console.width]
        shown = [_cut(cell, most) for cell, most in zip(row, room, strict=True)]
        self.widths = [max(width, cell.width) for width, cell in zip(self.widths, shown, strict=True)]
        self.rows.append(tuple(shown))

    def add_line(self, text: str, style: str = "") -> None:
        """A line across all columns."""
        self.rows.append(_cut(Cell(text, style), self.console.width))

    def show(self) -> None:
        """Print the titles and the rows; nothing at all when there are no rows."""
        from rich.text import Text

        if not self.rows:
            return
        widths = fitted(self.widths, self.console.width - len(self.indent))
        titles = tuple(Cell(column.title, "dim", cells(column.title)) for column in self.columns)
        lines = [titles, *self.rows] if any(cell.text for cell in titles) else self.rows
        for start in range(0, len(lines), BATCH):
            text = Text(end="")
            for line in lines[start : start + BATCH]:
                self._append(text, line, widths)
            self.console.print(text, end="", soft_wrap=True)

    def _append(self, text: Text, line: tuple[Cell, ...] | Cell, widths: Sequence[int]) -> None:
        if isinstance(line, Cell):
            text.append(f"{line.text}\n", line.style or None)
            return
        *others, last = line
        text.append(self.indent)
        shown = self._last(last, widths[-1])
        stop = len(others) if shown[0] else max((i for i, cell in enumerate(others, 1) if cell.text), default=0)
        for column, cell, width in zip(self.columns[:stop], others, widths, strict=False):
            text.append(_padded(cell, width, column.right), cell.style or column.style or None)
            text.append(GAP)
        indent = self.indent + " " * (sum(widths[:-1]) + len(GAP) * (len(widths) - 1))
        text.append(f"\n{indent}".join(shown), last.style or self.columns[-1].style or None)
        text.append("\n")

    def _last(self, cell: Cell, width: int) -> list[str]:
        """The lines of the last column."""
        if self.columns[-1].right:
            return [_padded(cell, width, right=True)]
        if cell.width <= width:
            return [cell.text]
        return fold(cell.text, width, MOST_LINES) if self.wrap else [clip(cell.text, width)]


def fitted(widths: Sequence[int], room: int) -> list[int]:
    """Column widths that fit into `room`: the last gives way down to `NARROWEST`, then the widest of the others."""
    *others, last = widths
    left = room - sum(others) - len(GAP) * len(others)
    while left < min(last, NARROWEST) and max(others, default=0) > 4:
        others[others.index(max(others))] -= 1
        left += 1
    return [*others, max(1, min(last, left))]


def _cut(cell: str | Cell, most: int) -> Cell:
    cell = cell if isinstance(cell, Cell) else Cell(cell)
    text = clip(cell.text, most)
    return Cell(text, cell.style, cells(text))


def _padded(cell: Cell, width: int, right: bool) -> str:
    if cell.width > width:
        return pad(cell.text, width, right)
    blanks = " " * (width - cell.width)
    return blanks + cell.text if right else cell.text + blanks
