"""Whether a block is what a query asks for, and where in its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.analysis.patterns import Pattern, TooSlow
from inspector.transcript.model import Transcript
from inspector.tui.finding.light import apart
from inspector.tui.finding.matter import has_path, is_typed, matter, role_of, tool_of
from inspector.tui.finding.query import Query, Word


class Hit(NamedTuple):
    """A block that was found, and where its first match is in its words (nowhere in particular: at 0, with no length)."""

    block: int
    start: int = 0
    stop: int = 0


class Matcher:
    """A query on one transcript. Fates are not looked at: they belong to a view, and change with it."""

    def __init__(self, transcript: Transcript, query: Query) -> None:
        self.transcript, self.query = transcript, query

    def candidates(self) -> Iterator[int]:
        """The blocks of the messages that are asked for, in order."""
        first = self.transcript.structure.first
        for low, high in self._stretches():
            yield from range(first[low], first[high])

    @property
    def count(self) -> int:
        """How many blocks that are."""
        first = self.transcript.structure.first
        return sum(first[high] - first[low] for low, high in self._stretches())

    def _stretches(self) -> list[tuple[int, int]]:
        """Positions `[low, high)` of messages, in order and apart."""
        end = len(self.transcript.messages)
        if not self.query.spans:
            return [(0, end)]
        wanted = sorted(
            (min(end, max(0, low - 1)), end if high is None else min(end, high)) for low, high in self.query.spans
        )
        out: list[tuple[int, int]] = []
        for low, high in wanted:
            if out and low <= out[-1][1]:
                out[-1] = (out[-1][0], max(out[-1][1], high))
            elif low < high:
                out.append((low, high))
        return out

    def match(self, place: int) -> Hit | None:
        """The block as a hit; None when it is none. Raises `TooSlow` when a pattern takes too long in it."""
        if not self._is_of_kind(place):
            return None
        if not self.query.has_text:
            return Hit(place)
        span = first_match(self.query, matter(self.transcript.structure.blocks[place]))
        return None if span is None else Hit(place, *span)

    def _is_of_kind(self, place: int) -> bool:
        """Role, author, tool and path are what is asked for; cheap before dear."""
        query, shape = self.query, self.transcript.structure
        block, message = shape.blocks[place], self.transcript.messages[shape.owner[place]]
        if query.roles and role_of(block, message) not in query.roles:
            return False
        if query.typed and not is_typed(block, message):
            return False
        if query.tools and not any(wanted in tool_of(self.transcript, place).lower() for wanted in query.tools):
            return False
        return not query.paths or any(has_path(self.transcript, place, wanted) for wanted in query.paths)


def first_match(query: Query, text: str) -> tuple[int, int] | None:
    """The earliest match in a text that holds all words and patterns; None when one of them is missing."""
    found: list[tuple[int, int]] = []
    low = text.lower() if any(not word.exact for word in query.words) else text
    for word in query.words:
        span = find_word(word, text, low)
        if span is None:
            return None
        found.append(span)
    for pattern in query.patterns:
        span = _find_pattern(pattern, text)
        if span is None:
            return None
        found.append(span)
    return min(found, default=None)


def spans(query: Query, text: str, most: int = 1_000) -> list[tuple[int, int]]:
    """Where matches are in a text, in order and apart: those of every word and pattern, up to so many of each."""
    found: list[tuple[int, int]] = []
    low = text.lower()
    for word in query.words:
        where = text if word.exact or len(low) != len(text) else low
        at = where.find(word.text)
        for _ in range(most):
            if at < 0:
                break
            found.append((at, at + len(word.text)))
            at = where.find(word.text, at + len(word.text))
    for pattern in query.patterns:
        found += pattern.all(text, most)
    return apart(found)


def _find_pattern(pattern: Pattern, text: str) -> tuple[int, int] | None:
    return pattern.find(text)


def find_word(word: Word, text: str, low: str) -> tuple[int, int] | None:
    """The first place of a word; `low` is the text in lower case."""
    if word.exact or len(low) == len(text):
        at = text.find(word.text) if word.exact else low.find(word.text)
        return None if at < 0 else (at, at + len(word.text))
    if word.text not in low:
        return None
    found = re.search(re.escape(word.text), text, re.IGNORECASE)  # a letter became two: places have moved
    return found.span() if found else (0, 0)


__all__ = ["Hit", "Matcher", "TooSlow", "find_word", "first_match", "spans"]
