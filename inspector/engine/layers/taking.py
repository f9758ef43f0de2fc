"""Taking things out of a view: a stretch, or single blocks. System messages stay where they are."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator

from inspector.engine.plan import Cut, Part, Plan, Span
from inspector.engine.view import Fate, Gone, Made


def take_stretch(
    plan: Plan,
    lo: int,
    hi: int,
    fate: Fate,
    layer: str,
    made: Collection[Made] = (),
    insert: tuple[Made, ...] = (),
) -> Plan:
    """The view without the blocks `[lo, hi)` and without the given made-up messages; `insert` stands in their place."""
    parts: list[Part] = []
    cuts: list[Cut] = []
    place: int | None = None
    out = {id(m) for m in made}
    for part in plan.parts:
        if isinstance(part, Made):
            if id(part) not in out:
                if place is None and part.at >= hi:
                    place = len(parts)
                parts.append(part)
            continue
        for piece, stays in _split(plan, part, lo, hi):
            if stays:
                if place is None and piece.lo >= hi:
                    place = len(parts)
                parts.append(piece)
            else:
                cuts.append(Cut(piece.lo, piece.hi, fate, layer))
    place = len(parts) if place is None else place
    parts[place:place] = insert
    holes = tuple(b for b in plan.holes if not lo <= b < hi)
    return plan.but(parts=tuple(parts), cuts=merge_cuts(plan.cuts, cuts), holes=holes)


def _split(plan: Plan, span: Span, lo: int, hi: int) -> Iterator[tuple[Span, bool]]:
    """The pieces of a span with whether each stays, given that `[lo, hi)` goes and system messages do not."""
    if span.lo < lo:
        yield Span(span.lo, min(span.hi, lo), span.applied), True
    at, stop = max(span.lo, lo), min(span.hi, hi)
    if at < stop:
        structure = plan.ledger.structure
        for message in structure.system[bisect_left(structure.system, structure.owner[at]) :]:
            first, end = structure.first[message], structure.first[message + 1]
            if first >= stop:
                break
            if at < first:
                yield Span(at, first, span.applied), False
            if first < end:
                yield Span(max(at, first), min(end, stop), span.applied), True
            at = max(at, end)
        if at < stop:
            yield Span(at, stop, span.applied), False
    if span.hi > hi:
        yield Span(max(span.lo, hi), span.hi, span.applied), True


def merge_cuts(old: Collection[Cut], new: Collection[Cut]) -> tuple[Cut, ...]:
    """All cuts by position; neighbours that share fate and layer become one."""
    out: list[Cut] = []
    for cut in sorted((*old, *new)):
        last = out[-1] if out else None
        if last is not None and last.hi == cut.lo and (last.fate, last.layer) == (cut.fate, cut.layer):
            out[-1] = last._replace(hi=cut.hi)
        else:
            out.append(cut)
    return tuple(out)


def take_blocks(plan: Plan, blocks: Collection[int], fate: Fate, layer: str) -> Plan:
    """The view without single blocks; those that it does not hold anyway are passed over."""
    live = [block for block in blocks if plan.live(block)]
    if not live:
        return plan
    removed = dict(plan.removed) | {block: Gone(block, fate, layer) for block in live}
    return plan.but(removed=removed, holes=tuple(sorted((*plan.holes, *live))))


def half_pairs(plan: Plan) -> list[int]:
    """Calls and results in the view whose other half exists in the history but is not in the view."""
    structure = plan.ledger.structure
    out = []
    for span in plan.spans:
        for positions in (structure.calls, structure.results):
            for at in range(bisect_left(positions, span.lo), bisect_left(positions, span.hi)):
                block = positions[at]
                other = structure.partner[block]
                if block not in plan.removed and 0 <= other < plan.end and not plan.live(other):
                    out.append(block)
    return out
