"""A list whose items are made when they are looked at, and kept: of a long text only what is in sight is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Lazily(Sequence[Item], Generic[Item]):
    """So many items; `make` makes one of them."""

    def __init__(self, size: int, make: Callable[[int], Item]) -> None:
        self._size, self._make = size, make
        self._made: dict[int, Item] = {}

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> list[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | list[Item]:
        if isinstance(at, slice):
            return [self[place] for place in range(*at.indices(self._size))]
        place = at + self._size if at < 0 else at
        if not 0 <= place < self._size:
            raise IndexError(at)
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]
