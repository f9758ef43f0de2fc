"""What of the source matters, and how far a summary holds it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.held import Held
from inspector.summary.audit.shapes import Item
from inspector.summary.audit.source import Source
from inspector.summary.audit.worth import worth


def coverage(source: Source, summary: Summary) -> tuple[Item, ...]:
    """Every item of the source, in its order, with how far the summary holds it."""
    return tuple(_items(source, summary))


def _items(source: Source, summary: Summary) -> Iterator[Item]:
    held = Held(summary)
    for each in worth(source):
        state, where = held.state(each)
        yield Item(each.kind, each.text, each.span, state, where)
