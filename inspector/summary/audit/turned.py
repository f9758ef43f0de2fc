"""The record's own words around an ending, in their order, with another ending: one word turned, or one of a row of endings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import Mark, marks
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.stated import stated
from inspector.summary.audit.statements import Index
from inspector.summary.audit.tellings import Telling, tellings
from inspector.summary.audit.told import CONTRARY, LONGEST, PROSE, about, outcome

MOST = 8
SAME, WORDS = 0.85, 3
"""The share of a sentence's words, and how many at least, that another has that tells the same endings or others."""
LETTERS = 14
_WORD = re.compile(r"[\w./:#-]*\w")
_WINDOWS = ((3, 0), (2, 2), (1, 3), (0, 5))
"""Words before an ending and after it that are laid beside the record."""


class Row(NamedTuple):
    """A sentence that tells several endings, in order. `piece` is the place of its block."""

    piece: int
    endings: tuple[Ending, ...]


class Rows(Index[Row]):
    """The sentences of a record that tell several endings."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            if piece.voice not in ("model", "person", "summary"):
                continue
            for line in piece.text[:PROSE].split("\n"):
                for _, sentence in sentences(line[:LONGEST]):
                    for told in _windows(tellings(sentence)):
                        if (endings := row(told)) is not None:
                            self.add(Row(place, endings), words(told))
        self.close()

    def of(self, told: list[Telling]) -> list[Row]:
        """Those that tell of the same in nearly the same words, as many endings."""
        endings, here = row(told), words(told)
        if endings is None or len(here) < WORDS:
            return []
        found = (match.statement for match in self.matches(here, SAME))
        return [each for each in found if len(each.endings) == len(endings)]


def _windows(told: list[Telling]) -> Iterator[list[Telling]]:
    """Every two and more neighbours, and those with one between them left out."""
    told = told[:MOST]
    for start in range(len(told)):
        for end in range(start + 2, len(told) + 1):
            yield told[start:end]
            yield from ([*told[start:left], *told[left + 1 : end]] for left in range(start + 1, end - 1))


def row(told: list[Telling]) -> tuple[Ending, ...] | None:
    """The endings in order, where there are several and each is stated."""
    endings = [outcome(each) for each in told if not each.supposed and stated(each.text)]
    known = tuple(each for each in endings if each is not None)
    return known if len(told) > 1 and len(known) == len(told) else None


def words(told: list[Telling]) -> frozenset[str]:
    """The words of a sentence around its endings."""
    return frozenset[str]().union(*(about(each) for each in told))


def turned(source: Source, text: str, start: int, end: int) -> int | None:
    """The piece that has the very words around an ending of a stretch with the contrary one, where none has this one."""
    for mark in marks(text[:end]):
        if mark.start >= start and mark.ending in CONTRARY:
            for before, after in _WINDOWS:
                if (form := _around(text, mark, before, after)) and (at := _turned(source, form, mark)) is not None:
                    return at
    return None


def _around(text: str, mark: Mark, before: int, after: int) -> tuple[str, str] | None:
    """So many words before an ending and after it, where there are as many."""
    left, right = list(_WORD.finditer(text[: mark.start])), list(_WORD.finditer(text, mark.end))
    if len(left) < before or len(right) < after:
        return None
    one = spoken(text[left[-before].start() : left[-1].end()]) if before else ""
    two = spoken(text[right[0].start() : right[after - 1].end()]) if after else ""
    return (one, two) if len(one) + len(two) >= LETTERS else None


def _turned(source: Source, around: tuple[str, str], mark: Mark) -> int | None:
    one, two = around
    if one not in source.spoken or two not in source.spoken:
        return None
    first = rf"(?<!\w){re.escape(one)}\W{{1,3}}" if one else r"(?<!\w)"
    form = re.compile(rf"{first}(\w+)( \w+)?{re.escape(' ' + two) if two else ''}(?!\w)")
    found = {ending for match in form.finditer(source.spoken) if (ending := _of(match))}
    if found != {CONTRARY[mark.ending]}:
        return None
    return next((at for at, piece in enumerate(source.pieces) if form.search(spoken(piece.text))), None)


def _of(found: re.Match[str]) -> Ending | None:
    """The ending between the words: one word, or two."""
    one, two = found[1], found[2] or ""
    return _ending(one + two) or _ending(two.strip() or one) or _ending(one)


def _ending(text: str) -> Ending | None:
    """The ending that is all of a text."""
    found = marks(text)
    return found[0].ending if len(found) == 1 and found[0].start == 0 and found[0].end == len(text) else None
