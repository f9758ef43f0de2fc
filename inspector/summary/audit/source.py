"""The source of a summary, read once: what it says and where, for any number of summaries of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from inspector.engine.durable import DurableContextState
from inspector.engine.summariser import SummaryRequest
from inspector.summary.audit.numbers import NumberIndex
from inspector.summary.audit.pieces import Piece, of_messages, of_request
from inspector.summary.audit.shapes import Span
from inspector.summary.audit.statements import Statements
from inspector.transcript.model import Message

T = TypeVar("T")
_GAP = "\n\x00\n"
_NOT_WORD = re.compile(r"[\W_]+")


class Source:
    """Texts of a source with what is looked up in them. Everything is worked out when it is first asked for, and kept."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._starts: list[int] = []
        self._kept: dict[str, Any] = {}
        at = 0
        for piece in self.pieces:
            self._starts.append(at)
            at += len(piece.text) + len(_GAP)

    @classmethod
    def of(cls, request: SummaryRequest, durable: DurableContextState | None = None) -> Source:
        """What a summary that answers this request may rest on."""
        return cls(of_request(request, durable))

    @classmethod
    def of_messages(cls, messages: Sequence[Message]) -> Source:
        """What a summary of these recorded messages may rest on."""
        return cls(of_messages(messages))

    def keep(self, name: str, make: Callable[[], T]) -> T:
        """What somebody else works out of this source, worked out once."""
        if name not in self._kept:
            self._kept[name] = make()
        kept: T = self._kept[name]
        return kept

    def block(self, name: str) -> str:
        """The text of a block, as the spans count it."""
        return next((piece.text for piece in self.pieces if piece.name == name), "")

    @cached_property
    def text(self) -> str:
        return _GAP.join(piece.text for piece in self.pieces)

    @cached_property
    def low(self) -> str:
        """The text in small letters, character for character."""
        return lowered(self.text)

    @cached_property
    def squeezed(self) -> str:
        """Letters and digits only: `rate_limit`, `RateLimit` and "rate limit" are the same here."""
        return _NOT_WORD.sub("", self.low)

    @cached_property
    def spoken(self) -> str:
        """The text in small letters, every run of space one space, plain quotes: what a quotation is looked for in."""
        return spoken(self.text)

    @cached_property
    def numbers(self) -> NumberIndex:
        return NumberIndex(self.low)

    @cached_property
    def statements(self) -> Statements:
        return Statements(self.pieces)

    @cached_property
    def first(self) -> dict[str, int]:
        """Where each block's text starts in the whole."""
        return {piece.name: start for piece, start in zip(self.pieces, self._starts, strict=True)}

    def span(self, start: int, end: int) -> Span:
        """A stretch of the whole text as a stretch of its block."""
        place = max(bisect_right(self._starts, start) - 1, 0)
        piece, begin = self.pieces[place], self._starts[place]
        return Span(piece.name, start - begin, min(end - begin, len(piece.text)))

    def bounds(self, at: int) -> tuple[int, int]:
        """Where the text that holds a place starts and ends."""
        place = max(bisect_right(self._starts, at) - 1, 0)
        return self._starts[place], self._starts[place] + len(self.pieces[place].text)

    def about(self, at: int) -> str:
        """What was asked for, in small letters, where a place lies in the result of a call."""
        return self.pieces[max(bisect_right(self._starts, at) - 1, 0)].about[:400].lower()

    def occurrences(self, word: str, left: bool = True, right: bool = True) -> Iterator[int]:
        """Where the small-letter word stands, by itself on the sides that are asked for."""
        low, at = self.low, -1
        while (at := low.find(word, at + 1)) >= 0:
            end = at + len(word)
            if left and at and joined(low[at - 1], word[0]) and not (low[at - 1] == "t" and word[0].isdigit()):
                continue  # `2025-06-03T10:41` holds the time by itself
            if right and end < len(low) and joined(word[-1], low[end]) and not (low[end] == "z" and ":" in word):
                continue
            yield at

    def find(self, word: str, left: bool = True, right: bool = True) -> Span | None:
        """The first place of a word, whatever its capitals."""
        if not word:
            return None
        word = lowered(word)
        return next((self.span(at, at + len(word)) for at in self.occurrences(word, left, right)), None)


def joined(first: str, second: str) -> bool:
    """Whether two neighbouring characters are of one word; the letters of a script without spaces never are."""
    return _wordlike(first) and _wordlike(second)


def _wordlike(char: str) -> bool:
    return char == "_" or (char.isalnum() and ord(char) < 0x2E80)


def lowered(text: str) -> str:
    """Small letters, without a change of length (some capitals have small forms of two characters)."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "`": None, "*": None})


def spoken(text: str) -> str:
    """What two wordings have in common that differ in capitals, spacing and kind of quotes only."""
    return " ".join(text.translate(_QUOTES).lower().split())
