"""The numbers of a source: every value and where it stands."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d|,\d)|(?<![\w.])\d+(?:\.\d+)?|(?<=[_=x])\d+(?:\.\d+)?")
_POWER = re.compile(r"(?<![\w.])\d(?:\.\d{1,12})?e[+-]?\d{1,2}(?![\w.]\w)")
"""3.1e-05 is 0.000031 as well."""
LONGEST = 18
"""Digits from which a run is no number that anybody counts with."""


class NumberIndex:
    """Values with their places, and the values in order for what was rounded."""

    def __init__(self, low: str) -> None:
        self.low = low
        self.places: dict[float, list[int]] = {}
        for found in NUMBER.finditer(low):
            digits = found[0]
            if len(digits) <= LONGEST:
                self.places.setdefault(float(digits.replace(",", "")), []).append(found.start())
        for found in _POWER.finditer(low):
            self.places.setdefault(float(found[0]), []).append(found.start())
        self.values = sorted(self.places)

    def at(self, value: float) -> list[int]:
        """The places of exactly this value."""
        return self.places.get(value, [])

    def between(self, least: float, most: float) -> Iterator[float]:
        """The values of the source from `least` up to and including `most`."""
        yield from self.values[bisect_left(self.values, least) : bisect_right(self.values, most)]
