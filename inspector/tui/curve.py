"""What the timeline shows of a session: sizes, thresholds, marks. No widget here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from inspector.engine import EngineError, MessageViewLimitExceeded, Row, ToolProtocolError
from inspector.engine.table import Table
from inspector.policy.model import Drop, Limit, Policy, Summarise
from inspector.tui.curve_beside import beside
from inspector.tui.losing import Losing
from inspector.tui.session import Session
from inspector.tui.widgets.timeline_data import Mark, MarkKind, Threshold, TimelineData

REFUSALS: dict[type[EngineError], str] = {MessageViewLimitExceeded: "over the limit", ToolProtocolError: "broken pair"}
"""Why a view was refused, in a word or two."""
LOST = 10**12
"""Weight of a mark at which messages were taken away, above any size."""


def curve(session: Session, rows: Sequence[Row], losses: Sequence[Losing] = ()) -> TimelineData:
    """Every request of the session as the timeline wants it; `losses` where they are known already."""
    known = rows if isinstance(rows, Table) else None
    return TimelineData(
        transcript=known.transcripts if known else tuple(row.transcript for row in rows),
        view=known.views if known else tuple(row.view for row in rows),
        unit=session.unit,
        thresholds=tuple(_thresholds(session.policy)),
        marks=(*_marks(session, rows), *(Mark(loss.request, "loss", loss.layer, LOST) for loss in losses)),
        cursor=session.request,
        turns=known.turns if known else tuple(row.turn for row in rows),
        approximate=session.approximate,
        beside=beside(session.held, session.policy, session.unit, rows),
    )


def events(session: Session, rows: Sequence[Row]) -> list[int]:
    """The requests at which something happened, in order."""
    return sorted({mark.request for mark in _marks(session, rows)})


def _thresholds(policy: Policy | None) -> Iterator[Threshold]:
    if policy is None:
        return
    if policy.start is not None:
        yield Threshold("start", _of_view(policy.start, policy), "soft")
    for layer in policy.layers:
        if layer.enabled and isinstance(layer.when, Limit) and layer.when != policy.start:
            yield Threshold(layer.id, _of_view(layer.when, policy), "soft")
    if policy.refuse is not None:
        yield Threshold("refuse", _of_view(policy.refuse, policy), "hard")
    if policy.budget is not None:
        yield Threshold("window", policy.budget.window, "window")


def _of_view(limit: Limit, policy: Policy) -> int:
    """The size of the view at which a limit is met; one on all that is required leaves room for the rest."""
    budget = policy.budget
    if limit.of == "size" or budget is None:
        return limit.value
    return max(0, limit.value - budget.fixed - budget.reserve - budget.margin)


def _marks(session: Session, rows: Sequence[Row]) -> Iterator[Mark]:
    """What happened. Housekeeping that goes on from request to request is marked where it begins."""
    kind: MarkKind = "recorded" if session.policy is None else "compaction"
    cuts, tidied = _cuts(session.policy), False
    last = 0
    for before, row in _eventful(rows):
        tidied, last = tidied and row.request == last + 1, row.request
        if row.error is not None:
            yield Mark(row.request, "refusal", REFUSALS.get(type(row.error), "no view"))
        elif row.compacted:
            yield Mark(row.request, kind, " ".join(row.fired), _weight(before, row, cuts))
        took = session.policy is not None and bool(row.fired) and not row.compacted and _weight(before, row, cuts) > 0
        if took and not tidied:
            yield Mark(row.request, "housekeeping", " ".join(row.fired))
        tidied = took
    if session.policy is not None:
        yield from (Mark(request, "recorded", "by the agent") for request in recorded_requests(session))


def _eventful(rows: Sequence[Row]) -> Iterator[tuple[Row | None, Row]]:
    """The requests at which anything happened, each with the one before."""
    if isinstance(rows, Table):
        yield from ((rows.row(request - 1) if request > 1 else None, rows.row(request)) for request in rows.told)
        return
    for before, row in pairwise((None, *rows)):
        if row is not None and (row.fired or row.error is not None):
            yield before, row


def _cuts(policy: Policy | None) -> frozenset[str]:
    """The layers that take messages away."""
    layers = policy.layers if policy else ()
    return frozenset(layer.id for layer in layers if isinstance(layer.operation, Drop | Summarise))


def _weight(before: Row | None, row: Row, cuts: frozenset[str]) -> int:
    """How much was lost at a request: what the view would have grown to, less what it is. Lost messages come first."""
    expected = before.view + row.transcript - before.transcript if before else row.transcript
    return max(0, expected - row.view) + (LOST if not cuts.isdisjoint(row.fired) else 0)


def recorded_requests(session: Session) -> list[int]:
    """The requests before which the agent itself compacted."""
    shape = session.transcript.structure
    found = [shape.request_of(compaction.before) for compaction in session.transcript.compactions]
    return [request for request in found if request <= shape.requests]
