"""When Python looks for garbage: between the keys, not under them. No Textual here.

A full collection stops everything for 50 ms at 10,000 messages. What lives as long as the session is put out of its
sight; what a turned knob leaves behind is mostly freed without it.
"""

from __future__ import annotations

import gc

from inspector.transcript.collector import leave_alone, look_at_all

THRESHOLDS = (10_000, 50, 100)
"""New objects before a young collection, young ones before a middle one, middle ones before a full one."""

GROWN = 150_000
"""Objects that may be left alone in addition before all of them are looked at again."""
_added: list[int] = []
"""How many objects were left alone in addition, time by time; empty before anything but the program itself was."""


def begin() -> tuple[int, int, int]:
    """Full collections become rare, and the program itself is left alone. Answers how it was, for `end`."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    leave_alone()
    _added.clear()
    return before


def end(before: tuple[int, int, int]) -> None:
    """As it was before the app."""
    gc.set_threshold(*before)
    look_at_all()


def forget() -> None:
    """Another session replaces the one that was put out of sight."""
    if _added:
        look_at_all()
        _added.clear()


def settle() -> None:
    """Nobody is waiting: collect now, and leave alone from here on what is still in use.

    What was left alone and fell out of use since (a dialog that was open at the time) would never be freed: when much has
    been added, all of it is looked at again. Only what is new is counted: to count everything takes longer than to collect.
    """
    gc.collect()
    _added.append(len(gc.get_objects()) if _added else 0)
    if sum(_added) > GROWN:
        look_at_all()
        gc.collect()
        _added[:] = [0]
    leave_alone()
