"""Where the columns of a table stand: how wide each is, which are left out, and on which line of a row.

In a narrow console the text columns give way first. When that is not enough the last column goes on a line of its own
beneath, then the columns that can be missed are left out, then the row is broken between its columns. A number or a
name that somebody may have to type is never cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

GAP = 2
"""Cells between two columns."""

STEP = 4
"""Cells that the further lines of a row are set in."""

SHORTEST, NARROWEST = 4, 16
"""Cells to which a text is cut at the most where its column does not say: any, and the last one of a table."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is `whole` is never cut; numbers, set to the right, are whole anyway.

    `most`: cells that a text takes at the most; the last column of a table is only bounded by the console.
    `least`: cells to which a text may be cut, rather than that a column is left out or the row goes on in another line.
    `missable`: the order in which columns are left out, 0 for never.
    """

    title: str
    right: bool = False
    style: str = ""
    most: int = 28
    whole: bool = False
    least: int | None = None
    missable: int = 0

    @property
    def uncut(self) -> bool:
        return self.whole or self.right

    def need(self, width: int, last: bool) -> int:
        """The cells that it cannot do without, when it would like so many."""
        if self.uncut and not last:
            return width
        return min(width, self.least or (NARROWEST if last else SHORTEST))


class Widths(NamedTuple):
    """Of every column: the cells that its widest cell takes, and those that it cannot do without."""

    wanted: list[int]
    needed: list[int]


class Layout(NamedTuple):
    """The lines of a row, each a tuple of positions of columns, and the cells of every column."""

    lines: tuple[tuple[int, ...], ...]
    widths: dict[int, int]


def layout(columns: Sequence[Column], widths: Widths, room: int) -> Layout:
    """The first of the arrangements that fits into `room` cells."""
    kept = list(range(len(columns)))
    for kept in _fewer(columns):
        if fitted := fit(kept, widths, room, last_first=True):
            return Layout((tuple(kept),), fitted)
        *others, last = kept
        if others and (fitted := fit(others, widths, room)):
            return Layout((tuple(others), (last,)), fitted | {last: beneath(room)})
    return _packed(kept, widths, room)


def fit(kept: Sequence[int], widths: Widths, room: int, last_first: bool = False) -> dict[int, int] | None:
    """Widths of columns that fit side by side: with `last_first` the last one gives way, then always the widest."""
    found = {column: widths.wanted[column] for column in kept}
    left = room - sum(found.values()) - GAP * (len(kept) - 1)
    if left < 0 and last_first:
        left += _cut(found, widths, kept[-1], -left)
    while left < 0:
        soft = [column for column in kept if found[column] > widths.needed[column]]
        if not soft:
            return None
        left += _cut(found, widths, max(soft, key=found.__getitem__), 1)
    return found


def beneath(room: int) -> int:
    """Cells of a line that is set in."""
    return max(1, room - inset(room))


def inset(room: int) -> int:
    return min(STEP, room // 8)


def _cut(found: dict[int, int], widths: Widths, column: int, much: int) -> int:
    """Take up to so many cells from a column; how many it gave."""
    given = min(much, found[column] - widths.needed[column])
    found[column] -= given
    return given


def _fewer(columns: Sequence[Column]) -> Iterator[list[int]]:
    """All columns, then fewer and fewer of them."""
    kept = list(range(len(columns)))
    yield kept
    missable = (at for at in kept[:-1] if columns[at].missable)
    for gone in sorted(missable, key=lambda at: columns[at].missable):
        kept = [at for at in kept if at != gone]
        yield kept


def _packed(kept: Sequence[int], widths: Widths, room: int) -> Layout:
    """As many columns on a line as fit, each as narrow as it can be; the last one for itself."""
    lines: list[list[int]] = [[]]
    found: dict[int, int] = {}
    left = room
    for column in kept[:-1]:
        width = widths.needed[column]
        if lines[-1] and width > left:
            lines.append([])
            left = beneath(room)
        found[column] = min(width, left)
        lines[-1].append(column)
        left -= width + GAP
    last = kept[-1]
    return Layout((*map(tuple, lines), (last,)), found | {last: beneath(room)})
