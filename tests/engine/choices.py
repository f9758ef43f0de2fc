"""Choices made from a string of bytes: one draw for a whole random case, and every case shrinks to its first choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")

BYTES = 360


class Choices:
    """Reads a byte a choice. Past the end everything is the first choice."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def below(self, count: int) -> int:
        """0 … count - 1."""
        value = self.data[self.at] if self.at < len(self.data) else 0
        self.at += 1
        return value % count

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def chance(self, one_in: int) -> bool:
        """True once in `one_in` times; never past the end."""
        return self.below(one_in) == one_in - 1

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left, out = list(items), []
        while left:
            out.append(left.pop(self.below(len(left))))
        return out


def cases(build: Callable[[Choices], T]) -> st.SearchStrategy[T]:
    """Random cases that `build` makes of choices."""
    return st.binary(min_size=BYTES, max_size=BYTES).map(lambda data: build(Choices(data)))
