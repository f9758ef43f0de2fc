"""A second curve over the bars of the timeline: a line at three heights in every cell, its steps joined. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from inspector.tui.widgets.palette import Cell
from inspector.tui.widgets.timeline_data import Scale, height

LEVELS = "▁━▔"
"""The line at the bottom, in the middle and at the top of a cell."""
JOIN = "┃"
"""What leads from one height to another that is more than a cell away."""
FILLS = "▁▂▃▄▅▆▇█"
HALF = 4
"""Eighths of a cell from which a bar counts as filling it: the ground that the line is drawn on."""
SOLID = ("view", "cursor", "refused", "soft", "hard", "window")
"""Colours of bars on which the line is cut out, to be seen whatever the theme."""


def over(
    grid: list[list[Cell]],
    sizes: Sequence[int],
    starts: Sequence[int],
    top: int,
    scale: Scale,
    marks: Mapping[int, str],
) -> None:
    """Draw the line into a chart; on a bar in the colour of the ground. `marks`: column → the sign of what happened there."""
    for column, places in enumerate(line(sizes, starts, len(grid), top, scale)):
        for at, (row, sign) in enumerate(places):
            grid[row][column] = _drawn(grid[row][column], marks.get(column, sign) if at == 0 else sign)


def line(
    sizes: Sequence[int], starts: Sequence[int], rows: int, top: int, scale: Scale
) -> Iterator[list[tuple[int, str]]]:
    """For every column the rows (from the top) and signs of the line, its height first; several requests have their largest."""
    bars, count, before = len(starts) - 1, len(sizes), 0
    for bar, (start, stop) in enumerate(pairwise(starts)):
        size = max(sizes[bar * count // bars : (bar + 1) * count // bars], default=0)
        level = height(size, top, rows * len(LEVELS), scale)
        for _ in range(start, stop):
            yield _column(before, level, rows) if level else []
            before = level


def _column(before: int, level: int, rows: int) -> list[tuple[int, str]]:
    """The sign at the level, and the way there from the level of the column before (0: none)."""
    row = rows - 1 - (level - 1) // len(LEVELS)
    out = [(row, LEVELS[(level - 1) % len(LEVELS)])]
    if before:
        last = rows - 1 - (before - 1) // len(LEVELS)
        out += [(between, JOIN) for between in range(min(row, last) + 1, max(row, last))]
    return out


def _drawn(cell: Cell, sign: str) -> Cell:
    """A cell with the line in it, on whatever fills most of it."""
    filled = cell.text in FILLS and FILLS.index(cell.text) + 1 >= HALF
    back = cell.front if filled else cell.back
    return Cell(sign, "ground" if back in SOLID else "beside", back)
