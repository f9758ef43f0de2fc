"""Items that are made when they are looked at."""

from __future__ import annotations

import pytest

from inspector.tui.lazily import Lazily


def test_items_are_made_once_when_they_are_looked_at() -> None:
    made: list[int] = []

    def make(at: int) -> int:
        made.append(at)
        return at * at

    items = Lazily(5, make)
    assert len(items) == 5
    assert made == []
    assert (items[3], items[3], items[-1]) == (9, 9, 16)
    assert made == [3, 4]
    assert items[1:3] == [1, 4]
    assert list(items) == [0, 1, 4, 9, 16]
    for at in (5, -6):
        with pytest.raises(IndexError):
            items[at]
