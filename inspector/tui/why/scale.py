"""The requests of a session as the cells of one line, in both directions. No Textual here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.signs import state_of
from inspector.analysis.why.states import State

WIDEST = 4
"""Cells that one request takes at the most."""


class Scale(NamedTuple):
    """`requests` requests on at most `room` cells: several cells for a request, or several requests in a cell."""

    requests: int
    room: int

    @property
    def each(self) -> int:
        """Cells of a request; 0 where they have to share."""
        return min(WIDEST, self.room // self.requests) if self.requests else 0

    @property
    def width(self) -> int:
        """Cells that are used."""
        return self.each * self.requests or min(self.room, self.requests)

    def cell(self, request: int) -> int:
        """The cell of a request: the middle one of several."""
        request = max(1, min(self.requests, request))
        if self.each:
            return (request - 1) * self.each + (self.each - 1) // 2
        return -(-request * self.width // self.requests) - 1 if self.requests else 0

    def stretch(self, cell: int) -> tuple[int, int]:
        """The first and the last request that a cell stands for."""
        if self.each:
            return cell // self.each + 1, cell // self.each + 1
        low = 1 + cell * self.requests // self.width
        return low, max(low, (cell + 1) * self.requests // self.width)

    def states(self, lanes: Sequence[Lane]) -> list[State]:
        """The state of every cell."""
        lasts = [lane.last for lane in lanes]
        return [self._state(lanes, lasts, *self.stretch(cell)) for cell in range(self.width)]

    @staticmethod
    def _state(lanes: Sequence[Lane], lasts: Sequence[int], low: int, high: int) -> State:
        here = []
        for at in range(bisect_left(lasts, low), len(lanes)):
            if lanes[at].first > high:
                break
            here.append(lanes[at])
        return state_of(here)


def lane_at(lanes: Sequence[Lane], request: int) -> Lane | None:
    """The stretch that a request belongs to; None before the first."""
    at = bisect_left([lane.last for lane in lanes], request)
    return lanes[at] if at < len(lanes) and lanes[at].first <= request else None
