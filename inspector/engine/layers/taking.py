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
    change = sum(m.size for m in insert) - sum(m.size for m in made)
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
                change -= plan.ledger.size(*piece)
                _add_cut(plan, cuts, Cut(piece.lo, piece.hi, fate, layer))
    place = len(parts) if place is None else place
    parts[place:place] = insert
    passed = {b: gone for b, gone in plan.removed.items() if any(cut.lo <= b < cut.hi for cut in cuts)}
    removed = {block: gone for block, gone in plan.removed.items() if block not in passed} if passed else plan.removed
    archive = (*plan.archive, passed) if passed else plan.archive
    merged = merge_cuts(plan.cuts, cuts)
    leads = {b: size for b, size in plan.leads.items() if not lo <= b < hi}
    change -= sum(plan.leads.values()) - sum(leads.values())
    shorter = plan.but(parts=tuple(parts), cuts=merged, removed=removed, archive=archive, leads=leads)
    return shorter.sized(plan, change) if plan.is_sized and not plan.overrides else shorter


def _add_cut(plan: Plan, cuts: list[Cut], cut: Cut) -> None:
    """Add a cut; single blocks that were taken out before do not break a stretch in two."""
    if cuts and all(block in plan.removed for block in range(cuts[-1].hi, cut.lo)):
        cut = cut._replace(lo=cuts.pop().lo)
    cuts.append(cut)


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
    out = sorted(block for block in set(blocks) if plan.live(block))
    if not out:
        return plan
    parts: list[Part] = []
    change = done = 0
    for at, span, inside in _by_part(plan, out):
        parts.extend(plan.parts[done:at])
        done = at + 1
        lo, hi, applied = span
        for block in inside:
            change -= plan.ledger.size(block, block + 1, applied)
            if lo < block:
                parts.append(Span(lo, block, applied))
            lo = block + 1
        if lo < hi:
            parts.append(Span(lo, hi, applied))
    parts.extend(plan.parts[done:])
    removed = dict(plan.removed) | {block: Gone(block, fate, layer) for block in out}
    shorter = plan.but(parts=tuple(parts), removed=removed)
    leads = _leads(shorter, out)
    change += sum(leads.values()) - sum(plan.leads.values())
    shorter = shorter.but(leads=leads) if leads or plan.leads else shorter
    return shorter.sized(plan, change) if plan.is_sized and not plan.overrides else shorter


def _leads(plan: Plan, out: list[int]) -> dict[int, int]:
    """What blocks weigh more once those before them in their message have gone: they bear its envelope now."""
    ledger, structure = plan.ledger, plan.ledger.structure
    if not ledger.has_envelopes:
        return {}
    leads = {block: size for block, size in plan.leads.items() if plan.live(block)}
    for message in {structure.owner[block] for block in out}:
        first = next(plan.live_blocks(structure.first[message], structure.first[message + 1]), None)
        if first is not None and first != structure.first[message] and ledger.envelope(first):
            leads[first] = ledger.envelope(first)
    return leads


def _by_part(plan: Plan, blocks: list[int]) -> Iterator[tuple[int, Span, list[int]]]:
    """The parts that hold any of the blocks, by position in the plan, with those blocks."""
    where = {part: at for at, part in enumerate(plan.parts) if isinstance(part, Span)}
    groups: dict[Span, list[int]] = {}
    for block in blocks:
        span = plan.span_of(block)
        if span is not None:
            groups.setdefault(span, []).append(block)
    return iter(sorted((where[span], span, found) for span, found in groups.items()))


def half_pairs(plan: Plan) -> list[int]:
    """Calls and results in the view whose other half exists in the history but is not in the view."""
    structure = plan.ledger.structure
    out = []
    for span in plan.spans:
        for positions in (structure.calls, structure.results):
            for at in range(bisect_left(positions, span.lo), bisect_left(positions, span.hi)):
                other = structure.partner[positions[at]]
                if 0 <= other < plan.end and not plan.live(other):
                    out.append(positions[at])
    return out
