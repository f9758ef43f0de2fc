"""The beginning of a file, and the end of what was read of it: by them it is noticed that somebody wrote it anew."""

from __future__ import annotations

import os

HEAD, TAIL = 4_096, 1_024
"""Bytes that are compared at either place."""


class Prints:
    """Bytes at two places of a file, as they were when they were read."""

    def __init__(self) -> None:
        self._head = self._tail = b""
        self._tail_at = 0

    def extend(self, handle: int, size: int) -> None:
        """So many bytes were read by now."""
        if len(self._head) < HEAD:
            self._head = os.pread(handle, min(HEAD, size), 0)
        self._tail_at = max(0, size - TAIL)
        self._tail = os.pread(handle, size - self._tail_at, self._tail_at)

    def hold(self, handle: int) -> bool:
        """Whether both places still read the same."""
        head = os.pread(handle, len(self._head), 0)
        return head == self._head and os.pread(handle, len(self._tail), self._tail_at) == self._tail
