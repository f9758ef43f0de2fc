"""Reading an artifact by lines, from either end, without reading all of it: what a viewer of large outputs stands on."""

from __future__ import annotations

import codecs
import os
import stat
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from inspector.transcript.line_index import CELL, PIECE, LineIndex

LIMIT = 2_000
"""Characters of a line that are shown; the rest is told, not read."""

SEARCHED = 64 << 20
"""Bytes that one search goes through before it stops and says where."""

_CHUNK = 64 << 10

Change = Literal["same", "grown", "shrunk", "replaced", "gone"]


class Row(NamedTuple):
    """One line. `length` is its true length in bytes, newline left out; `cut`: `text` is only its beginning.

    `number` counts from 1; None when nobody counted so far. `goes_on`: the line has no end within what a line may have, and is
    continued as another one. Bytes that are no UTF-8 are replaced.
    """

    offset: int
    end: int
    """Where the next line starts."""
    number: int | None
    text: str
    length: int
    cut: bool = False
    goes_on: bool = False

    def __str__(self) -> str:
        if not self.cut and not self.goes_on:
            return self.text
        return f"{self.text} … [{self.length:,} bytes{', and the line goes on' if self.goes_on else ''}]"


class Found(NamedTuple):
    """The end of a search: the line of a hit and the hit's offset; or where it stopped, `finished` when there is none."""

    row: Row | None
    at: int
    finished: bool


