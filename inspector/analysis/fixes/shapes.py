"""A fix, a pin, and all that was found of them. Plain results, no logic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from inspector.analysis.why.sightings import Sightings


class Wanted(NamedTuple):
    """A fact, and the request (from 1) whose view must hold it word for word."""

    found: Sightings
    needed: int


@dataclass(frozen=True, slots=True)
class Fix:
    """One knob turned from `before` to `after`: every wanted fact is held at the request where it was needed.

    `peak` and `total` are the price in the policy's meter: how much larger the largest view gets, and all views together.
    `refused` is how many more requests are refused. `monotone`: of the values that were scanned no larger change loses the fact
    again. `proven`: the engine ran with the summariser, with this value, and with one step less, which loses it.
    """

    knob: str
    before: int
    after: int
    unit: str
    peak: int
    total: int
    refused: int
    monotone: bool
    proven: bool

    @property
    def change(self) -> int:
        """By how much the knob is turned."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Pin:
    """The facts as durable facts: tokens (policy's meter) in every request from `first` on, and in all of them together."""

    size: int
    first: int
    total: int


@dataclass(frozen=True, slots=True)
class Fixes:
    """What was found, cheapest first. `scanned` are values tried in all; `whole` is false where it was ended early.

    Without any fix, no single knob keeps the facts; pinning them does.
    """

    fixes: tuple[Fix, ...]
    pin: Pin | None
    scanned: int
    needed: tuple[int, ...]
    whole: bool = True
