"""Which messages after a removal of all were there before it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Protocol


class Named(Protocol):
    """A message: its number in the pool, and its id ("" for none)."""

    @property
    def number(self) -> int: ...

    @property
    def id(self) -> str: ...


class Kept:
    """The messages that were removed. One with an id is known by it; one without by what it says, in the same order."""

    def __init__(self, held: Iterable[tuple[str, int]]) -> None:
        self._places: dict[int, list[int]] = {}
        self._ids: set[str] = set()
        self._next = 0
        for at, (key, number) in enumerate(held):
            self._ids.add(key)
            self._places.setdefault(number, []).append(at)

    def holds(self, step: Named) -> bool:
        """Whether a message is one of them."""
        if step.id:
            return step.id in self._ids
        places = self._places.get(step.number, [])
        found = bisect_left(places, self._next)
        if found == len(places):
            return False
        self._next = places[found] + 1
        return True
