"""Garbage is looked for between the keys, and what fell out of use after it was put out of sight is found again."""

from __future__ import annotations

import gc
import weakref

import pytest

from inspector.tui import housekeeping


class Ring:
    """Refers to itself: only a collection frees it."""

    def __init__(self) -> None:
        self.me = self


def test_what_falls_out_of_use_after_it_was_left_alone_is_freed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "GROWN", 1_000)
    before = housekeeping.begin()
    try:
        housekeeping.forget()
        housekeeping.settle()
        ring = Ring()
        gone = weakref.ref(ring)
        housekeeping.settle()
        del ring
        housekeeping.settle()
        held = []
        for _ in range(4):
            held.append([[number] for number in range(2_000)])
            housekeeping.settle()
        assert gone() is None
        assert gc.get_freeze_count() > 0
    finally:
        housekeeping.end(before)
