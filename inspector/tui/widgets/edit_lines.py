"""A text as a layer found it and as it left it, as coloured lines: removed words struck and signed −, new ones underlined and +.

A text for which there is room is shown whole, words beside words. Of a longer one every piece gets lines of its own, on both
sides the same ones: what stayed, and what went away beside what came in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from inspector.engine.view import Notice, Piece
from inspector.terminal_text import DENSE, TAB, Line, cells, clip, folded
from inspector.tui.edits import Edit, Hunk, Op, hunks
from inspector.tui.grid import Grid
from inspector.tui.rows import flow
from inspector.tui.widgets.runs import Run

Shown = Literal["=-", "=+", "=-+"]
BEFORE: Shown = "=-"
AFTER: Shown = "=+"
BOTH: Shown = "=-+"
"""What a pane shows: the text as it was, as it is, or (alone) both in one."""
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


def edit_lines(text: str, found: Sequence[Edit], shown: Shown, spot: Spot) -> list[EditLine]:
    """The lines of one side, or of both in one: text for which both sides have room is not taken apart."""
    tried = {side: _whole(text, found, side, spot) for side in ((shown,) if shown == BOTH else (BEFORE, AFTER))}
    if None not in tried.values():
        return tried[shown] or []
    return _apart(text, hunks(found), shown, spot)


# ---------------------------------------------------------------- words beside words


def _whole(text: str, found: Sequence[Edit], shown: Shown, spot: Spot) -> list[EditLine] | None:
    """All of the text that is shown; None when there is no room for it."""
    mine = [edit for edit in found if edit.op in shown]
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


def _apart(text: str, found: Sequence[Hunk], shown: Shown, spot: Spot) -> list[EditLine]:
    needs = [(_needed(text, hunk.left, spot), _needed(text, hunk.right, spot)) for hunk in found]
    wanted = [max(both) if shown != BOTH or hunk.same else sum(both) for hunk, both in zip(found, needs, strict=True)]
    rooms = share(wanted, [hunk.same for hunk in found], spot.height, 2 if shown == BOTH else 1)
    out: list[EditLine] = []
    for hunk, (_, new), room in zip(found, needs, rooms, strict=True):
        start = len(out)
        for op, pieces, lines in _parts(hunk, shown, room, new):
            out += _pieces(text, pieces, op, lines, spot._replace(head=-1 if out else spot.head))
        out += [EditLine("", [])] * (start + room - len(out))
    return out


def _parts(hunk: Hunk, shown: Shown, room: int, new: int) -> list[tuple[Op, tuple[Piece, ...], int]]:
    """What is shown of a hunk in how many lines: what went away above what came, where one pane shows both."""
    if hunk.same:
        return [("=", hunk.left, room)]
    if shown != BOTH:
        return [("-", hunk.left, room)] if shown == BEFORE else [("+", hunk.right, room)]
    below = min(new, max(1, room // 2)) if hunk.left else room
    return [("-", hunk.left, room - below), ("+", hunk.right, below)]


def _pieces(text: str, pieces: Sequence[Piece], op: Op, room: int, spot: Spot) -> list[EditLine]:
    """Pieces that fared alike, in so many lines at the most."""
    lines: list[EditLine] = []
    for piece in pieces:
        lines += _piece(text, piece, op, room - len(lines), spot._replace(head=-1) if lines else spot)
    return lines[:room]


def share(wanted: Sequence[int], same: Sequence[bool], height: int, least: int = 1) -> list[int]:
    """Lines for each of several hunks: first `least` for the changed ones, one for the others; then what they want."""
    rooms = [0] * len(wanted)
    order = sorted(range(len(wanted)), key=lambda at: same[at])
    for at in order:
        rooms[at] = min(height - sum(rooms), wanted[at], 1 if same[at] else least)
    left = height - sum(rooms)
    short = [at for at in order if 0 < rooms[at] < wanted[at]]
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
