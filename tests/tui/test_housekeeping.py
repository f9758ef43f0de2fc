"""Garbage is looked for between the keys, and what fell out of use after it was put out of sight is found again."""

from __future__ import annotations

import subprocess
import sys

STORY = """
import gc, weakref
from inspector.tui import housekeeping

class Ring:
    "Refers to itself: only a collection frees it."
    def __init__(self):
        self.me = self

housekeeping.GROWN = 1_000
before = housekeeping.begin()
housekeeping.forget()
housekeeping.settle()
ring = Ring()
gone = weakref.ref(ring)
housekeeping.settle()
del ring
housekeeping.settle()
left_alone = gone() is not None
held = []
for _ in range(4):
    held.append([[number] for number in range(2_000)])
    housekeeping.settle()
freed, frozen = gone() is None, gc.get_freeze_count()
ring = Ring()
passing = weakref.ref(ring)
housekeeping.settle()
del ring
for _ in range(6):
    held[:] = [[[number] for number in range(2_000)]]
    housekeeping.settle()
spared = passing() is not None
housekeeping.end(before)
print(left_alone, freed, spared, frozen > 0, gc.get_freeze_count(), gc.get_threshold() == before)
"""


def test_what_falls_out_of_use_after_it_was_left_alone_is_freed_once_much_is_left() -> None:
    """While each thing replaces the one before, nothing is looked at again (`spared`).

    In a process of its own: what the tests before it left behind would be looked through each time.
    """
    told = subprocess.run([sys.executable, "-c", STORY], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.split() == ["True", "True", "True", "True", "0", "True"], told.stderr
