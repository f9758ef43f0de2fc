"""What a source shows of how things went: every clause and every result of a call that speaks of an outcome."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.pieces import Piece
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Index
from inspector.summary.audit.status import Outcome, bare, outcomes

PROSE = 30_000
ENDS = 1_500
"""Characters of a result that are read, from its start and from its end."""
LONGEST = 1_000
CORE = 600
ABOUT = 250


class Sign(NamedTuple):
    """Something that shows an outcome: where it stands, the words about it, and how it went."""

    piece: int
    start: int
    text: str
    stems: frozenset[str]
    outcomes: frozenset[Outcome]
    core: frozenset[str] = frozenset()
    """The words that stand so near to the outcome that it is theirs."""

    def mixed(self, outcome: Outcome) -> bool:
        """Whether it shows this outcome as well, or both a good and a bad one."""
        return outcome in self.outcomes or {"well", "badly"} <= self.outcomes


class Evidence(Index[Sign]):
    """All signs of a source in order, found by the words that they share with a claim."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        for place, piece in enumerate(source.pieces):
            for sign in _signs(place, piece):
                self.add(sign, sign.stems)
        self.close()


def _signs(place: int, piece: Piece) -> Iterator[Sign]:
    if piece.voice == "tool":
        yield from _of_result(place, piece)
    elif piece.voice in ("person", "model", "summary"):
        yield from _of_prose(place, piece)


def _of_prose(place: int, piece: Piece) -> Iterator[Sign]:
    """The clauses of sentences; each is found by the words of its whole sentence."""
    at = 0
    for line in piece.text[:PROSE].split("\n"):
        for start, sentence in sentences(line[:LONGEST]):
            if not outcomes(sentence):
                continue
            about = stems(bare(sentence))
            for offset, clause in split(sentence):
                if shown := outcomes(clause):
                    yield Sign(
                        place, at + start + offset, clause, about, shown, stems(bare(_between(sentence, offset)))
                    )
        at += len(line) + 1


def _between(sentence: str, at: int) -> str:
    """The part of a sentence between semicolons that holds a place."""
    start = max(sentence.rfind(";", 0, at), sentence.rfind("；", 0, at)) + 1
    ends = [end for mark in ";；" if (end := sentence.find(mark, at)) >= 0]
    part = sentence[start : min(ends, default=len(sentence))]
    return sentence if _PRONOUN.match(part) else part


def _of_result(place: int, piece: Piece) -> Iterator[Sign]:
    """A result as a whole, found by its call and its ends; and each of its lines that speaks of an outcome."""
    text = piece.text
    ends = text if len(text) <= 2 * ENDS else text[:ENDS] + "\n" + text[-ENDS:]
    called = stems(piece.about[:ABOUT])
    if shown := _ended(ends, piece.failed):
        core = called | stems("\n".join(line for line in ends.split("\n")[-400:] if outcomes(line[:LONGEST]))[:CORE])
        yield Sign(place, 0, ends, called | stems(ends), shown, core)
    at = 0
    for line in text[:ENDS].split("\n"):
        if (
            not _NUMBERED.match(line)
            and "tool_use_error" not in line
            and (found := outcomes(PATH.sub(" ", line[:LONGEST])))
        ):
            about = called | stems(bare(line[:LONGEST]))
            yield Sign(place, at, line, about, found, about)
        at += len(line) + 1


_PRONOUN = re.compile(r"\s*(?:its?|this|that|which|they|he|she|这|它|其)\b", re.I)
_NUMBERED = re.compile(r"\s*\d+(?:→|\t|\s*\|)")
"""A line of a file that is shown with its number says nothing of what happened."""
PATH = re.compile(r"[\w.~-]*/[\w./~-]*|[\w-]+\.[a-z]{1,5}\b")
_CODE = re.compile(r"\bexit(?:ed)?(?: with)?(?: the)?(?: code| status)?:? ?(\d{1,3})\b", re.I)
_COUNT = re.compile(r"\b([1-9]\d*) (?:tests? )?(passed|failed)\b", re.I)


def exit_codes(text: str) -> frozenset[int]:
    """The exit codes that a text names."""
    return frozenset(int(code) for code in _CODE.findall(text))


def _ended(text: str, failed: bool) -> frozenset[Outcome]:
    """How a call ended, by its exit code, its counts of tests, or the error that the tool reported."""
    found: set[Outcome] = {"badly"} if failed else set()
    found.update("badly" if int(code) else "well" for code in _CODE.findall(text))
    found.update("badly" if word.lower() == "failed" else "well" for _, word in _COUNT.findall(text))
    return frozenset(found)
