"""Progress over work of several parts."""

from __future__ import annotations

from inspector.long_work import Progress

FINE = 1_000
"""Steps of one part."""


class Stages:
    """Hands each of `parts` a progress of its own, and tells the whole of it to `progress`."""

    def __init__(self, progress: Progress | None, parts: int) -> None:
        self._progress, self._parts, self._begun = progress, parts, 0

    def next(self) -> Progress:
        """The progress of the next part."""
        before, self._begun = self._begun, self._begun + 1

        def tell(done: int, of: int) -> None:
            if self._progress is not None:
                share = FINE * min(done, of) // of if of else FINE
                self._progress(before * FINE + share, self._parts * FINE)

        tell(0, 1)
        return tell
