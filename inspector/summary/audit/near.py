"""The place of the source that is nearest to something it does not have: what was probably meant."""

from __future__ import annotations

import re

from inspector.summary.audit.shapes import Span
from inspector.summary.audit.source import Source

_PART = re.compile(r"[A-Za-z0-9]{3,}")
_TOKEN_END = re.compile(r"[\w./~@+-]*")
_TOKEN_START = re.compile(r"[\w./~@+-]*$")
MOST_PARTS = 6
MOST_PLACES = 40


def near(source: Source, token: str) -> tuple[Span, ...]:
    """The token of the source that shares most with this one, if any shares enough."""
    low = token.lower()
    parts = sorted(set(_PART.findall(low)), key=len, reverse=True)[:MOST_PARTS]
    best: tuple[float, Span | None] = (0.0, None)
    for part in parts:
        for count, at in enumerate(source.occurrences(part, left=False, right=False)):
            start, end = _around(source, at, part)
            share = likeness(low, source.low[start:end])
            if share > best[0]:
                best = share, source.span(start, end)
            if count > MOST_PLACES:
                break
    return (best[1],) if best[1] and best[0] > 0.5 else ()


def _around(source: Source, at: int, part: str) -> tuple[int, int]:
    before = _TOKEN_START.search(source.low[max(at - 150, 0) : at])
    after = _TOKEN_END.match(source.low, at + len(part), at + 200)
    start = at - len(before[0]) if before else at
    return start, after.end() if after else at + len(part)


def likeness(one: str, other: str) -> float:
    """How many neighbouring pairs of letters two tokens share, from 0 to 1."""
    first = {one[at : at + 2] for at in range(len(one) - 1)}
    second = {other[at : at + 2] for at in range(len(other) - 1)}
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0
