"""The list of the room: what the summary says without ground, what it lacks, what it holds in part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit import Audit, Finding, Range, Span
from inspector.summary.audit.shapes import ItemKind

KINDS: dict[ItemKind, tuple[str, str]] = {
    "goal": ("goal", "goals"),
    "constraint": ("constraint", "constraints"),
    "decision": ("decision", "decisions"),
    "open item": ("open item", "open items"),
    "path": ("path", "paths"),
    "command": ("command", "commands"),
    "identifier": ("identifier", "identifiers"),
    "number": ("number", "numbers"),
}
"""Kinds of items in the order in which they are told, one and many."""
SIGNS = {"finding": "‼", "hint": "?", "missing": "○", "partly": "~", "verbatim": "✓"}
"""What a mark stands for → the sign beside it."""
TITLE = "title"
"""The style of a line that is only a heading."""
HINTS = "hints: worth a look at both places, may be wrong"
HELD = "held in part or not at all"


class Point(NamedTuple):
    """A line of the list: its sign's style, what it is, the words, and where they stand on both sides. Or a heading."""

    style: str
    what: str
    text: str
    ranges: tuple[Range, ...] = ()
    spans: tuple[Span, ...] = ()


def points(audit: Audit | None) -> tuple[Point, ...]:
    """Findings first, then hints, then what is missing, then what is held in part or in other words.

    Where there are hints they stand under a heading, and so does what comes after them.
    """
    if audit is None:
        return ()
    sure, held = (_said("finding", each) for each in audit.findings), tuple(_held(audit))
    if not audit.hints:
        return (*sure, *held)
    hints = (_said("hint", each) for each in audit.hints)
    return (*sure, Point(TITLE, HINTS, ""), *hints, *([Point(TITLE, HELD, "")] if held else ()), *held)


def _said(style: str, said: Finding) -> Point:
    return Point(style, said.kind, said.text, (said.span,), said.sources)


def _held(audit: Audit) -> Iterator[Point]:
    for held, style, word in (("no", "missing", "missing "), ("partly", "partly", "in part: ")):
        for kind, (one, _) in KINDS.items():
            for item in audit.coverage:
                if item.held == held and item.kind == kind:
                    ranges = (item.summary,) if item.summary is not None else ()
                    yield Point(style, word + one, item.text, ranges, (item.source,))


def tally(audit: Audit) -> Iterator[tuple[str, int, int]]:
    """`paths`, how many are held, how many there are; kinds of which there is none are left out."""
    for kind, (_, many) in KINDS.items():
        own = [item.held for item in audit.coverage if item.kind == kind]
        if own:
            yield many, sum(held != "no" for held in own), len(own)
