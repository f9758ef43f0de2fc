"""What a fix and a pin cost, in the policy's meter."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.fixes.shapes import Pin, Wanted
from inspector.analysis.why.sightings import said
from inspector.engine import Replay


class Bill(NamedTuple):
    """The largest view, all views together, how many were refused, and how often was compacted."""

    peak: int
    total: int
    refused: int
    compactions: int


def bill(replay: Replay) -> Bill:
    """What a replay costs over the whole session."""
    rows = [replay.row(request) for request in range(1, replay.requests + 1)]
    views = [row.view for row in rows]
    return Bill(
        max(views, default=0),
        sum(views),
        sum(row.error is not None for row in rows),
        sum(row.compacted for row in rows),
    )


def pin(replay: Replay, wanted: list[Wanted]) -> Pin | None:
    """The facts in the durable part of every request from the first statement on; None for a message without words.

    Of a pattern the words that it met first are pinned, of a message all of its words.
    """
    texts = [pinned_words(replay, each) for each in wanted]
    if not all(texts):
        return None
    shape = replay.transcript.structure
    size = sum(replay.ledger.counter.text(f"- {text}\n") for text in texts)
    first = min(
        (shape.request_of(shape.owner[each.found.blocks[0]]) for each in wanted if each.found.blocks), default=1
    )
    return Pin(size, first, size * max(0, replay.requests - first + 1))


def pinned_words(replay: Replay, one: Wanted) -> str:
    """What would be pinned: the words of a fact; of a pattern those that it met first."""
    if one.found.fact.form == "text" or not one.found.all:
        return one.found.fact.text
    blocks = replay.transcript.structure.blocks
    if one.found.fact.whole:
        return "\n".join(said(blocks[block]) for block in one.found.blocks).strip()
    first = one.found.all[0]
    return said(blocks[first.block])[first.start : first.stop]
