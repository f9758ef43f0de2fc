"""How long a search for fixes may take: seconds of this thread's own work, shared out among the knobs."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 4.0
"""What all knobs together may take; what was not tried for want of time is said."""
SCANNING = 0.6
"""The share of a knob's time after which no more values are scanned, so that what was found is proven."""


class Budget:
    """Gives each knob an equal share of what is left; what one does not use goes to those after it."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.end = clock() + seconds
        self.until = self.scanned = self.end

    def share(self, knobs: int) -> None:
        """The next of so many knobs begins."""
        now = self.clock()
        part = max(0.0, self.end - now) / max(1, knobs)
        self.until, self.scanned = now + part, now + part * SCANNING

    def over(self, scanning: bool = False) -> bool:
        """Whether this knob has had its share, or the part of it in which values are scanned."""
        return self.clock() >= (self.scanned if scanning else self.until)
