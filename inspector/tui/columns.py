"""Rows of a name and what it means, set in as many columns as there is room for. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from inspector.terminal_text import cells, fold, pad
from inspector.tui.help_words import Row, Section

NAME = 16
"""Cells for a name."""
COLUMN = 50
"""Cells of a column at the least; with twice as many there are two."""
GAP = 3
MOST = 3


class Piece(NamedTuple):
    """A line of one column: runs of text and style, and the row that it belongs to (None: a title or a blank)."""

    runs: tuple[tuple[str, str], ...]
    row: Row | None = None


BLANK = Piece((("", "text"),))


def count(width: int) -> int:
    """How many columns fit."""
    return max(1, min(MOST, (width + GAP) // (COLUMN + GAP)))


def column_width(width: int) -> int:
    """Cells of one of them."""
    number = count(width)
    return max(NAME + 8, (width - GAP * (number - 1)) // number)


def laid_out(sections: Sequence[Section], width: int) -> list[list[Piece]]:
    """The columns, each a list of lines. A section stays whole as far as that leaves no column much longer than another."""
    each = column_width(width)
    blocks = [_lines(section, each) for section in sections]
    number = min(count(width), max(1, len(blocks)))
    columns: list[list[Piece]] = [[] for _ in range(number)]
    for block, place in zip(blocks, _places([len(block) for block in blocks], number), strict=True):
        columns[place] += [*([BLANK] if columns[place] else []), *block]
    return columns


def _places(sizes: list[int], number: int) -> list[int]:
    """The column of each section: in order, split where the longest column is as short as it can be."""
    if not sizes:
        return []
    edges = list(accumulate((size + 1 for size in sizes), initial=0))
    low, high = max(sizes) + 1, edges[-1]
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if _filled(sizes, middle)[-1] < number else (middle + 1, high)
    return _filled(sizes, low)


def _filled(sizes: list[int], limit: int) -> list[int]:
    """Columns filled up to a limit, one after the other."""
    places, used, place = [], 0, 0
    for size in sizes:
        if used and used + size + 1 > limit:
            place, used = place + 1, 0
        places.append(place)
        used += size + 1
    return places


def _lines(section: Section, width: int) -> list[Piece]:
    """Title and rows of a section."""
    found = [Piece(((pad(section.title, width), "title"),))]
    for row in section.rows:
        name = f" {row.name} " if cells(row.name) < NAME else f" {row.name}  "
        lead = max(NAME + 1, cells(name))
        first, *more = fold(row.words, max(8, width - lead), 9) or [""]
        found.append(Piece(((pad(name, lead), row.style), (pad(first, width - lead), "text")), row))
        found += [Piece(((" " * lead, "text"), (pad(line, width - lead), "text")), row) for line in more]
    return found
