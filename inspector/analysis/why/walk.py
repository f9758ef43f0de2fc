"""At which requests something that is asked of every view changes: few of them are looked at, and none is missed.

Between two requests at which the same layers work, a block goes one way only: it leaves, or the newest come (`inside_last`).
Under `rewrite` and `overlay` what left stays away, as long as no view is refused. So halving finds every change.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, TypeVar

from inspector.engine import Replay
from inspector.engine.plan import Plan
from inspector.engine.view import Row
from inspector.long_work import Cancelled
from inspector.policy.model import Summarise

T = TypeVar("T")


class Walk(Generic[T]):
    """Asks `judge` of the views of a replay, each request once. Raises `Cancelled`."""

    def __init__(self, replay: Replay, judge: Callable[[Plan], T], cancelled: Callable[[], bool] = bool) -> None:
        self.replay, self.judge, self.cancelled = replay, judge, cancelled
        self._known: dict[int, T] = {}

    def at(self, request: int) -> T:
        """The answer for one request."""
        if request not in self._known:
            if self.cancelled():
                raise Cancelled
            self._known[request] = self.judge(self.replay.plan(request))
        return self._known[request]

    def changes(self, first: int, entries: Iterable[int] = ()) -> list[tuple[int, T]]:
        """The first request and every later one at which the answer is another than before, with the answer.

        `entries` are the requests at which something that matters comes into the history.
        """
        found: list[tuple[int, T]] = []
        for low, high in self._stretches(first, set(entries)):
            for request in self._halved(low, high):
                if not found or self.at(request) != found[-1][1]:
                    found.append((request, self.at(request)))
        return found

    def _halved(self, low: int, high: int) -> Iterator[int]:
        """The requests of a stretch at which the answer changes, and its first."""
        yield low
        waiting = [(low, high)]
        while waiting:
            lo, hi = waiting.pop()
            if self.at(lo) == self.at(hi):
                continue
            if hi - lo == 1:
                yield hi
                continue
            middle = (lo + hi) // 2
            waiting += [(middle, hi), (lo, middle)]

    def _stretches(self, first: int, entries: set[int]) -> Iterator[tuple[int, int]]:
        """Requests `[low, high]` in which nothing comes back that left."""
        last = self.replay.requests
        starts = sorted({first, *(each for each in entries | self._turns if first < each <= last)})
        yield from zip(starts, [*(each - 1 for each in starts[1:]), last], strict=True)

    @property
    def _turns(self) -> set[int]:
        """The requests at which a stretch must begin."""
        return set(turns(self.replay))


def turns(replay: Replay) -> Sequence[int]:
    """The requests from which on other rules hold than before: after a compaction, a refusal, or with other layers at work."""
    rows = list(replay.table() or ())
    if replay.is_recorded:
        return [row.request for row in rows if row.compacted]
    writers = {layer.id for layer in replay.policy.layers if isinstance(layer.operation, Summarise)}
    if replay.policy.state == "per_request":
        everywhere = bool(writers)
        return [
            row.request
            for before, row in pairwise(rows)
            if everywhere or row.fired != before.fired or _apart(before, row)
        ]
    return [
        row.request
        for before, row in pairwise(rows)
        if _apart(before, row)
        or not writers.isdisjoint((*row.fired, *before.fired))
        or (row.error and row.fired != before.fired)
    ]


def _apart(before: Row, row: Row) -> bool:
    return (before.error is None) != (row.error is None)


def entries(replay: Replay, blocks: Iterable[int]) -> list[int]:
    """The first request whose history holds each block, in order and each once."""
    shape = replay.transcript.structure
    ends = shape.histories
    return sorted({bisect_right(ends, shape.owner[block]) + 1 for block in blocks})
