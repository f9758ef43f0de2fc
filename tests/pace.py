"""Bounds on time that say the same on every machine: a slow one is given as many times more as it is slower."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STEPS = 100_000
USUAL = 0.0075
"""Seconds that `_known_work` takes on the machine for which bounds are written."""


@contextmanager
def within(seconds: float, clock: Callable[[], float] = time.thread_time) -> Iterator[None]:
    """What is done in it takes no longer; the work of this thread is meant unless `clock` says another time."""
    start = clock()
    yield
    took = clock() - start
    assert took < seconds or took < seconds * slowness(clock), f"{took:.2f} s"


def slowness(clock: Callable[[], float]) -> float:
    """How many times as long as usual this machine takes for anything, now, by that clock. The middle of five looks."""
    looks = []
    for _ in range(5):
        start = clock()
        _known_work()
        looks.append(clock() - start)
    return sorted(looks)[2] / USUAL


def _known_work() -> int:
    return sum(len(str(number)) for number in range(STEPS))
