"""Where the lines of a growing file begin, counted in pieces: how many start in each, never where every one does.

A line starts at the beginning of the file and after every newline. So that no line is longer than can be looked through in a
moment, one without a newline for whole cells of 32 MiB goes on as another line at each cell that begins inside it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from threading import Lock

PIECE = 1 << 20
CELL = 32 << 20
"""A multiple of the piece."""

Read = Callable[[int, int], bytes]
"""From an offset and a number of bytes to what the file holds there (less at its end)."""


class LineIndex:
    """Starts of lines, counted piece by piece as far as somebody asked. 8 bytes of memory a MiB of file."""

    def __init__(self, read: Read, piece: int = PIECE, cell: int = CELL) -> None:
        self._read, self.piece, self.cell = read, piece, cell
        self._counts = array("q", [0])
        """`_counts[k]`: how many lines start before piece k; only pieces that are full are counted here."""
        self._newline = -1
        """The last newline before the end of the counted pieces."""
        self._splits: set[int] = set()
        self._lock = Lock()

    @property
    def counted(self) -> int:
        """Bytes in counted pieces."""
        return (len(self._counts) - 1) * self.piece

    def count(self, size: int, budget: int | None = None) -> bool:
        """Count further, at most `budget` bytes; whether all full pieces of a file of this size are counted."""
        stop = size // self.piece if budget is None else min(size, self.counted + budget) // self.piece
        while len(self._counts) - 1 < stop:
            with self._lock:
                if len(self._counts) - 1 < stop:
                    self._count_piece()
        return len(self._counts) - 1 == size // self.piece

    def _count_piece(self) -> None:
        start = self.counted
        data = self._read(start, self.piece)
        if len(data) < self.piece:
            raise EOFError("the file became shorter")
        starts = data.count(b"\n", 0, -1) + self._first(start)
        self._counts.append(self._counts[-1] + starts)
        last = data.rfind(b"\n")
        self._newline = start + last if last >= 0 else self._newline

    def _first(self, start: int) -> int:
        """1 when a line starts exactly where a piece does."""
        if start == 0 or self._newline == start - 1:
            return 1
        if start % self.cell == 0 and self._newline < start - self.cell:
            self._splits.add(start)
            return 1
        return 0

    def total(self, size: int) -> int:
        """Number of lines, everything counted. An unfinished last line is one; a final newline opens none."""
        self.count(size)
        return self._counts[-1] + sum(1 for _ in self._starts(self.counted, size))

    def start_of(self, number: int, size: int) -> int | None:
        """Where a line (from 1) starts, counting no further than needed; None when the file has no such line."""
        while self._counts[-1] < number and not self.count(size, self.piece):
            pass
        piece = bisect_left(self._counts, number) - 1
        rest = number - self._counts[piece]
        for at in self._starts(piece * self.piece, size):
            rest -= 1
            if not rest:
                return at
        return None

    def number_at(self, offset: int) -> int | None:
        """The number of the line that starts at an offset; None as long as what is before it is not counted."""
        piece = offset // self.piece
        if piece >= len(self._counts):
            return None
        inside = sum(1 for at in self._starts(piece * self.piece, offset + 1) if at <= offset)
        return self._counts[piece] + inside

    def _starts(self, start: int, size: int) -> Iterator[int]:
        """Starts of lines in the piece at `start`, below `size`."""
        data = self._read(max(start - 1, 0), self.piece + min(start, 1))
        base = max(start - 1, 0)
        stop = min(size, start + self.piece)
        if start < stop and (start == 0 or data[:1] == b"\n" or self._is_split(start)):
            yield start
        at = data.find(b"\n", start - base)
        while at >= 0 and base + at + 1 < stop:
            yield base + at + 1
            at = data.find(b"\n", at + 1)

    def _is_split(self, start: int) -> bool:
        return start in self._splits or (
            start == self.counted and start > 0 and start % self.cell == 0 and self._newline < start - self.cell
        )
