"""What a fix and a pin cost, in the policy's meter."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.fixes.shapes import Pin, Wanted
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
    """The facts in the durable part of every request from the first statement on; None for what is no text."""
    if not wanted or any(each.found.fact.form != "text" for each in wanted):
        return None
    shape = replay.transcript.structure
    size = sum(replay.ledger.counter.text(f"- {each.found.fact.text}\n") for each in wanted)
    first = min(
        (shape.request_of(shape.owner[each.found.blocks[0]]) for each in wanted if each.found.blocks), default=1
    )
    return Pin(size, first, size * max(0, replay.requests - first + 1))
