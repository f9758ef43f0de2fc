"""What an audit looks for: each kind of finding in a module of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.findings import (
    attribution,
    commands,
    counts,
    dropped,
    exits,
    identifiers,
    negation,
    number,
    outcome,
    own_words,
    paths,
    quotations,
    retold,
    sequence,
)
from inspector.summary.audit.shapes import Finding
from inspector.summary.audit.source import Source

Find = Callable[[Source, Summary], Iterator[Finding]]
ALL: tuple[Find, ...] = (
    paths.find,
    identifiers.find,
    number.find,
    commands.find,
    quotations.find,
    retold.find,
    dropped.find,
    own_words.find,
    attribution.find,
    outcome.find,
    sequence.find,
    exits.find,
    counts.find,
    negation.find,
)
