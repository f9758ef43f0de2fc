"""Text of a block as coloured runs: what the view leaves out is marked, notices are told from kept text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from inspector.engine.view import BlockState, Kept, Notice, Piece
from inspector.terminal_text import DENSE, Line, folded
from inspector.tui.grid import Grid
from inspector.tui.rows import flow

Run = tuple[str, str]
"""Safe text and the name of its style."""


def kept_ranges(state: BlockState) -> list[Kept] | None:
    """The parts of the source that a view holds; None when it holds all of it."""
    if state.pieces is None:
        return None
    return [piece for piece in state.pieces if isinstance(piece, Kept)]


def marked(line: Line, kept: Sequence[Kept] | None, plain: str) -> Iterator[Run]:
    """A line of the transcript, with the characters that the view leaves out in the style of something removed."""
    if kept is None:
        yield line.text, plain
        return
    at = line.start
    for start, stop in kept:
        low, high = max(at, start), min(line.stop, stop)
        if low < high:
            yield line.text[at - line.start : low - line.start], "removed"
            yield line.text[low - line.start : high - line.start], plain
            at = high
    yield line.text[at - line.start :], "removed"


def piece_lines(
    text: str, pieces: Sequence[Piece], columns: Grid, *, height: int, head: int, voice: str
) -> list[list[Run]]:
    """Kept parts and notices, each on lines of its own. With little room every piece still gets its line."""
    shown = [piece for piece in pieces if isinstance(piece, Notice) or piece.stop > piece.start]
    out: list[list[Run]] = []
    for position, piece in enumerate(shown):
        room = _room(height - len(out), len(shown) - position - 1, isinstance(piece, Kept))
        if room <= 0:
            break
        name = voice if isinstance(piece, Kept) else "notice"
        words = excerpt(text, piece, columns.text * DENSE * room)
        lines = folded(words, columns.text) if out else flow(words, columns, head)
        out += [[(line.text, name)] for line in islice(lines, room)]
    return out


def excerpt(text: str, piece: Piece, reach: int) -> str:
    """As much of a piece as can be shown; never the whole of a huge one."""
    if isinstance(piece, Notice):
        return piece.text.strip("\r\n")
    return text[piece.start : min(piece.stop, piece.start + reach)]


def _room(left: int, others: int, kept: bool) -> int:
    """Lines for one piece when `others` more are to come: a notice takes two at most, kept text half the rest."""
    if not others:
        return left
    share = (left - others + 1) // 2 if kept else min(2, left - others)
    return max(1, share) if left > 0 else 0
