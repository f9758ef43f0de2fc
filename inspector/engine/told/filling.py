"""Filling a table from sums: the requests between two events in one go."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from inspector.engine.table import Table
from inspector.engine.told.tail import Tail, approximate
from inspector.engine.view import Answer

if TYPE_CHECKING:
    from inspector.engine.told.course import Event, Told

BATCH, WRITTEN = 1_000, 20
"""Requests that are filled before somebody else gets a turn; fewer where summaries are written."""


def fill(told: Told, table: Table) -> None:
    """Add the next requests, some at least."""
    first = len(table) + 1
    batch = BATCH if told.summariser is None else WRITTEN
    stop = min(told.until(first), first + batch - 1) + 1
    told.advance(stop - 1)
    told.rules = told.rules_at(first)
    while len(table) + 1 < stop:
        request = len(table) + 1
        at = bisect_right(told.event_at, request) - 1
        event = told.events[at]
        following = told.event_at[at + 1] if at + 1 < len(told.event_at) else stop
        if event.request == request or event.tail is None or told.requests.strict or told.quiet.usage:
            table.add(told.answer(request))
        elif told.requests.edges:
            _housekeeping(told, table, event, event.tail, min(following, stop))
        else:
            _growing(told, table, event, event.tail, min(following, stop))


def _growing(told: Told, table: Table, event: Event, tail: Tail, stop: int) -> None:
    """Views that only grow: below every limit their sizes are sums; above, each one is asked for."""
    requests, request = told.requests, len(table) + 1
    offset = told.sums.size(tail, event.end) - told.sums.plain[event.end]
    quiet = stop
    if requests.lowest is not None:
        quiet = bisect_left(requests.sizes, requests.lowest - offset, request - 1, stop - 1) + 1
    table.extend([offset + size for size in requests.sizes[request - 1 : quiet - 1]], approximate(tail))
    for asked in requests.manual[bisect_left(requests.manual, request) : bisect_left(requests.manual, quiet)]:
        _note(told, table, asked)
    _refused(told, table, tail, offset, stop)
    _waiting(told, table, tail, stop)
    if len(table) + 1 < stop:
        table.add(told.answer(len(table) + 1))


def _refused(told: Told, table: Table, tail: Tail, offset: int, stop: int) -> None:
    """Views that are over a limit at which no layer works yet."""
    requests, first, is_rough = told.requests, len(table) + 1, approximate(tail)
    opens = stop
    if requests.opening is not None:
        opens = bisect_left(requests.sizes, requests.opening - offset, first - 1, stop - 1) + 1
    for request in range(first, opens):
        size = offset + requests.sizes[request - 1]
        known = told.notes.get(request)
        table.add(known or Answer(size, (), told.rules.refusal(size, size, ()), is_rough))


def _waiting(told: Told, table: Table, tail: Tail, stop: int) -> None:
    """Views that wait until a turn is complete: their texts are cut, and nothing of that lasts."""
    swift, first = told.rules.swift, len(table) + 1
    if swift is None or not swift.overlays or first == stop or not swift.takes(tail):
        return
    is_rough = approximate(tail)
    for request in range(first, stop):
        known = told.notes.get(request)
        if known is None:
            left = swift.cut(tail, request)
            known = Answer(left.size, left.fired, told.rules.refusal(left.first, left.size, left.fired), is_rough)
        table.add(known)


def _note(told: Told, table: Table, request: int) -> None:
    """A request that was looked at though it is small."""
    note = told.notes.get(request)
    if note is not None:
        table.views[request - 1] = note.size
        if note.fired or note.error is not None:
            table.told[request] = note


def _housekeeping(told: Told, table: Table, event: Event, tail: Tail, stop: int) -> None:
    """Views of which a layer clears a little at every request: its edge, and whether anything lies between two edges."""
    sums, requests, changes = told.sums, told.requests, told.sums.changes
    keeper = (told.policy.layers[sums.local].id,)
    offset, is_rough = tail.base - sums.worked[tail.lo], approximate(tail)
    for request in range(len(table) + 1, stop):
        before = max(tail.edge, requests.edges[request - 2]) if request - 1 > event.request else tail.edge
        edge = max(tail.edge, requests.edges[request - 1])
        if request in told.notes or edge < before:
            table.add(told.answer(request))
            continue
        end = requests.ends[request - 1]
        size = offset + sums.worked[edge] + sums.plain[end] - sums.plain[edge]
        at = bisect_left(changes, before)
        fired = at < len(changes) and changes[at] < edge
        table.add(Answer(size, keeper if fired else (), None, is_rough))
