"""Cutting a tail shorter: the numbers of what is left, and halves of interactions that went with the other half."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from inspector.engine.plan import Span
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import NOTHING, CannotTell, Tail, Taken
from inspector.engine.view import Fate, Gone


def cut(sums: Sums, tail: Tail, at: int, end: int, fate: Fate, layer: str, head: tuple[Span, ...] = ()) -> None:
    """Take everything before block `at` out of a tail; `head` is what leaves the head with it (its size is not)."""
    tail.taken = (*tail.taken, Taken(tail.lo, at, tail.first, tail.seen, tail.halves, head, fate, layer))
    halves = _halves(sums, tail, at, end, Gone(at, fate, layer))
    _system(sums, tail, at)
    _fewer_pairs(sums, tail, at, halves)
    if halves and sums.ledger.has_envelopes:
        raise CannotTell
    tail.lo, tail.edge, tail.halves = at, max(tail.edge, at), halves


def _halves(sums: Sums, tail: Tail, at: int, end: int, gone: Gone) -> Mapping[int, Gone]:
    """What is taken out behind block `at` though its other half stands before it."""
    if not tail.halves and sums.reach[at] < at:
        return NOTHING
    halves = {block: why for block, why in tail.halves.items() if block >= at}
    if sums.reach[at] < at:
        return halves
    structure = sums.structure
    results = structure.results
    for index in range(bisect_left(results, at), bisect_left(results, end)):
        result = results[index]
        if 0 <= structure.partner[result] < at and result not in halves:
            twice = sums.links is not None and sums.out(tail, result)
            fate, layer = (Fate.DEDUPLICATED, sums.links.layer) if twice and sums.links else gone[1:]
            halves[result] = Gone(result, fate, layer)
    return halves


def _system(sums: Sums, tail: Tail, at: int) -> None:
    """System messages stay, in the head now."""
    if not sums.system or tail.lo >= at:
        return
    structure = sums.structure
    for message in structure.system[bisect_left(structure.system, structure.owner[tail.lo]) :]:
        lo, hi = max(structure.first[message], tail.lo), min(structure.first[message + 1], at)
        if structure.first[message] >= at:
            break
        if lo < hi:
            tail.head = (*tail.head, Span(lo, hi))
            tail.base += sums.plain[hi] - sums.plain[lo]


def _fewer_pairs(sums: Sums, tail: Tail, at: int, halves: Mapping[int, Gone]) -> None:
    """Of the pairs that dedupe took, only those that lie behind block `at` are still counted."""
    links = sums.links
    if links is None:
        return
    first, seen, after = bisect_left(links.positions, at), tail.seen, links.after
    old = tail.halves
    left = [k for k in range(tail.first, min(first, seen)) if after[k] < seen and links.positions[k] not in old]
    fresh = [links.pair.get(block, -1) for block in halves if block not in old]
    left += [k for k in fresh if k >= max(first, tail.first) and after[k] < seen]
    tail.gone -= sum(map(links.worked.__getitem__, left))
    tail.plain -= sum(map(links.plain.__getitem__, left))
    tail.first, tail.seen = first, max(seen, first)
