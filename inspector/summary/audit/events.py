"""What a source shows of how things went, in order: units of prose, and the results of calls with their ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.marks import outcomes
from inspector.summary.audit.pieces import Piece
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Index
from inspector.summary.audit.status import Outcome, bare, unreal
from inspector.summary.audit.units import FEW, about, subject, units

PROSE, ENDS, LONGEST, CALLED, CORE = 30_000, 1_500, 600, 300, 600
WIDE = 0.55
"""What a word counts that stands in the sentence of an outcome, but not in its own part."""
_GENERIC = stems(
    "run test check plan job build process package file command step task change code error result script program tool"
    " server service data attempt case suite page group table branch commit version update request"
)
"""Words that name many things: one of them alone tells not which."""
_COUNTS = re.compile(r"\b\d+ (?:passed|failed)\b|\btest result:|--- (?:PASS|FAIL)|^(?:ok|FAIL)\s", re.M)
_TESTED = stems("tests")
_NUMBERED = re.compile(r"\s*\d+(?:→|\t|\s*\||:)")


class Event(NamedTuple):
    """Something that the source shows to have gone one way."""

    piece: int
    start: int
    text: str
    outcomes: frozenset[Outcome]
    core: frozenset[str]
    wide: frozenset[str]
    result: bool = False
    deeds: frozenset[int] = frozenset()
    tests: bool = False
    """The result of a call that counts tests."""


Aligned = tuple[float, Event, bool]
"""The share of a claim's words that an event holds, the event, and whether these are words enough to know it by."""
RARE, TELLS = 20, 0.6


class Events(Index[Event]):
    """All events of a source in order, found by the words that they share with a claim."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            for event in _events(place, piece):
                self.add(event, event.core | event.wide)
        self.close()

    def weigh(self, words: frozenset[str]) -> dict[str, float]:
        """How telling each word is; one that no event has is a paraphrase more often than another matter."""
        return {w: self.weight(w) if w in self.holding else UNKNOWN * self._log for w in sorted(words)}

    def aligned(self, own: frozenset[str], near: frozenset[str], least: float) -> list[Aligned]:
        """The events about the same in order, each with the share of the words, by weight, that it holds."""
        weights = self.weigh(own)
        if len(own) < FEW:
            lean = self.weigh(near - own)
            whole, mine = sum(lean.values()), sum(weights.values())
            scale = min(1.0, LEAN * mine / whole) if own and whole else 1.0
            weights |= {word: scale * weight for word, weight in lean.items()}
        total = sum(weights.values())
        if not total:
            return []
        sums: dict[int, float] = {}
        held: dict[int, int] = {}
        for word, weight in weights.items():
            rare = word not in _GENERIC and len(self.holding.get(word, ())) <= RARE and weight >= TELLS * total
            for number in self.holding.get(word, ()):
                part = 1.0 if word in self.all[number].core else WIDE
                sums[number] = sums.get(number, 0.0) + part * weight
                held[number] = held.get(number, 0) + (2 if rare else 1)
        return [(s / total, self.all[n], held[n] > 1) for n, s in sorted(sums.items()) if s >= least * total]


UNKNOWN, LEAN = 0.3, 0.6


def _events(place: int, piece: Piece) -> Iterator[Event]:
    if piece.voice == "tool":
        yield from _of_result(place, piece)
    elif piece.voice in ("person", "model", "summary"):
        yield from _of_prose(place, piece)


def _of_prose(place: int, piece: Piece) -> Iterator[Event]:
    at = 0
    for line in piece.text[:PROSE].split("\n"):
        for start, sentence in sentences(line[:LONGEST]):
            found = list(units(sentence))
            if found:
                wide = subject(sentence)
                for unit in found:
                    if not unit.supposed and not unreal(unit.text):
                        yield Event(
                            place,
                            at + start + unit.start,
                            unit.text,
                            unit.outcomes,
                            about(unit),
                            wide,
                            False,
                            unit.deeds,
                        )
        at += len(line) + 1


def _of_result(place: int, piece: Piece) -> Iterator[Event]:
    """A result as a whole, by what was called and by its lines of an outcome; and each of these lines."""
    text = piece.text
    ends = text if len(text) <= 2 * ENDS else text[:ENDS] + "\n" + text[-ENDS:]
    called = stems(piece.about[:CALLED])
    lines = [line for line in ends.split("\n") if not _NUMBERED.match(line) and "tool_use_error" not in line]
    telling = [(line, shown) for line in lines if (shown := outcomes(PATH.sub(" ", line[:LONGEST])))]
    whole = frozenset(o for line, shown in telling if not _EXIT.match(line) for o in shown & _ENDS)
    whole = frozenset(["badly"]) if "badly" in whole else whole
    if piece.failed or any(_EXIT.match(line) and "badly" in shown for line, shown in telling):
        whole = frozenset(["badly"])
    if whole and (piece.failed or _EXITED.search(ends) or _COUNTS.search(ends)):
        tested = _TESTED if _COUNTS.search(ends) else frozenset[str]()
        told = stems(bare("\n".join(line for line, _ in telling)[:CORE]))
        yield Event(place, 0, ends, whole, called | told | tested, stems(ends[:CORE]), True, tests=bool(tested))
    for line, shown in telling:
        if not _EXIT.match(line):
            yield Event(place, max(text.find(line), 0), line, shown, stems(bare(line[:LONGEST])), called, True)


_ENDS: frozenset[Outcome] = frozenset(["well", "badly"])
_EXIT = re.compile(r"\s*(?:\w+ )?exit(?:ed)?(?: with)?(?: code| status)?:? ?\d+\s*$", re.I)
_EXITED = re.compile(r"\bexit(?:ed)?(?: with)?(?: code| status)?:? ?\d+", re.I)
PATH = re.compile(r"[\w.~-]*/[\w./~-]*|[\w-]+\.[a-z]{1,5}\b")
