"""The clauses that a source states, each with its words and with what its surroundings are about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.matter import units
from inspector.summary.audit.pieces import Piece, Voice
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Index

PROSE = 30_000
TOLD = 1_500
"""Characters of a tool's output that are read: it may hold the words of a document."""
LONGEST = 1_000
ANSWERED = 600
"""Characters of the model's last words that what is typed next may speak of."""

_NUMBERED = re.compile(r"\s*\d+(?:→|\t|\s*\|)")
"""A line of a file that is shown with its number."""
_BRACKETS = str.maketrans("()", ",,")
"""What stands in brackets belongs to what it explains."""


class Clause(NamedTuple):
    """A part of a sentence of the source: its own words, those of its sentence, and those said before."""

    piece: int
    voice: Voice
    start: int
    text: str
    own: frozenset[str]
    sentence: frozenset[str]
    before: frozenset[str]


class Clauses(Index[Clause]):
    """All clauses of a source, found by the words that they share with a claim."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        answered = frozenset[str]()
        for place, piece in enumerate(source.pieces):
            if piece.voice == "model":
                answered = units(piece.text[-ANSWERED:])
            for clause in _clauses(place, piece, answered if piece.voice == "person" else frozenset()):
                self.add(clause, clause.own)
        self.close()

    def with_all(self, wanted: frozenset[str]) -> list[Clause]:
        """The clauses that hold every one of these words, in the order of the source."""
        held = [self.holding.get(word, []) for word in wanted]
        common = set(held[0]).intersection(*held[1:]) if held else set()
        return [self.all[number] for number in sorted(common)]


def _clauses(place: int, piece: Piece, before: frozenset[str]) -> Iterator[Clause]:
    if piece.voice == "call":
        return
    printed = piece.voice in ("tool", "client")
    at = 0
    for line in piece.text[: TOLD if printed else PROSE].split("\n"):
        if not (printed and _NUMBERED.match(line)):
            for start, sentence in sentences(line[:LONGEST]):
                whole = units(sentence)
                for offset, clause in split(sentence.translate(_BRACKETS)):
                    yield Clause(place, piece.voice, at + start + offset, clause, units(clause), whole, before)
                before |= whole
        at += len(line) + 1
