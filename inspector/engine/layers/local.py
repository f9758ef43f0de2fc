"""Applying a local layer (truncate, clear, fold) to a region of a view: only stretches are marked, no block is touched."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.engine.plan import Part, Plan, Span
from inspector.engine.region import reach


def apply(plan: Plan, layer: int) -> Plan:
    """The view with the layer applied where its region says; the same plan when that changes nothing.

    A stretch to which the layer was applied already is left alone: what it put there is a notice, not content.
    """
    effect = plan.ledger.effects[layer]
    if not effect.candidates:
        return plan
    lo, hi = reach(plan, effect.layer.region)
    parts: list[Part] = []
    changed = False
    for part in plan.parts:
        for piece in _marked(plan, part, layer, lo, hi) if isinstance(part, Span) else (part,):
            changed = changed or (isinstance(piece, Span) and piece is not part and layer in piece.applied)
            last = parts[-1] if parts else None
            if isinstance(piece, Span) and isinstance(last, Span) and last[1:] == (piece.lo, piece.applied):
                parts[-1] = Span(last.lo, piece.hi, piece.applied)
            else:
                parts.append(piece)
    return plan.but(parts=tuple(parts)) if changed else plan


def _marked(plan: Plan, span: Span, layer: int, lo: int, hi: int) -> Iterator[Span]:
    """The stretch, cut where the region begins and ends, with the layer added inside if it changes a block there."""
    inner = Span(max(span.lo, lo), min(span.hi, hi), span.applied)
    if layer in span.applied or inner.lo >= inner.hi or not plan.ledger.touches(layer, *inner):
        yield span
        return
    if span.lo < inner.lo:
        yield span._replace(hi=inner.lo)
    yield inner._replace(applied=(*inner.applied, layer))
    if inner.hi < span.hi:
        yield span._replace(lo=inner.hi)
