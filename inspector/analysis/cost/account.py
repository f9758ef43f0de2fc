"""A session's whole account: the twin, what was reported, the summariser's calls, when changes pay, and money."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.analysis.cost.caching import Caching
from inspector.analysis.cost.even import Change, changes
from inspector.analysis.cost.money import Money, bill
from inspector.analysis.cost.spent import Spent, Twin
from inspector.analysis.cost.summaries import Call, calls
from inspector.analysis.cost.twin import twin
from inspector.analysis.measured import Measured
from inspector.engine import Replay
from inspector.engine.view import Certificate
from inspector.long_work import Progress


class Sum(NamedTuple):
    """Tokens of several requests, in disjoint parts; `output` beside them."""

    requests: int
    read: int
    write: int
    fresh: int
    output: int

    @property
    def prompt(self) -> int:
        return self.read + self.write + self.fresh


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """`predicted` is the sum of all requests that were sent; `reported` of what the provider reported for the recorded ones,
    `beside` of what is predicted for these very requests. `money` is without the summariser's calls, which `asked` prices:
    where they are quoted or filled in, as if a model were asked (None: there are none, or nobody is asked).
    """

    twin: Twin
    calls: tuple[Call, ...]
    changes: tuple[Change, ...]
    predicted: Sum
    beside: Sum
    reported: Sum
    money: Money
    asked: Money | None

    @property
    def certificate(self) -> Certificate:
        return self.twin.certificate


def account(
    replay: Replay,
    caching: Caching | None = None,
    *,
    model: str = "",
    measured: Measured | None = None,
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> Account:
    """All that a replay costs. Raises `Cancelled`."""
    found = twin(replay, caching, model=model, measured=measured, cancelled=cancelled, progress=progress)
    asked = calls(found, cancelled)
    told = [row for row in found.rows if row.usage is not None]
    paid = [_row(found.rows, call) for call in asked if call.by != "nobody"]
    return Account(
        found,
        asked,
        changes(found, asked),
        summed([row for row in found.rows if row.sent]),
        summed(told),
        _reported(told),
        bill(found.rows, found.caching),
        bill(paid, found.caching) if paid else None,
    )


def summed(rows: Sequence[Spent]) -> Sum:
    """The tokens of requests."""
    return Sum(
        len(rows),
        sum(row.read for row in rows),
        sum(row.write for row in rows),
        sum(row.fresh for row in rows),
        sum(row.output for row in rows),
    )


def _reported(rows: Sequence[Spent]) -> Sum:
    used = [row.usage for row in rows if row.usage is not None]
    return Sum(
        len(used),
        sum(usage.cache_read for usage in used),
        sum(usage.cache_write for usage in used),
        sum(usage.uncached_input for usage in used),
        sum(usage.output for usage in used),
    )


def _row(rows: Sequence[Spent], call: Call) -> Spent:
    """A summariser's call as a request of its own: nothing of it is read from a cache. The session's model is assumed."""
    model = rows[call.request - 1].model
    return Spent(call.request, model, 0, 0, call.input, call.output, "", "estimated")
