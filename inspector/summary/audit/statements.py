"""The sentences of a source that say something about the work, found again by the words that they share with a claim."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.pieces import Piece, Voice

_LINE = re.compile(r"[^\n]+")
HEAD, TAIL = 4_000, 4_000
"""Characters of a tool's output that are read as sentences, from its start and from its end."""
PROSE = 40_000
LONGEST = 1_200
ROUNDING = 1e-9
COMMON = 3_000
"""A word in more statements than this leads to none of them."""


class Statement(NamedTuple):
    """A sentence (or line) of the source. `piece` is the place of its block among the source's."""

    piece: int
    voice: Voice
    text: str
    start: int
    stems: frozenset[str]
    failed: bool = False


T = TypeVar("T")


class Index(Generic[T]):
    """Things in order, each with the words that it holds; asked which of them hold most of some words."""

    def __init__(self) -> None:
        self.all: list[T] = []
        self.holding: dict[str, list[int]] = {}
        self._held: list[frozenset[str]] = []
        self._log = 0.0

    def add(self, thing: T, held: frozenset[str]) -> None:
        number = len(self.all)
        self.all.append(thing)
        self._held.append(held)
        for word in held:
            self.holding.setdefault(word, []).append(number)

    def close(self) -> None:
        """Everything is there; from now on weights can be asked for."""
        self._log = math.log(len(self.all) + 2)

    def weight(self, word: str) -> float:
        """How telling a word is: the rarer, the more; one that the source does not have tells most."""
        return self._log - math.log(len(self.holding.get(word, ())) + 1) + 0.3

    def share(self, wanted: frozenset[str], held: frozenset[str]) -> float:
        """How much of the words, by weight, is held."""
        total = sum(self.weight(word) for word in sorted(wanted))
        return sum(self.weight(word) for word in sorted(wanted & held)) / total if total else 0.0

    def matches(self, wanted: frozenset[str], least: float) -> list[Match[T]]:
        """What holds at least this share of the words by weight, in the order of the source."""
        weights = {word: self.weight(word) for word in sorted(wanted)}
        total = sum(weights.values())
        if not total:
            return []
        telling = [(word, weight) for word, weight in weights.items() if len(self.holding.get(word, ())) <= COMMON]
        found = []
        for number in sorted(self._candidates(telling, least * total - ROUNDING)):
            held = self._held[number]
            got = sum([weight for word, weight in telling if word in held])
            if got >= least * total:
                found.append(Match(got / total, self.all[number]))
        return found

    def _candidates(self, telling: list[tuple[str, float]], least: float) -> set[int]:
        """What holds one of the rarest words: without any of those nothing comes to `least`."""
        left, found = sum(weight for _, weight in telling), set[int]()
        for word, weight in sorted(telling, key=lambda row: -row[1]):
            if left < least:
                break
            found.update(self.holding.get(word, ()))
            left -= weight
        return found


class Match(NamedTuple, Generic[T]):
    """Something that shares words with a claim. `share` is how much of the claim's weight it holds."""

    share: float
    statement: T


class Statements(Index[Statement]):
    """The sentences of a source."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__()
        for place, piece in enumerate(pieces):
            for at, text in _sentences(piece):
                held = stems(text)
                self.add(Statement(place, piece.voice, text, at, held, piece.failed), held)
        self.close()


def _sentences(piece: Piece) -> Iterator[tuple[int, str]]:
    for start, end in _windows(piece):
        for line in _LINE.finditer(piece.text, start, end):
            raw = line[0][:LONGEST]
            if piece.voice in ("tool", "call"):
                yield line.start(), raw
            else:
                yield from ((line.start() + at, text) for at, text in sentences(raw))


def _windows(piece: Piece) -> Iterator[tuple[int, int]]:
    size = len(piece.text)
    head, tail = (HEAD, TAIL) if piece.voice in ("tool", "call", "client") else (PROSE, PROSE)
    if size <= head + tail:
        yield 0, size
    else:
        yield 0, head
        yield size - tail, size
