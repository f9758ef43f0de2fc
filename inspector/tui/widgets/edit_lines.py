"""A text as a layer found it and as it left it, as coloured lines: removed words struck and signed −, new ones underlined and +.

A text for which there is room is shown whole, words beside words. Of a longer one every piece gets lines of its own, on both
sides the same ones: what stayed, and what went away beside what came in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from inspector.engine.view import Notice, Piece
from inspector.terminal_text import DENSE, TAB, Line, cells, clip, folded
from inspector.tui.edits import Edit, Hunk, Op, hunks
from inspector.tui.grid import Grid
from inspector.tui.rows import flow
from inspector.tui.widgets.runs import Run

STYLES = {"-": "cut-out", "+": "put-in"}
MARKS = {"-": "−", "+": "+"}
MORE = 24
"""Cells that the last line of a cut piece has for words at the least, before it says how much is not shown."""


class Spot(NamedTuple):
    """Where a pane draws: its columns, the lines there are, the cells that the title takes, the style of the text."""

    columns: Grid
    height: int
    head: int
    voice: str


class EditLine(NamedTuple):
    """A line, and the sign before it where a change goes on from the line above."""

    sign: str
    runs: list[Run]


def edit_lines(text: str, found: Sequence[Edit], left: bool, spot: Spot) -> list[EditLine]:
    """The lines of one side: `left` before the layer, else after it."""
    sides = [_whole(text, found, side, spot) for side in (True, False)]
    if sides[0] is not None and sides[1] is not None:
        return sides[0 if left else 1] or []
    return _apart(text, hunks(found), left, spot)


# ---------------------------------------------------------------- words beside words


def _whole(text: str, found: Sequence[Edit], left: bool, spot: Spot) -> list[EditLine] | None:
    """All of one side's text; None when there is no room for it."""
    mine = [edit for edit in found if edit.op == "=" or (edit.op == "-") is left]
    if sum(_length(piece) for _, piece in mine) > spot.columns.text * spot.height:
        return None
    words, ranges = _woven(text, mine)
    lines = list(islice(flow(words, spot.columns, spot.head), spot.height + 1))
    return [_coloured(line, ranges, spot.voice) for line in lines] if len(lines) <= spot.height else None


def _woven(text: str, mine: Sequence[Edit]) -> tuple[str, list[tuple[int, int, Op]]]:
    """The pieces as one text with signs in it, and where the changed ones are."""
    words = ""
    ranges: list[tuple[int, int, Op]] = []
    for op, piece in mine:
        start = len(words)
        words += MARKS.get(op, "") + _words(text, piece, _length(piece))
        if op != "=":
            ranges.append((start, len(words), op))
    return words, ranges


def _coloured(line: Line, ranges: Iterable[tuple[int, int, Op]], voice: str) -> EditLine:
    runs: list[Run] = []
    at, sign = line.start, ""
    for start, stop, op in ranges:
        low, high = max(at, start), min(line.stop, stop)
        if low < high:
            runs += [(line.text[at - line.start : low - line.start], voice)]
            runs += [(line.text[low - line.start : high - line.start], STYLES[op])]
            sign = MARKS[op] if start < line.start else sign
            at = high
    return EditLine(sign, [*runs, (line.text[at - line.start :], voice)])


# ---------------------------------------------------------------- pieces on lines of their own


def _apart(text: str, found: Sequence[Hunk], left: bool, spot: Spot) -> list[EditLine]:
    wanted = [max(_needed(text, hunk.left, spot), _needed(text, hunk.right, spot)) for hunk in found]
    rooms = share(wanted, [hunk.same for hunk in found], spot.height)
    out: list[EditLine] = []
    for hunk, room in zip(found, rooms, strict=True):
        op: Op = "=" if hunk.same else "-" if left else "+"
        lines: list[EditLine] = []
        for piece in hunk.left if left else hunk.right:
            lines += _piece(text, piece, op, room - len(lines), spot._replace(head=-1 if out or lines else spot.head))
        out += [*lines[:room], *[EditLine("", [])] * (room - len(lines))]
    return out


def share(wanted: Sequence[int], same: Sequence[bool], height: int) -> list[int]:
    """Lines for each of several hunks: one for all of them if possible, the changed ones first; then what they want."""
    rooms = [0] * len(wanted)
    for at in sorted(range(len(wanted)), key=lambda at: same[at]):
        rooms[at] = 1 if sum(rooms) < height else 0
    short = [at for at, room in enumerate(rooms) if 0 < room < wanted[at]]
    left = height - sum(rooms)
    while left > 0 and short:
        for at in short[:left]:
            rooms[at] += 1
        left -= len(short[:left])
        short = [at for at in short if rooms[at] < wanted[at]]
    return rooms


def _piece(text: str, piece: Piece, op: Op, room: int, spot: Spot) -> list[EditLine]:
    """The first lines of a piece, the last of them saying how much more there is."""
    if room <= 0:
        return []
    columns, name, mark = spot.columns, STYLES.get(op, spot.voice), MARKS.get(op, "")
    body = _words(text, piece, columns.text * DENSE * room)
    words = mark + (body.strip("\r\n") if isinstance(piece, Notice) else body.lstrip("\r\n"))
    lines = list(islice(flow(words, columns, spot.head) if spot.head >= 0 else folded(words, columns.text), room))
    out = [EditLine(mark if place else "", [(line.text, name)]) for place, line in enumerate(lines)]
    missing = max(0, _length(piece) - len(body)) + len(words) - lines[-1].stop
    if missing > 0 and op != "=":
        wide = columns.lead(spot.head) if spot.head >= 0 and len(lines) == 1 else columns.text
        out[-1] = EditLine(out[-1].sign, _and_more(lines[-1].text, name, missing, wide))
    return out


def _and_more(words: str, name: str, missing: int, wide: int) -> list[Run]:
    """The last line that there is room for, and how many characters follow."""
    more = f" ⋯ {missing:,} more characters"
    if wide - cells(more) < MORE:
        more = f" ⋯ {missing:,}"
    return [(clip(words, max(1, wide - cells(more))), name), (more, "more")]


def _needed(text: str, pieces: Sequence[Piece], spot: Spot) -> int:
    reach = spot.columns.text * DENSE * spot.height
    return sum(
        len(list(islice(folded(_words(text, piece, reach), spot.columns.text), spot.height))) for piece in pieces
    )


def _length(piece: Piece) -> int:
    return len(piece.text) if isinstance(piece, Notice) else piece.stop - piece.start


def _words(text: str, piece: Piece, reach: int) -> str:
    """As much of a piece as may be shown. Tabs become blanks, so that a character is a cell wherever colours change."""
    words = piece.text if isinstance(piece, Notice) else text[piece.start : min(piece.stop, piece.start + reach)]
    return words.replace("\t", " " * TAB) if "\t" in words else words
