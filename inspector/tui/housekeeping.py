"""When Python looks for garbage: between the keys, not under them. No Textual here.

A collection stops everything, a full one for 50 ms at 10,000 messages and for half a second at 100,000. What lives as long
as the session is put out of its sight; what a turned knob leaves behind is mostly freed without it: sixty turns leave some
ten thousand objects that refer to each other.
"""

from __future__ import annotations

import gc

from inspector.transcript.collector import leave_alone, look_at_all

THRESHOLDS = (1_000_000, 10, 100)
"""For whoever never rests: new objects before a young collection, young ones before a middle, middle ones before a full."""

GROWN = 150_000
"""Objects that may be left alone in addition before all of them are looked at again."""


class _Left:
    """What was left alone so far. Most is freed when its last user lets go; how much is still there takes a walk to know."""

    something = False
    """Anything but the program itself."""
    added = 0
    """Objects that were left alone since they were counted."""
    counted: int | None = None
    """How many there were when they were counted."""

    @classmethod
    def clear(cls, something: bool) -> None:
        cls.something, cls.added, cls.counted = something, 0, None


def begin() -> tuple[int, int, int]:
    """Collections become rare, and the program itself is left alone. Answers how it was, for `end`."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    leave_alone()
    _Left.clear(something=False)
    return before


def end(before: tuple[int, int, int]) -> None:
    """As it was before the app."""
    gc.set_threshold(*before)
    look_at_all()


def forget() -> None:
    """Another session replaces the one that was put out of sight."""
    if _Left.something:
        look_at_all()
        _Left.clear(something=True)


def settle() -> None:
    """Nobody is waiting: collect now, and leave alone from here on what is still in use.

    What was left alone and fell out of use since (a dialog that was open at the time) would never be freed: when much more
    is left alone than was, all of it is looked at again. What was loaded is no garbage: the first time nothing is looked for.
    """
    if _Left.something:
        gc.collect()
        _Left.added += len(gc.get_objects())
    _Left.something = True
    leave_alone()
    if _Left.added > GROWN and _grown():
        look_at_all()
        gc.collect()
        leave_alone()
        _Left.counted = gc.get_freeze_count()


def _grown() -> bool:
    """Much of what was added is still there; the first time that is only counted."""
    _Left.added, before = 0, _Left.counted
    now = gc.get_freeze_count()
    if before is None or now < before:
        _Left.counted = now
        return False
    return now - before > GROWN
