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
    `refused` is how many more requests are refused. `again`: the first request after the one where it was needed that lacks a
    fact all the same (None: none does). `monotone`: of the values that were scanned no larger change loses the fact
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
    again: int | None = None

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


class Scan(NamedTuple):
    """One knob: values that were tried, and those that were to be and were not, for want of time.

    `aside` are values that hold the facts only because a summary fails that is made otherwise. `upward`: lower values are never
    tried, because the knob only says from which size on a view is refused.
    """

    knob: str
    tried: int
    untried: int = 0
    aside: tuple[int, ...] = ()
    upward: bool = False


class LeftOut(NamedTuple):
    """A fact that no fix was looked for, and why."""

    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Fixes:
    """What was found, cheapest first. `scans` say what was tried; `whole` is false where it was ended early.

    Without any fix, none of the values that were tried keeps the facts; pinning them does. `kept`: nothing was tried, because
    the views hold them as it is. `assumed`: values were scanned with the sizes of summaries assumed, and no words in them.
    `left_out` are facts that no view could hold at the request; all else is said of the others, which `needed` tells.
    """

    fixes: tuple[Fix, ...]
    pin: Pin | None
    scans: tuple[Scan, ...]
    needed: tuple[int, ...]
    whole: bool = True
    kept: bool = False
    assumed: bool = False
    left_out: tuple[LeftOut, ...] = ()

    @property
    def scanned(self) -> int:
        """Values tried in all."""
        return sum(scan.tried for scan in self.scans)
