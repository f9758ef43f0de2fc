"""A picture across all requests: stacked bars in eighths of a cell, a line above them, marks below. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from inspector.tui.why.scale import WIDEST, Scale
from inspector.tui.widgets.palette import Cell

BLOCKS = " ▁▂▃▄▅▆▇█"
LINE, CURSOR = "─", "▲"
GROUND = Cell(" ", "ground")


class Bar(NamedTuple):
    """Heights from the bottom, each a part of the whole picture (0 to 1) with the name of its style; `line`: a height, too."""

    parts: tuple[tuple[float, str], ...] = ()
    line: float | None = None


class Picture(NamedTuple):
    """`bar` tells a stretch of requests (from 1, both ends with it). `top`, `foot`: what stands beside the first and the last
    row. `marks`: request → sign and style; where several share a cell the last of `order` stands in front.
    """

    requests: int = 0
    bar: Callable[[int, int], Bar] = lambda first, last: Bar()
    top: str = ""
    foot: str = ""
    marks: Mapping[int, tuple[str, str]] = {}
    order: Sequence[str] = ()


Grid = list[list[Cell]]


def draw(picture: Picture, scale: Scale, rows: int) -> Grid:
    """The rows from the top, and the row of marks below them."""
    grid: Grid = [[] for _ in range(rows)]
    known: dict[tuple[int, int], list[Cell]] = {}
    for cell in range(scale.width):
        stretch = scale.stretch(cell)
        if stretch not in known:
            known = {stretch: column(picture.bar(*stretch), rows, "ground")}
        for row, drawn in zip(grid, known[stretch], strict=True):
            row.append(GROUND if _is_gap(scale, cell) else drawn)
    return [*grid, _marks(picture, scale)]


def pointed(grid: Grid, picture: Picture, scale: Scale, cursor: int) -> Grid:
    """What was drawn, with the bar of the cursor's request on another ground, and the cursor below it."""
    if not picture.requests:
        return grid
    *drawn, marks = ([*row] for row in grid)
    stretch = scale.stretch(scale.cell(cursor))
    bar = column(picture.bar(*stretch), len(drawn), "column")
    first = scale.cell(cursor)
    for cell in range(max(0, first - WIDEST), min(scale.width, first + WIDEST)):
        if scale.stretch(cell) == stretch and not _is_gap(scale, cell):
            for row, piece in zip(drawn, bar, strict=True):
                row[cell] = piece
    marks[first] = Cell(CURSOR, "pointer")
    return [*drawn, marks]


def _is_gap(scale: Scale, cell: int) -> bool:
    """Whether a cell parts two requests that have room enough."""
    return scale.each >= 3 and cell % scale.each == scale.each - 1


def column(bar: Bar, rows: int, ground: str) -> list[Cell]:
    """One bar from the top down. What is more than nothing is seen, however little it is."""
    ends, height = [], 0.0
    for part, style in bar.parts:
        height += part
        ends.append((min(rows * 8, max(round(height * rows * 8), 1 if height > 0 else 0)), style))
    cells = [_cell(ends, base, ground) for base in range((rows - 1) * 8, -1, -8)]
    if bar.line is not None:
        at = rows - 1 - min(rows - 1, max(0, -(-round(bar.line * rows * 8) // 8) - 1))
        if cells[at].text == " ":
            cells[at] = Cell(LINE, "line", ground)
    return cells


def _cell(ends: Sequence[tuple[int, str]], base: int, ground: str) -> Cell:
    """One cell: of the styles in it the two that fill most of it, in their order."""
    filled, low = [], base
    for end, style in ends:
        if end > low:
            filled.append((min(end, base + 8) - low, style))
            low = min(end, base + 8)
    if low < base + 8:
        filled.append((base + 8 - low, ground))
    filled = [each for each in filled if each[0] > 0]
    if len(filled) > 2:
        filled.remove(min(filled[1:], key=lambda each: each[0]))
    size, style = filled[0]
    if len(filled) == 1:
        return Cell(" ", ground, ground) if style == ground else Cell("█", style, ground)
    return Cell(BLOCKS[max(1, min(7, size))], style, filled[1][1])


def _marks(picture: Picture, scale: Scale) -> list[Cell]:
    row = [GROUND] * scale.width
    rank = {sign: at for at, sign in enumerate(picture.order)}
    for request, (sign, style) in picture.marks.items():
        at = scale.cell(request)
        if row[at] is GROUND or rank.get(sign, 0) > rank.get(row[at].text, 0):
            row[at] = Cell(sign, style)
    return row
