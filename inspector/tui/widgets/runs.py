"""Text of a block as coloured runs: what the view leaves out is marked, notices are told from kept text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from inspector.engine.view import BlockState, Kept, Notice, Piece
from inspector.terminal_text import DENSE, TAB, Line, cells, folded
from inspector.tui.grid import Grid
from inspector.tui.inks import Ink
from inspector.tui.rows import flow

Run = tuple[str, str]
"""Safe text and the name of its style: `result`, or `result+ink-string` for an ink over a voice."""
Layer = tuple[int, int, str]


class Mark(NamedTuple):
    """Characters `[start, stop)` of a text drawn in a style of their own: what became of them matters more than what they are."""

    start: int
    stop: int
    style: str


Span = Ink | Mark


def kept_ranges(state: BlockState) -> list[Kept] | None:
    """The parts of the source that a view holds; None when it holds all of it."""
    if state.pieces is None:
        return None
    return [piece for piece in state.pieces if isinstance(piece, Kept)]


def left_out(kept: Sequence[Kept] | None, size: int) -> list[Mark]:
    """What a view leaves out of a text of that size, given the parts that it holds; nothing where it holds all of it."""
    if kept is None:
        return []
    edges = [0, *(edge for part in kept for edge in part), size]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    return [Mark(start, stop, "removed") for start, stop in gaps if start < stop]


def layered(
    line: Line,
    source: str,
    voice: str,
    inks: Sequence[Ink] = (),
    marks: Sequence[Mark] = (),
    hits: Sequence[Mark] = (),
) -> list[Run]:
    """A line as runs: inks over the voice, marks in the place of both, hits in the place of all. Each in order and apart."""
    over = [(low, high, f"{voice}+ink-{name}") for low, high, name in _within(inks, line)]
    layers = _filled([(line.start, line.stop, voice)], over)
    for above in (marks, hits):
        layers = _filled(layers, list(_within(above, line)))
    place = _places(line, source)
    out: list[Run] = []
    at = 0
    for _, high, style in layers:
        stop = len(line.text) if high == line.stop else place(high)
        if at < stop:
            before = out.pop()[0] if out and out[-1][1] == style else ""
            out.append((before + line.text[at:stop], style))
            at = stop
    return out


def _within(spans: Sequence[Span], line: Line) -> Iterator[tuple[int, int, str]]:
    """The parts of ordered spans that lie in a line."""
    first = bisect_left(spans, (line.start, 0, ""))
    for start, stop, name in islice(spans, max(0, first - 1), None):
        if start >= line.stop:
            return
        if stop > line.start:
            yield max(start, line.start), min(stop, line.stop), name


def _filled(below: Iterable[Layer], above: Sequence[Layer]) -> Iterator[Layer]:
    """Spans without gaps, with others put in the place of what they cover."""
    at = 0
    for first, stop, style in below:
        start = first
        while start < stop:
            while at < len(above) and above[at][1] <= start:
                at += 1
            if at == len(above) or above[at][0] >= stop:
                yield start, stop, style
                break
            low, high, name = above[at]
            if start < low:
                yield start, low, style
            yield max(start, low), min(stop, high), name
            start = min(stop, high)


def _places(line: Line, source: str) -> Callable[[int], int]:
    """Where a character of the source stands in the line: the same place, unless tabs were drawn as blanks."""
    if source.find("\t", line.start, line.stop) < 0:
        return lambda at: at - line.start
    places = [0]
    for at in range(line.start, line.stop):
        here = places[-1]
        wide = TAB - cells(line.text[:here]) % TAB if source[at] == "\t" else 1
        places.append(min(here + wide, len(line.text)))
    return lambda at: places[at - line.start]


def piece_lines(
    text: str,
    pieces: Sequence[Piece],
    columns: Grid,
    *,
    height: int,
    head: int,
    voice: str,
    inks: Sequence[Ink] = (),
) -> list[list[Run]]:
    """Kept parts and notices, each on lines of its own. With little room every piece still gets its line."""
    shown = [piece for piece in pieces if isinstance(piece, Notice) or piece.stop > piece.start]
    out: list[list[Run]] = []
    for position, piece in enumerate(shown):
        room = _room(height - len(out), len(shown) - position - 1, isinstance(piece, Kept))
        if room <= 0:
            break
        words = excerpt(text, piece, columns.text * DENSE * room)
        lines = islice(folded(words, columns.text) if out else flow(words, columns, head), room)
        if isinstance(piece, Kept):
            here = moved(inks, piece.start)
            out += [layered(line, words, voice, here) for line in lines]
        else:
            out += [[(line.text, "notice")] for line in lines]
    return out


def moved(inks: Sequence[Ink], start: int) -> list[Ink]:
    """The inks of a text as those of a part of it that begins at `start`."""
    return [Ink(max(0, ink.start - start), ink.stop - start, ink.name) for ink in inks if ink.stop > start]


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
