"""The clauses that persons and the model state in a source, each with its words and with what its surroundings are about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.matter import units
from inspector.summary.audit.pieces import Piece, Voice
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Index

PROSE = 30_000
LONGEST = 1_000
NEAR = 5
"""Sentences before it that a sentence may speak of."""
ANSWERED = 600
"""Characters of the model's last words that what is typed next may speak of."""

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
    if piece.voice not in ("person", "model", "summary"):
        return
    at = 0
    said: list[frozenset[str]] = []
    for line in piece.text[:PROSE].split("\n"):
        for start, sentence in sentences(line[:LONGEST]):
            whole = units(sentence)
            near = before.union(*said)
            for offset, clause in split(sentence.translate(_BRACKETS)):
                yield Clause(place, piece.voice, at + start + offset, clause, units(clause), whole, near)
            said = [*said[-NEAR:], whole]
        at += len(line) + 1
