"""When Python looks for garbage: between the keys, not under them. No Textual here.

A full collection stops everything for 50 ms at 10,000 messages. What lives as long as the session is put out of its
sight; what a turned knob leaves behind is mostly freed without it.
"""

from __future__ import annotations

import gc

THRESHOLDS = (10_000, 50, 100)
"""New objects before a young collection, young ones before a middle one, middle ones before a full one."""


def begin() -> tuple[int, int, int]:
    """Full collections become rare. Answers how it was, for `end`."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    return before


def end(before: tuple[int, int, int]) -> None:
    """As it was before the app."""
    gc.set_threshold(*before)
    gc.unfreeze()


def forget() -> None:
    """Another session replaces the one that was put out of sight."""
    gc.unfreeze()


def settle() -> None:
    """Nobody is waiting: collect now, and leave alone from here on what is still in use."""
    gc.collect()
    gc.freeze()
