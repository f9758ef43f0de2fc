"""Where two replays of one transcript part: the requests at which A and B send different views. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.analysis.compare.forms import Forms, differ
from inspector.analysis.losing import able_to_take
from inspector.engine import EngineError, Plan, Replay, Row
from inspector.engine.losses import typed_losses
from inspector.tui.happenings import happenings

Ask = Callable[[], bool]
Progress = Callable[[int], None]


class Peak(NamedTuple):
    """The largest view of a session, and the first request that has it."""

    request: int
    size: int


@dataclass(frozen=True, slots=True)
class Course:
    """One replay in numbers: over all requests, each number with the requests that it is about."""

    peak: Peak
    total: int
    """The sizes of all views together: what is sent over the whole session."""
    compactions: tuple[int, ...]
    refusals: tuple[int, ...]
    lost: tuple[int, ...]
    """The requests whose view does not hold every typed text word for word."""


def course(rows: Sequence[Row], lost: Sequence[int]) -> Course:
    """The numbers of one replay, from its rows and the requests that lack a typed text."""
    top = max(rows, key=lambda row: row.view, default=None)
    return Course(
        peak=Peak(top.request, top.view) if top else Peak(1, 0),
        total=sum(row.view for row in rows),
        compactions=tuple(row.request for row in rows if row.compacted),
        refusals=tuple(row.request for row in rows if row.error is not None),
        lost=tuple(lost),
    )


def untouched(rows: Sequence[Row]) -> int:
    """The requests at the beginning whose views are the whole history: nothing was done before or at them."""
    return next((row.request - 1 for row in rows if row.fired or row.error is not None), len(rows))


def lacking(
    replay: Replay, rows: Sequence[Row], unwanted: Ask = bool, told: Progress | None = None
) -> list[int] | None:
    """The requests whose view does not hold every typed text word for word; None when nobody wants to know any more.

    Before the first layer that can take typed text away none does. Where a view becomes the history, what it lost stays lost.
    """
    if unwanted():
        return None
    able = able_to_take(replay)
    first = next((one.request for one in happenings(rows) if not able.isdisjoint(one.fired)), len(rows) + 1)
    rewrites = replay.policy.state == "rewrite" and not replay.is_recorded
    found: list[int] = []
    for request in range(first, len(rows) + 1):
        if unwanted():
            return None
        if told is not None:
            told(request)
        plan = plan_of(replay, request)
        if plan is not None and typed_losses(plan):
            if rewrites and rows[request - 1].error is None:
                return [*found, *range(request, len(rows) + 1)]
            found.append(request)
    return found


def next_parting(
    a: Replay,
    b: Replay,
    rows_a: Sequence[Row],
    rows_b: Sequence[Row],
    after: int,
    unwanted: Ask = bool,
    told: Progress | None = None,
) -> int | None:
    """The first request after `after` at which A and B differ; None: at none, or nobody wants to know any more."""
    if a.policy == b.policy and a.durable is b.durable and a.summariser is b.summariser:
        return None
    whole, forms = min(untouched(rows_a), untouched(rows_b)), Forms(a.ledger, b.ledger)
    alike = after <= whole
    for request in range(max(after, whole) + 1, len(rows_a) + 1):
        if unwanted():
            return None
        if told is not None:
            told(request)
        pair = (rows_a[request - 1], rows_b[request - 1])
        if alike and request > 1 and not _anything((rows_a[request - 2], rows_b[request - 2], *pair)):
            continue
        if parted(a, b, *pair, forms):
            return request
        alike = True
    return None


def _anything(rows: Iterable[Row]) -> bool:
    """Whether a layer worked at one of the requests. Where none did, two views that were alike only grow by the same."""
    return any(row.fired or row.error is not None for row in rows)


def parted(a: Replay, b: Replay, row_a: Row, row_b: Row, forms: Forms | None = None) -> bool:
    """Whether A and B send different views at a request: told by the rows where they can tell, else by the plans."""
    if (row_a.error is None) != (row_b.error is None):
        return True
    exact = not (row_a.approximate or row_b.approximate)
    if exact and a.policy.meter == b.policy.meter and row_a.view != row_b.view:
        return True
    plan_a, plan_b = plan_of(a, row_a.request), plan_of(b, row_b.request)
    if plan_a is None or plan_b is None:
        return plan_a is not plan_b
    return differ(plan_a, plan_b, forms)


def plan_of(replay: Replay, request: int) -> Plan | None:
    """The view of a request, or what would have been sent; None where there is none."""
    try:
        return replay.plan(request)
    except EngineError:
        return None
