"""What one layer did inside one text: what it left, what it took out, what it put in. No Textual here.

Told by the ranges of the source that the engine kept before and after the layer, never by comparing texts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from inspector.engine.view import Kept, Notice, Piece

Op = Literal["=", "-", "+"]


class Edit(NamedTuple):
    """A piece of a text that stayed, went away, or is new."""

    op: Op
    piece: Piece


class Hunk(NamedTuple):
    """Pieces that stayed (the same on both sides), or what went away beside what came in its place."""

    left: tuple[Piece, ...]
    right: tuple[Piece, ...]
    same: bool


def edits(before: Sequence[Piece] | None, after: Sequence[Piece] | None, length: int) -> list[Edit]:
    """The way from one form of a text of `length` characters to another; None is all of it."""
    old = _plain(before, length)
    new = _plain(after, length)
    ones, twos = _cut_at(old, new), _cut_at(new, old)
    ahead = Counter(twos)
    out: list[Edit] = []
    at = 0
    for piece in ones:
        if not ahead[piece]:
            out.append(Edit("-", piece))
            continue
        while twos[at] != piece:
            ahead[twos[at]] -= 1
            out.append(Edit("+", twos[at]))
            at += 1
        ahead[piece] -= 1
        out.append(Edit("=", piece))
        at += 1
    return _joined([*out, *(Edit("+", piece) for piece in twos[at:])])


def hunks(found: Sequence[Edit]) -> list[Hunk]:
    """The pieces, what changed beside what it changed into."""
    out: list[Hunk] = []
    for op, piece in found:
        same = op == "="
        if same or not out or out[-1].same:
            out.append(Hunk((), (), same))
        left, right, _ = out[-1]
        out[-1] = Hunk((*left, piece) if op != "+" else left, (*right, piece) if op != "-" else right, same)
    return out


def _plain(pieces: Sequence[Piece] | None, length: int) -> list[Piece]:
    whole: Sequence[Piece] = (Kept(0, length),) if pieces is None else pieces
    return [piece for piece in whole if (piece.text if isinstance(piece, Notice) else piece.start < piece.stop)]


def _cut_at(pieces: Sequence[Piece], other: Sequence[Piece]) -> list[Piece]:
    """The pieces, kept ranges cut wherever a kept range of the other form begins or ends."""
    borders = sorted({at for piece in other if isinstance(piece, Kept) for at in piece})
    out: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, Notice):
            out.append(piece)
            continue
        inside = borders[bisect_right(borders, piece.start) : bisect_left(borders, piece.stop)]
        edges = [piece.start, *inside, piece.stop]
        out += [Kept(low, high) for low, high in pairwise(edges)]
    return out


def _joined(found: Sequence[Edit]) -> list[Edit]:
    """Ranges that touch and fared alike are one."""
    out: list[Edit] = []
    for op, piece in found:
        last = out[-1].piece if out and out[-1].op == op else None
        if isinstance(last, Kept) and isinstance(piece, Kept) and last.stop == piece.start:
            out[-1] = Edit(op, Kept(last.start, piece.stop))
        else:
            out.append(Edit(op, piece))
    return out
