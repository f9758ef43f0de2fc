"""Where typed text leaves the views, told from sums: by what leaves at each event, with no view looked at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from inspector.engine.losses import typed_blocks
from inspector.engine.plan import Span
from inspector.engine.told.course import Event, Told
from inspector.engine.told.tail import Tail


class Leaving(NamedTuple):
    """A request whose view is the first that lacks these typed texts; the layer that took the first of them."""

    request: int
    blocks: tuple[int, ...]
    layer: str


def leaving(told: Told) -> list[Leaving] | None:
    """Every such request of a whole session, in order; None where sums do not tell."""
    typed = typed_blocks(told.ledger.transcript)
    told.advance(told.structure.requests)
    tails = [event.tail for event in told.events]
    if None in tails or not set(told.sums.changes).isdisjoint(typed):
        return None
    out: list[Leaving] = []
    for at in range(1, len(told.events)):
        before, event = told.events[at - 1], told.events[at]
        assert before.tail is not None
        assert event.tail is not None
        blocks = _new(typed, before.tail, event.tail)
        if blocks:
            out.append(Leaving(event.request, blocks, _layer(told, before, event, blocks[0])))
    return out


def _new(typed: Sequence[int], before: Tail, after: Tail) -> tuple[int, ...]:
    """The typed texts that the first of two views holds or has still to come, and the second has lost."""
    if after.lo == before.lo and after.head is before.head:
        return ()
    kept = _held(typed, after)
    gone = [block for block in _held(typed, before) if block not in kept]
    gone += [block for block in _between(typed, before.lo, after.lo) if block not in kept]
    return tuple(gone)


def _held(typed: Sequence[int], tail: Tail) -> list[int]:
    """The typed texts in a head."""
    spans = (part for part in tail.head if isinstance(part, Span))
    return [block for span in spans for block in _between(typed, span.lo, span.hi)]


def _between(typed: Sequence[int], lo: int, hi: int) -> Sequence[int]:
    return typed[bisect_left(typed, lo) : bisect_left(typed, hi)]


def _layer(told: Told, before: Event, event: Event, block: int) -> str:
    """Which layer took a block at an event."""
    if event.plan is not None:
        return event.plan.state(block).layer
    for stretch in told.taken[before.taken : event.taken]:
        if stretch.lo <= block < stretch.at or any(span.lo <= block < span.hi for span in stretch.head):
            return stretch.layer
    return ""
