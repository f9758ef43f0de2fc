"""Words in quotation marks that nobody wrote. A quoted word marks a term more often than they quote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source, spoken

_GAP = re.compile(r"…|\.\.\.|\[[^\]'\",]*\]")
LEAST_WORDS, LEAST_LETTERS = 2, 8
LEAST_WIDE = 4


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every quotation of the summary that is not in the source word for word."""
    for atom in summary.of("quotation"):
        if long_enough(atom.text) and not sourced(source, atom.text):
            text = f"nobody wrote {_short(atom.text)} in the source"
            yield Finding("unsourced quotation", text, atom.span, nearest(source, atom.text))


def long_enough(text: str) -> bool:
    wide = sum(char >= "\u2e80" for char in text)
    return wide >= LEAST_WIDE or (len(text) >= LEAST_LETTERS and len(text.split()) >= LEAST_WORDS)


def sourced(source: Source, quotation: str) -> bool:
    """Whether each part of it, between marks of omission, stands in the source; case, spacing, end marks do not count."""
    parts = (spoken(part).strip(" .,;:!?'\"") for part in _GAP.split(quotation))
    return all(part in source.spoken for part in parts if len(part) > 2)


def nearest(source: Source, quotation: str) -> tuple[Span, ...]:
    """The sentence of the source that shares most words with the quotation."""
    found = source.statements.matches(stems(quotation), 0.4)
    if not found:
        return ()
    best = max(found, key=lambda match: match.share).statement
    name = source.pieces[best.piece].name
    return (Span(name, best.start, best.start + len(best.text)),)


def _short(text: str) -> str:
    return f"“{text[:80]}…”" if len(text) > 80 else f"“{text}”"
