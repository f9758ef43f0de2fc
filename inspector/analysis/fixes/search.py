"""The smallest change of one knob that keeps the facts, in each direction, among the values that are tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inspector.analysis.fixes.trying import Trying

FAR = 40
"""Steps that are searched on where a proof fails."""


class Hit(NamedTuple):
    """A value that keeps the facts. `monotone`: no larger change that was tried loses them; `proven`: one step less does."""

    value: int
    monotone: bool
    proven: bool


def smallest(trying: Trying, start: int, tried: Sequence[int], quick: bool) -> Hit | None:
    """The first value on the way from `start` that keeps the facts, to one step; None where none does that was tried.

    `tried` leads away from `start`. `quick`: scanned with the sizes of summaries assumed, and proven with the summaries.
    """
    if not tried:
        return None
    found = _first(trying, not quick, start, tried)
    value = _proven(trying, start, tried, found) if quick else found
    if value is None:
        return None
    step = 1 if tried[0] > start else -1
    beyond = [each for each in tried if (each - value) * step > 0]
    proven = trying.keeps(value) and (value - step == start or trying.refutes(value - step))
    return Hit(value, not any(trying.refutes(each, not quick) for each in beyond), proven)


def ends(trying: Trying, ways: Sequence[Sequence[int]], quick: bool) -> None:
    """Try where each way ends, the last way first: however little time there is, what the least value does is known."""
    trying.scanning = True
    for tried in reversed([way for way in ways if way]):
        trying.keeps(tried[-1], not quick)
    trying.scanning = False


def _first(trying: Trying, written: bool, start: int, tried: Sequence[int]) -> int | None:
    """The first value that was tried and keeps, refined between it and the one before."""
    trying.scanning, low = True, start
    try:
        for each in tried:
            if trying.keeps(each, written):
                trying.scanning = False
                return _between(lambda value: trying.keeps(value, written), low, each)
            low = each
    finally:
        trying.scanning = False
    return None


def _between(keeps: Callable[[int], bool], losing: int, keeping: int) -> int:
    """The value next to one that loses, by halving."""
    while abs(keeping - losing) > 1:
        middle = (losing + keeping) // 2
        if keeps(middle):
            keeping = middle
        else:
            losing = middle
    return keeping


def _proven(trying: Trying, start: int, tried: Sequence[int], value: int | None) -> int | None:
    """The same with summaries written: from where it seemed to be, on to where it is."""
    keeps = trying.keeps
    if value is None:
        last = tried[-1]
        upward = last > start  # to the very bottom a policy compacts at every request, and no summary lasts
        return _between(keeps, start, last) if upward and keeps(last) else None
    step = 1 if tried[0] > start else -1
    if keeps(value):
        return value if value - step == start or not keeps(value - step) else _between(keeps, start, value)
    if trying.gave_up(value):
        return value
    low, reach = value, step
    for _ in range(FAR):
        high = low + reach
        if (high - tried[-1]) * step >= 0:
            high = tried[-1]
        if keeps(high):
            return _between(keeps, low, high)
        if high == tried[-1]:
            return None
        low, reach = high, reach * 2
    return None
