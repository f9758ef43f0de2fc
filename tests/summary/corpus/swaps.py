"""Places of a text where a pattern stands, and what is put there instead."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.summary.corpus import spans
from tests.summary.corpus.spans import Span

New = str | Callable[[re.Match[str]], str]


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a text, and what stands there instead."""

    start: int
    end: int
    after: str


@dataclass(frozen=True, slots=True)
class Swap:
    """A pattern, and what may stand instead of it: one of several, always the same one at the same place."""

    pattern: re.Pattern[str]
    news: tuple[New, ...]

    def at(self, match: re.Match[str]) -> str:
        """What stands there instead; it begins with a capital where the old words did."""
        new = self.news[zlib.crc32(f"{match.start()} {match.string}".encode()) % len(self.news)]
        made = match.expand(new) if isinstance(new, str) else new(match)
        return made[:1].upper() + made[1:] if match.group()[:1].isupper() else made


_NO_CLAIM = re.compile(r"(?:[Ii]f|[Ww]hen|[Ww]hether|如果|要是)\b|.*[?？]$", re.DOTALL)
"""A sentence that says nothing which could be true or not: a condition, a question."""

_CODE = re.compile(r"`[^`\n]+`")


def swaps(*rows: tuple[str, New] | tuple[str, New, New] | tuple[str, New, New, New]) -> tuple[Swap, ...]:
    """Rows of a pattern and one or more replacements."""
    return tuple(Swap(re.compile(pattern), news) for pattern, *news in ((row[0], *row[1:]) for row in rows))


def swapped(text: str, rows: tuple[Swap, ...]) -> Iterator[tuple[Swap, Change]]:
    """Every place where a pattern stands outside quotations and names, with the first pattern that fits there."""
    taken = [match.span() for form in (spans.QUOTATION, spans.PATH, _CODE) for match in form.finditer(text)]
    for row in rows:
        for match in row.pattern.finditer(text):
            sentence = text[slice(*spans.sentence_at(text, match.start()))]
            if not _cuts(match.span(), taken) and not _NO_CLAIM.match(sentence):
                taken.append((match.start(), match.end() + 1))
                yield row, Change(*match.span(), row.at(match))


def _cuts(span: Span, taken: list[Span]) -> bool:
    """Whether it touches one of the others without holding it as a whole."""
    return any(spans.overlap(span, each) and not (span[0] <= each[0] and each[1] <= span[1]) for each in taken)
