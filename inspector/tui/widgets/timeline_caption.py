"""What the line over the timeline says: where the cursor is, and what colours and signs mean. No widget here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.terminal_text import clip
from inspector.tui.numerals import full
from inspector.tui.widgets.timeline_chart import LEGEND, SIGNS, WORDS
from inspector.tui.widgets.timeline_data import Beside, Scale, TimelineData
from inspector.tui.widgets.timeline_marks import Mark

LINE = "━━"
"""The sign of A's curve."""
OWN_SCALES = "each to its own scale"
SCALE_WORDS: dict[Scale, str] = {"view": "", "all": "whole transcript", "log": "logarithmic"}


class Run(NamedTuple):
    """Some text in one style."""

    text: str
    style: str


def position(data: TimelineData) -> list[Run]:
    """`request 49 of 96 · turn 9 · view 31,870 of 84,120 tokens  ◆ compacted: prune`, or with `A 45,200 · B 31,870`."""
    if not data.requests:
        return [Run(" no request yet", "caption")]
    here = min(max(1, data.cursor), data.requests)
    turn = f" · turn {data.turns[here - 1]}" if len(data.turns) >= here else ""
    return [
        Run(f" request {here:,}", "strong"),
        Run(f" of {data.requests:,}{turn} · ", "caption"),
        *_sizes(data, here),
        *(Run(f"  {_told(mark)}", mark.kind) for mark in data.marks.at(here)),
    ]


def _told(mark: Mark) -> str:
    """`◆ compacted: prune`."""
    return f"{SIGNS[mark.kind]} {WORDS[mark.kind]}" + (f": {clip(mark.label, 40)}" if mark.label else "")


def _sizes(data: TimelineData, here: int) -> Iterator[Run]:
    """How large the view is at the cursor, or both of them."""
    view, past = data.view[here - 1] if data.now is None else data.now, data.transcript[here - 1]
    both = data.beside is not None and len(data.beside.view) >= here
    if data.beside is not None and both:
        yield from _of_a(data.beside, here, data.unit)
    yield Run("B " if both else "view ", "view" if both else "caption")
    yield Run(full(view, data.approximate), "strong")
    yield Run(f" of {full(past, data.approximate)} {clip(data.unit, 12)}", "caption")


def _of_a(beside: Beside, here: int, unit: str) -> Iterator[Run]:
    """`A 45,200 ◆ prune · `; a unit of its own is named."""
    size = beside.view[here - 1]
    yield Run("A ", "beside")
    yield Run(full(size, beside.approximate) if size else "…", "strong")
    yield Run("" if beside.unit == unit else f" {clip(beside.unit, 12)}", "caption")
    if here in beside.refused:
        yield Run(" ✖ refused", "refusal")
    else:
        yield from (Run(f" {SIGNS[mark.kind]} {clip(mark.label, 24)}", "beside") for mark in beside.marks.at(here))
    yield Run(" · ", "caption")


def legend(data: TimelineData, scale: Scale, room: int) -> list[Run]:
    """The meaning of colours and signs that are in use, least needed left out first."""
    out: list[Run] = []
    for shown, (sign, style, word) in enumerate(_entries(data, scale, room)):
        room -= len(sign) + len(word) + 3
        if room < 0:
            return out if shown > 1 else []
        out += [Run(f"{sign} ", style), Run(f"{word}  ", "caption")]
    return out


def _entries(data: TimelineData, scale: Scale, room: int) -> Iterator[tuple[str, str, str]]:
    """Sign, style and word of each."""
    if scale != "view":
        yield "↕", "strong", SCALE_WORDS[scale]
    if (beside := data.beside) is None:
        yield "■", "view", "view"
    else:
        yield from ((LINE, "beside", "A"), ("■", "view", "B"))
        if note := beside.note:
            yield "↕", "strong", note if len(note) + 16 <= room else OWN_SCALES
    yield "■", "past", "transcript"
    yield from ((SIGNS[kind], kind, LEGEND[kind]) for kind in data.marks.kinds)
    if beside is not None:
        yield from _on_line(beside)


def _on_line(beside: Beside) -> Iterator[tuple[str, str, str]]:
    """The signs on A's curve."""
    kinds = beside.marks.kinds
    if kinds:
        yield "".join(SIGNS[kind] for kind in kinds), "beside", "by A, on its line"
