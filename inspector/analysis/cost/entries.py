"""The entries that a prompt cache holds for one model: prefixes in order of length, each with the time at which it expires."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple


class Mark(NamedTuple):
    """A place in a prompt: so many blocks of messages before it, so many tokens of tools, system and messages."""

    blocks: int
    tokens: int


class _Entry(NamedTuple):
    tokens: int
    until: float | None
    since: int
    """The request of this cache that wrote it, by number."""


class _Read(NamedTuple):
    """A read: it makes every prefix of what was read live on."""

    blocks: int
    until: float | None
    number: int


class Entries:
    """A read touches every shorter entry; that is remembered once for all of them, so that a request costs little."""

    def __init__(self) -> None:
        self._blocks: list[int] = []
        self._entries: list[_Entry] = []
        self._reads: list[_Read] = []
        """From the longest and oldest to the shortest and newest."""

    def forget(self, blocks: int) -> None:
        """Drop the entries that are longer than so many blocks."""
        at = bisect_right(self._blocks, blocks)
        del self._blocks[at:], self._entries[at:]

    def near(self, mark: Mark, lookback: int) -> Iterator[Mark]:
        """The entries that end at a mark or so many blocks before it, longest first."""
        for at in range(bisect_right(self._blocks, mark.blocks) - 1, -1, -1):
            if self._blocks[at] < mark.blocks - lookback:
                return
            yield Mark(self._blocks[at], self._entries[at].tokens)

    def alive(self, mark: Mark, at: float | None) -> bool:
        """Whether an entry has not expired."""
        until = self.until(mark.blocks)
        return until is None or at is None or at <= until

    def until(self, blocks: int) -> float | None:
        """When the entry of so many blocks expires."""
        entry = self._entries[bisect_left(self._blocks, blocks)]
        for read in reversed(self._reads):
            if read.blocks >= blocks:
                return read.until if read.number > entry.since else entry.until
        return entry.until

    def read(self, mark: Mark, until: float | None, number: int) -> None:
        """An entry was read: it and all its prefixes live until then."""
        while self._reads and self._reads[-1].blocks <= mark.blocks:
            self._reads.pop()
        self._reads.append(_Read(mark.blocks, until, number))

    def write(self, mark: Mark, until: float | None, number: int) -> None:
        """A prefix is kept; it takes the place of one of the same length."""
        at = bisect_left(self._blocks, mark.blocks)
        entry = _Entry(mark.tokens, until, number)
        if at < len(self._blocks) and self._blocks[at] == mark.blocks:
            self._entries[at] = entry
        else:
            self._blocks.insert(at, mark.blocks)
            self._entries.insert(at, entry)

    @property
    def longest(self) -> int:
        """Blocks of the longest entry; -1 when there is none."""
        return self._blocks[-1] if self._blocks else -1
