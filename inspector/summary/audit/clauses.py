"""The clauses that a source states, each with its words and whether it denies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.negators import negated
from inspector.summary.audit.pieces import Piece, Voice
from inspector.summary.audit.scopes import bare
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Index

PROSE = 30_000
TOLD = 1_500
"""Characters of a tool's output that are read: it may hold the words of a document."""
LONGEST = 1_000
FEW = 3
"""A clause of fewer words is known by those of its sentence."""


_NUMBERED = re.compile(r"\s*\d+(?:→|\t|\s*\|)")
"""A line of a file that is shown with its number."""
_BRACKETS = str.maketrans("()", ",,")
"""What stands in brackets belongs to what it explains."""


class Clause(NamedTuple):
    """A part of a sentence of the source: the words of the part, and those of its sentence."""

    piece: int
    voice: Voice
    start: int
    text: str
    stems: frozenset[str]
    negated: bool


class Clauses(Index[Clause]):
    """All clauses of a source, found by the words that they share with a claim."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            for clause in _clauses(place, piece):
                self.add(clause, clause.stems)
        self.close()


def _clauses(place: int, piece: Piece) -> Iterator[Clause]:
    at = 0
    if piece.voice == "call":
        return
    most = TOLD if piece.voice in ("tool", "client") else PROSE
    printed = piece.voice in ("tool", "client")
    for line in piece.text[:most].split("\n"):
        if printed and _NUMBERED.match(line):
            at += len(line) + 1
            continue
        for start, sentence in sentences(line[:LONGEST]):
            whole = stems(bare(sentence))
            for offset, clause in split(sentence.translate(_BRACKETS) if "(" in sentence else sentence):
                held = stems(bare(clause))
                if len(held) < FEW:
                    held = whole
                if held:
                    yield Clause(place, piece.voice, at + start + offset, clause, held, negated(clause))
        at += len(line) + 1
