"""What an ink is: a coloured stretch of a text, by name. The text itself is never changed by it. No Textual here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

Name = Literal[
    "key", "string", "number", "keyword", "comment", "name", "added", "gone", "heading", "strong", "emphasis"
]
"""What a stretch is. The first eight have a colour of their own in every theme, the others a text style."""

COLOURED = ("key", "string", "number", "keyword", "comment", "name", "added", "gone")
WRITTEN = ("heading", "strong", "emphasis")

INKED = 20_000
"""Characters of a text that get inks; what lies beyond is drawn as it is."""


class Ink(NamedTuple):
    """Characters `[start, stop)` of a text, and what they are."""

    start: int
    stop: int
    name: Name


class Kind(NamedTuple):
    """How a text is read. `language` is Pygments' name of one, for code only."""

    name: Literal["plain", "fields", "json", "diff", "markdown", "code"]
    language: str = ""


PLAIN, FIELDS, JSON, DIFF, MARKDOWN = Kind("plain"), Kind("fields"), Kind("json"), Kind("diff"), Kind("markdown")


def in_order(found: Iterable[Ink]) -> Iterator[Ink]:
    """Inks from left to right; of two that overlap, the one that begins first keeps its stretch."""
    end = 0
    for ink in sorted(found):
        if ink.stop > max(end, ink.start):
            yield ink._replace(start=max(end, ink.start))
            end = ink.stop


def laid_over(below: Iterable[Ink], above: Iterable[Ink]) -> list[Ink]:
    """Both, in order: where two meet, the one from `above` is seen."""
    top = list(in_order(above))
    out = list(top)
    at = 0
    for ink in in_order(below):
        while at < len(top) and top[at].stop <= ink.start:
            at += 1
        start, place = ink.start, at
        while place < len(top) and top[place].start < ink.stop:
            if start < top[place].start:
                out.append(Ink(start, top[place].start, ink.name))
            start = top[place].stop
            place += 1
        if start < ink.stop:
            out.append(Ink(start, ink.stop, ink.name))
    return sorted(out)
