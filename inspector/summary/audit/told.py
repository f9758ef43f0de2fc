"""What was told in the record itself of how things ended, part by part, to be laid beside what a summary tells."""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import bare, marks, uncoded, without
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.source import Source
from inspector.summary.audit.stated import stated
from inspector.summary.audit.statements import Index
from inspector.summary.audit.tellings import Telling, tellings

SAME, BEST = 0.6, 0.85
PROSE, LONGEST = 30_000, 800
_HEAD = re.compile(r"^\s*[A-Z]\w+(?: \w+){0,2}:\s+(?=[A-Z`])")
"""What a line begins with to say what it is about: `Results: The agent said`."""
CONTRARY: dict[Ending, Ending] = {"well": "badly", "badly": "well"}


class Told(NamedTuple):
    """An ending that was told. `piece` is the place of its block."""

    piece: int
    text: str
    ending: Ending
    codes: frozenset[int]
    words: frozenset[str]


class Record(Index[Told]):
    """Every ending that somebody told in the record, found by the words around it."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            if piece.voice not in ("model", "person", "summary"):
                continue
            for line in piece.text[:PROSE].split("\n"):
                for _, sentence in sentences(line[:LONGEST]):
                    for each in tellings(sentence):
                        ending = outcome(each)
                        if ending and not each.supposed and stated(each.text):
                            words = about(each)
                            self.add(Told(place, sentence, ending, each.codes, words), words)
        self.close()

    def of(self, telling: Telling, least: float = SAME) -> list[tuple[float, Told]]:
        """What was told in nearly the same words, whichever way it ended, and how much of them it has."""
        found = self.matches(about(telling), least)
        best = max((match.share for match in found), default=0.0)
        return [(match.share, match.statement) for match in found if match.share >= BEST * best]


def about(telling: Telling) -> frozenset[str]:
    """The words around an ending, without its own."""
    text = f"{telling.lead} {telling.text} {telling.details} {telling.why}"
    text = _HEAD.sub("", text)
    text = without(text, marks(text))
    return stems(bare(uncoded(text)))


def outcome(telling: Telling) -> Ending | None:
    """Which way it ended, by its words or its exit code."""
    if telling.told or len(telling.codes) != 1:
        return telling.told
    return "well" if telling.codes == {0} else "badly"
