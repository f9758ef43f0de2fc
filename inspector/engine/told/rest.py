"""The numbers of a plan that was made: from there on sums tell again, where the plan has the form for it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from inspector.engine.plan import Plan, Span
from inspector.engine.steps import CompactionState
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import Standing, Tail


def rest(sums: Sums, plan: Plan, state: CompactionState) -> Tail | None:
    """The view as a head and a tail behind the last cut; None where it is nothing of the kind."""
    lo = max((cut.hi for cut in plan.cuts), default=0)
    tails = [part for part in plan.parts if isinstance(part, Span) and part.lo >= lo]
    before = [part for part in plan.parts if (part.lo < lo if isinstance(part, Span) else part.kind != "system")]
    if plan.overrides or plan.leads or list(plan.parts[len(plan.parts) - len(tails) :]) != tails:
        return None
    head = _head(sums, before)
    halves = {block: gone for block, gone in plan.removed.items() if block >= lo}
    edge = _edge(sums, tails, lo)
    if head is None or edge is None or sum(hi - lo for lo, hi, _ in tails) + len(halves) != plan.end - lo:
        return None
    first = bisect_left(sums.links.positions, lo) if sums.links else 0
    tail = Tail(0, lo, edge, first, first, 0, 0, halves, head, state)
    tail.base = plan.size - sums.size(tail, plan.end)
    return tail


def _head(sums: Sums, parts: Sequence[Standing]) -> tuple[Standing, ...] | None:
    """The parts before the tail, a span for each message; None where a layer may still touch one of them."""
    out: list[Standing] = []
    for part in parts:
        if not isinstance(part, Span):
            out.append(part)
            continue
        if _open(sums, part):
            return None
        out += _by_message(sums, part)
    return tuple(out)


def _open(sums: Sums, span: Span) -> bool:
    """Whether a stretch of the head holds what the local layer or dedupe may change, or half of an interaction."""
    if span.applied not in ((), sums.applied) or (not span.applied and _touched(sums, span.lo, span.hi)):
        return True
    if sums.links is not None:
        at = bisect_left(sums.links.positions, span.lo)
        if at < len(sums.links.positions) and sums.links.positions[at] < span.hi:
            return True
    return sums.reach[span.hi] >= span.hi and any(
        sums.structure.partner[block] >= span.hi for block in range(span.lo, span.hi)
    )


def _touched(sums: Sums, lo: int, hi: int) -> bool:
    at = bisect_left(sums.changes, lo)
    return at < len(sums.changes) and sums.changes[at] < hi


def _by_message(sums: Sums, span: Span) -> list[Span]:
    first, owner = sums.structure.first, sums.structure.owner
    messages = range(owner[span.lo], owner[span.hi - 1] + 1)
    return [
        Span(max(span.lo, first[m]), min(span.hi, first[m + 1]), span.applied)
        for m in messages
        if first[m] < first[m + 1]
    ]


def _edge(sums: Sums, tails: list[Span], lo: int) -> int | None:
    """How far the local layer has worked in the tail; None where it left something out before."""
    edge = max((span.hi for span in tails if span.applied), default=lo)
    for span in tails:
        if span.applied not in ((), sums.applied) or (not span.applied and _touched(sums, span.lo, min(span.hi, edge))):
            return None
    return edge
