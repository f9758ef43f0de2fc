"""Size of the notices that layers put into texts: told from sums over the blocks that a layer may change."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from inspector.engine.effects import Effect, remember
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.plan import Plan
from inspector.engine.view import BlockState, Notice


class Stretch(NamedTuple):
    """Blocks `[lo, hi)` that one view had with some layers applied, and another one has."""

    lo: int
    hi: int
    was: Applied
    applied: Applied


def new_notices(before: Plan, after: Plan) -> int:
    """Size of the notices that the second of two views holds and the first does not, each counted by itself."""
    own = {*before.overrides, *after.overrides}
    total = _one_by_one(before, after, (block for block in own if after.live(block)))
    for stretch in _stretches(before, after):
        total += _of_stretch(before, after, stretch, own)
    return total


def _stretches(before: Plan, after: Plan) -> Iterator[Stretch]:
    """The second view, cut where the first one changes from one form to another."""
    starts = [span.lo for span in before.spans]
    for lo, hi, applied in after.spans:
        at = lo
        for span in before.spans[max(0, bisect_right(starts, lo) - 1) :]:
            if span.lo >= hi:
                break
            first, stop = max(at, span.lo), min(hi, span.hi)
            if first < stop:
                yield from (Stretch(at, first, (), applied), Stretch(first, stop, span.applied, applied))
                at = stop
        yield Stretch(at, hi, (), applied)


def _of_stretch(before: Plan, after: Plan, stretch: Stretch, own: Collection[int]) -> int:
    lo, hi, was, applied = stretch
    ledger = after.ledger
    if lo >= hi or was == applied:
        return 0
    if applied[: len(was)] != was:
        found = {block for layer in applied for block in ledger.effects[layer].within(lo, hi)}
        return _one_by_one(before, after, found.difference(own))
    single = {block for block in ledger.shared(applied) if lo <= block < hi}.difference(own)
    total = _one_by_one(before, after, single)
    for layer in applied[len(was) :]:
        total += _of_layer(ledger, layer, lo, hi, single.union(own))
    return total


def _of_layer(ledger: Ledger, layer: int, lo: int, hi: int, but: Collection[int]) -> int:
    """Size of what one layer puts into the blocks `[lo, hi)`, other than those of `but`."""
    effect = ledger.effects[layer]
    sizes = _sizes(effect)
    blocks = effect.within(lo, hi)
    unknown = [block for block in blocks if block not in sizes]
    for block in unknown:
        sizes[block] = _size(effect, _texts(effect.alone(block)))
    total = sum(map(sizes.__getitem__, blocks))
    return total - sum(sizes[block] for block in but if block in effect.is_candidate and lo <= block < hi)


def _sizes(effect: Effect) -> dict[int, int]:
    """For each block that was asked for, the size of the notices that the layer puts into it as recorded."""
    key = ("notices", effect.counter.name, effect.operation, effect.layer.id)
    return remember(effect.transcript, key, dict)


def _size(effect: Effect, texts: Iterable[str]) -> int:
    return sum(effect.counter.text(text) for text in texts)


def _one_by_one(before: Plan, after: Plan, blocks: Iterable[int]) -> int:
    """What is new in single blocks, whichever layers made it."""
    count, total = after.ledger.counter.text, 0
    for block in blocks:
        old = _texts(before.state(block))
        for text in _texts(after.state(block)):
            if text in old:
                old.remove(text)
            else:
                total += count(text)
    return total


def _texts(state: BlockState | None) -> list[str]:
    pieces = state.pieces or () if state is not None else ()
    return [piece.text for piece in pieces if isinstance(piece, Notice)]
