"""Timing on a shared machine: many short runs, the median and the best, never a single time."""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Times(NamedTuple):
    """Milliseconds: the best run and the median one."""

    best: float
    median: float


def timed(work: Callable[[], T], runs: int = 5, before: Callable[[], object] | None = None) -> tuple[Times, T]:
    """Run something a few times; `before` is run ahead of each, outside the clock."""
    found: list[float] = []
    result: T | None = None
    for _ in range(runs):
        result = None
        if before:
            before()
        gc.collect()
        start = perf_counter()
        result = work()
        found.append((perf_counter() - start) * 1e3)
    assert result is not None
    return Times(min(found), median(found)), result


def worked(work: Callable[[], T], runs: int = 9) -> tuple[Times, T]:
    """The same in time of the processor, which what else the machine does hardly changes."""
    found: list[float] = []
    result: T | None = None
    for _ in range(runs):
        result = None
        gc.collect()
        start = process_time()
        result = work()
        found.append((process_time() - start) * 1e3)
    assert result is not None
    return Times(min(found), median(found)), result


def percentile(values: list[float], share: float) -> float:
    """The value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def row(what: str, *figures: str) -> None:
    """One line of the table."""
    print(f"  {what:44}" + "".join(f"{figure:>20}" for figure in figures), flush=True)


def title(text: str, *columns: str) -> None:
    """The head of a part of the table."""
    print(f"\n{text}")
    row("", *columns)
