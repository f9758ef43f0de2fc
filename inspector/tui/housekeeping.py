"""When Python looks for garbage: between the keys, not under them. No Textual here.

A full collection stops everything for 50 ms at 10,000 messages. What lives as long as the session is put out of its
sight; what a turned knob leaves behind is mostly freed without it.
"""

from __future__ import annotations

import gc

THRESHOLDS = (10_000, 50, 100)
"""New objects before a young collection, young ones before a middle one, middle ones before a full one."""

GROWN = 150_000
"""Objects that may be left alone in addition before all of them are looked at again."""
_kept = [0]
"""How many objects were left alone when all were looked at last; 0 before that."""


def begin() -> tuple[int, int, int]:
    """Full collections become rare, and the program itself is left alone. Answers how it was, for `end`."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    gc.freeze()
    _kept[0] = 0
    return before


def end(before: tuple[int, int, int]) -> None:
    """As it was before the app."""
    gc.set_threshold(*before)
    gc.unfreeze()


def forget() -> None:
    """Another session replaces the one that was put out of sight."""
    if _kept[0]:
        gc.unfreeze()
        _kept[0] = 0


def settle() -> None:
    """Nobody is waiting: collect now, and leave alone from here on what is still in use.

    What was left alone and fell out of use since (a dialog that was open at the time) would never be freed: when much has
    been added, all of it is looked at again.
    """
    gc.collect()
    fresh = not _kept[0]
    if not fresh and gc.get_freeze_count() > _kept[0] + GROWN:
        fresh = True
        gc.unfreeze()
        gc.collect()
    gc.freeze()
    if fresh:
        _kept[0] = gc.get_freeze_count()
