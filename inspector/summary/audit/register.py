"""Whose words a summary is written in: the record's own, or those of its writer."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import compress

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.source import Source

RUN = 4
"""Words in a row that are no chance. A letter of a script without spaces is half a word."""
KEPT = 0.35
"""The share of a summary's words in such runs from which on it keeps the record's words.

Of 213 summaries written to keep them one lies below, of 570 in free prose ten lie above.
"""
FEW = 40
"""Of so few words nothing can be told: they are taken for the record's."""
_WORD = re.compile(r"[^\W_\u3040-\u9fff]+|[\u3040-\u9fff]")
_WIDE = "\u3040"
_PIECE = re.compile(r"[\u3040-\u9fff]+|[^\s\u3040-\u9fff]+")
_NAME = re.compile(r"[\d_/\\()=<>{}$]|\w\.\w|[a-z][A-Z]")
"""What a path, a number, a command or an identifier has, and hardly a word."""


@lru_cache(maxsize=1)
def kept(source: Source, summary: Summary) -> float | None:
    """The share of a summary's words that stand in a row of several which the source has as well; None of few words.

    Headings are the form's, and names are everybody's: they stand in rows, but only the words of sentences are counted.
    """
    words, counted = _written(summary)
    if len(words) < FEW or not any(counted):
        return None
    runs = source.keep("runs of words", lambda: frozenset(run for _, run in _runs(_words(source.low))))
    held = [False] * len(words)
    for at, run in _runs(words):
        if run in runs:
            held[at : at + len(run)] = [True] * len(run)
    return sum(compress(held, counted)) / sum(counted)


def keeps_words(source: Source, summary: Summary) -> bool:
    """Whether a summary is written in the record's own words: only then can its sentences be laid beside the record."""
    return keeps(kept(source, summary))


def keeps(share: float | None) -> bool:
    """Whether so many of its words are enough; where they are too few to tell, they are."""
    return share is None or share >= KEPT


def _written(summary: Summary) -> tuple[list[str], list[bool]]:
    """The words of the sentences, and which of them are no part of a name."""
    words, counted = list[str](), list[bool]()
    for claim in summary.claims:
        for piece in () if claim.is_heading else _PIECE.findall(claim.text):
            found = _words(piece.lower())
            words += found
            counted += [not _NAME.search(piece)] * len(found)
    return words, counted


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _runs(words: list[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Every run of four words, and where it starts; of eight where all are letters of a script without spaces."""
    found = []
    for at in range(len(words)):
        size = 2 * RUN if words[at] >= _WIDE else RUN
        if at + size <= len(words):
            found.append((at, tuple(words[at : at + size])))
    return found
