"""Search in long sorted numbers for a place that is not far: where one looks only at what is near, the memory is too."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

_STRIDE = 16
"""How far the first look goes; every further one goes twice as far."""


def near(numbers: Sequence[int], value: int, lo: int, hi: int) -> int:
    """`bisect_left(numbers, value, lo, hi)`, quick where the place is soon behind `lo`."""
    if lo < hi and numbers[lo] >= value:
        return lo
    stride = _STRIDE
    while lo + stride < hi:
        if numbers[lo + stride] >= value:
            return bisect_left(numbers, value, lo, lo + stride)
        lo += stride + 1
        stride += stride
    return bisect_left(numbers, value, lo, hi)