class LineFile:
    """A file seen as lines. Nothing is read but what is asked for, and memory does not depend on its size.

    It is followed while it grows. When it became shorter, what is no longer there is not shown, what was counted is
    forgotten, and `notice` says so. Raises `OSError` where the file cannot be opened.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        limit: int = LIMIT,
        opener: Callable[[str], int] | None = None,
        piece: int = PIECE,
        cell: int = CELL,
    ) -> None:
        self.path = os.fspath(path)
        self.limit = limit
        self._open = opener or _open
        self._cell, self._piece = cell, piece
        self.notice = ""
        self._close: Callable[[], object] | None = None
        self._total = (-1, 0)
        self._take_handle()

    def _take_handle(self) -> None:
        handle = self._open(self.path)
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            os.close(handle)
            raise OSError(f"{self.path}: it is no ordinary file")
        self.close()
        self._handle, self._size = handle, found.st_size
        self._close = weakref.finalize(self, os.close, handle)
        self._index = self._new_index()

    def _new_index(self) -> LineIndex:
        return LineIndex(partial(read_at, self._handle), self._piece, self._cell)  # no cycle: closed as soon as it goes

    def close(self) -> None:
        """Give the file back. Harmless twice."""
        if self._close is not None:
            self._close()

    def __enter__(self) -> LineFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def size(self) -> int:
        """Bytes of the file now."""
        self.look()
        return self._size

    def look(self) -> Change:
        """Whether the open file has changed its size since the last look; growth and loss are taken in."""
        size = os.fstat(self._handle).st_size
        if size == self._size:
            return "same"
        before, self._size = self._size, size
        if size > before:
            return "grown"
        self._index = self._new_index()
        self.notice = f"the file became shorter: it had {before:,} bytes and has {size:,}"
        return "shrunk"

    def refresh(self) -> Change:
        """Look at the path as well: another file may stand there now, or none. A new one is opened in its place."""
        try:
            if os.path.samestat(os.stat(self.path), os.fstat(self._handle)):
                return self.look()
            self._take_handle()
        except OSError:
            self.notice = "the file is gone; what is shown is what was open"
            return "gone"
        self.notice = "another file has taken its place"
        return "replaced"

    # ── lines ───────────────────────────────────────────────────────────────────────────────────────────

    @property
    def count_known(self) -> int | None:
        """Number of lines, when the whole file has been counted; None before (see `count`)."""
        size = self.size
        if size - self._index.counted >= self._piece:
            return None
        if self._total[0] != size:
            self._total = (size, self._index.total(size))
        return self._total[1]

    def count(self, budget: int = SEARCHED) -> bool:
        """Count lines further, at most so many bytes; whether all are counted. Called again and again by a viewer at rest."""
        try:
            return self._index.count(self.size, max(budget, self._piece))
        except EOFError:
            self.look()
            return False

    def lines(self, first: int, count: int) -> list[str]:
        """The lines from number `first` (from 1), as they are shown; fewer at the end."""
        return [str(row) for row in self.rows(first, count)]

    def last(self, count: int) -> list[str]:
        """The last lines, as they are shown."""
        return [str(row) for row in self.last_rows(count)]

    def rows(self, first: int, count: int) -> list[Row]:
        """The lines from number `first` (from 1). What is before them is counted where it has not been."""
        try:
            start = self._index.start_of(max(first, 1), self.size)
        except EOFError:  # it became shorter while it was counted
            self.look()
            return []
        return [] if start is None else self.rows_from(start, count)

    def last_rows(self, count: int) -> list[Row]:
        """The last lines; nothing before them is read."""
        return self.rows_before(self.size, count)

    def rows_from(self, offset: int, count: int) -> list[Row]:
        """Lines from one that starts at `offset`, such as a row's `end`."""
        self.look()
        found: list[Row] = []
        number = self._index.number_at(offset) if offset < self._size else None
        while len(found) < count and offset < self._size:
            row = self._row(offset, number)
            found.append(row)
            offset, number = row.end, None if number is None else number + 1
        return found

    def rows_before(self, offset: int, count: int) -> list[Row]:
        """The lines before the one that starts at `offset`, in their order."""
        self.look()
        starts: list[int] = []
        at = min(offset, self._size)
        while len(starts) < count and at > 0:
            at = self._start_before(at)
            starts.append(at)
        return self.rows_from(starts[-1], len(starts)) if starts else []

    def row_at(self, offset: int) -> Row | None:
        """The line that holds a byte."""
        self.look()
        if not 0 <= offset < self._size:
            return None
        start = self._start_before(offset + 1)
        return self._row(start, self._index.number_at(start))

    def _row(self, start: int, number: int | None) -> Row:
        end, goes_on = self._end(start)
        head = self._read(start, min(end - start, self.limit * 4 + 4))
        length = end - start
        whole = len(head) >= length
        if not goes_on and self._read(end - 1, 1) == b"\n":
            length -= 2 if length > 1 and self._read(end - 2, 2) == b"\r\n" else 1
        text = codecs.getincrementaldecoder("utf-8")("replace").decode(head[:length], final=whole)
        cut = len(text) > self.limit or len(head) < length
        return Row(start, end, number, text[: self.limit], length, cut, goes_on)

    def _end(self, start: int) -> tuple[int, bool]:
        """Where the line that starts here ends, its newline included, and whether it goes on as another one."""
        at = start
        while at < self._size:
            border = (at // self._cell + 1) * self._cell
            data = self._read(at, min(_CHUNK, border - at))
            if not data:
                break
            newline = data.find(b"\n")
            if newline >= 0:
                return at + newline + 1, False
            at += len(data)
            if at == border and start <= border - self._cell and at < self._size:
                return at, True
        return min(at, self._size), False

    def _start_before(self, end: int) -> int:
        """The start of the line that ends at `end` (its newline is the byte before)."""
        at = end - 1
        while at > 0:
            if at % self._cell == 0 and not self._newline_in(at - self._cell, at):
                return at
            low = max((at - 1) // self._cell * self._cell, at - _CHUNK)
            newline = self._read(low, at - low).rfind(b"\n")
            if newline >= 0:
                return low + newline + 1
            at = low
        return 0

    def _newline_in(self, low: int, high: int) -> bool:
        """Whether there is a newline in a cell; looked for from its end."""
        for at in range(high, low, -_CHUNK):
            start = max(low, at - _CHUNK)
            if b"\n" in self._read(start, at - start):
                return True
        return False

    def _read(self, offset: int, size: int) -> bytes:
        return read_at(self._handle, offset, size)

    # ── search ──────────────────────────────────────────────────────────────────────────────────────────

    def search(
        self, text: str, offset: int = 0, *, backward: bool = False, ignore_case: bool = False, budget: int = SEARCHED
    ) -> Found:
        """The next line from `offset` on that holds a text, or the last one before it.

        Goes through at most about `budget` bytes, then stops: `at` is where to go on. After a hit, go on at `at + 1`, or
        backward at `at`. Letters beyond ASCII keep their case.
        """
        needle = text.encode("utf-8", "replace")
        if not needle:
            return Found(None, offset, True)
        needle = needle.lower() if ignore_case else needle
        self.look()
        windows = self._back(offset, len(needle), budget) if backward else self._on(offset, len(needle), budget)
        at = offset
        for low, high in windows:
            data = self._read(low, high - low)
            data = data.lower() if ignore_case else data
            hit = data.rfind(needle) if backward else data.find(needle)
            if hit >= 0:
                return Found(self.row_at(low + hit), low + hit, False)
            at = low if backward else high
        finished = at <= 0 if backward else at >= self._size
        return Found(None, at if finished or backward else max(offset, at - len(needle) + 1), finished)

    def _on(self, offset: int, needle: int, budget: int) -> Iterator[tuple[int, int]]:
        """Stretches of the file forward, each overlapping the one before so that no hit is cut."""
        low, stop = max(offset, 0), min(self._size, max(offset, 0) + budget)
        while low < stop:
            high = min(self._size, low + self._piece + needle - 1)
            yield low, high
            low += self._piece

    def _back(self, offset: int, needle: int, budget: int) -> Iterator[tuple[int, int]]:
        """Stretches backward: hits that start before `offset`."""
        high = min(offset, self._size)
        stop = max(0, high - budget)
        while high > stop:
            low = max(0, high - self._piece)
            yield low, min(self._size, high + needle - 1)
            high = low


def _open(path: str) -> int:
    return os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))


def read_at(handle: int, offset: int, size: int) -> bytes:
    """Bytes of a file; fewer when it ends there."""
    data = os.pread(handle, size, offset)
    while len(data) < size and (more := os.pread(handle, size - len(data), offset + len(data))):
        data += more
    return data
