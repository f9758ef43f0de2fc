"""Whose words a summary is written in: the record's own, or those of its writer."""

from __future__ import annotations

import re

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.source import Source

RUN = 4
"""Words in a row that are no chance. A letter of a script without spaces is half a word."""
KEPT = 0.4
"""The share of a summary's words in such runs from which on it keeps the record's words.

Of 213 summaries written to keep them three lie below, of 570 in free prose 5 in a hundred above.
"""
FEW = 40
"""Of so few words nothing can be told: they are taken for the record's."""
_WORD = re.compile(r"[^\W_]+?(?=[\u3040-\u9fff]|\b|_)|[\u3040-\u9fff]")
_WIDE = "\u3040"


def kept(source: Source, summary: Summary) -> float:
    """The share of a summary's words that stand in a row of several which the source has as well."""
    words = _words(summary.text.lower())
    runs = source.keep("runs of words", lambda: frozenset(run for _, run in _runs(_words(source.low))))
    held = set[int]()
    for at, run in _runs(words):
        if run in runs:
            held.update(range(at, at + len(run)))
    return len(held) / len(words) if words else 0.0


def keeps_words(source: Source, summary: Summary) -> bool:
    """Whether a summary is written in the record's own words: only then can its sentences be laid beside the record."""
    return len(_words(summary.text)) < FEW or kept(source, summary) >= KEPT


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
