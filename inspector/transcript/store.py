"""Bodies that stay in the file: a line is read and parsed again when one of its blocks is looked at."""

from __future__ import annotations

import os
import weakref
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any, BinaryIO

import orjson

from inspector.transcript.errors import TranscriptChanged
from inspector.transcript.lines import Line
from inspector.transcript.model import Block, Body, Json

HOLD_BELOW = 50_000_000
"""Files up to this many bytes are held in memory; above, the line formats read bodies on demand."""

CACHE_BYTES = 32_000_000
CACHE_LINES = 512

Make = Callable[[dict[str, Any]], tuple[Block, ...]]
"""Turns one record into its blocks, always the same way."""


class Store:
    """Reads records of one file again. Safe to use from several threads; keeps the last lines it parsed."""

    def __init__(self, path: str, handle: int, make: Make) -> None:
        """`handle` is a descriptor of the open file, owned from here on; `path` is only what messages call it."""
        self._make = make
        self._path = path
        self._handle = handle
        self._cache: OrderedDict[int, tuple[int, tuple[Block, ...]]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        weakref.finalize(self, os.close, self._handle)

    def keep(self, blocks: tuple[Block, ...], line: Line) -> tuple[Block, ...]:
        """The same blocks with their bodies left in the file. A repaired line cannot be read again and stays in memory."""
        if not line.exact:
            return blocks
        return tuple(
            [
                Block(
                    block.kind, Stored(self, line.offset, line.length, index), block.tool_id, block.tool, block.images
                )
                for index, block in enumerate(blocks)
            ]
        )

    def blocks(self, offset: int, length: int) -> tuple[Block, ...]:
        """The blocks of the record at `offset`. `TranscriptChanged` when it is no longer there."""
        with self._lock:
            found = self._cache.get(offset)
            if found is not None:
                self._cache.move_to_end(offset)
                return found[1]
        blocks = self._read(offset, length)
        self._remember(offset, length, blocks)
        return blocks

    def _read(self, offset: int, length: int) -> tuple[Block, ...]:
        try:
            raw = os.pread(self._handle, length, offset)
            record = orjson.loads(raw) if len(raw) == length else None
        except (OSError, orjson.JSONDecodeError):
            record = None
        if not isinstance(record, dict):
            raise TranscriptChanged(f"{self._path} was changed or shortened after it was opened; open it again")
        return self._make(record)

    def _remember(self, offset: int, length: int, blocks: tuple[Block, ...]) -> None:
        with self._lock:
            if offset not in self._cache:
                self._cache[offset] = (length, blocks)
                self._bytes += length
            while len(self._cache) > 1 and (self._bytes > CACHE_BYTES or len(self._cache) > CACHE_LINES):
                self._bytes -= self._cache.popitem(last=False)[1][0]

    def body(self, offset: int, length: int, index: int) -> Body:
        blocks = self.blocks(offset, length)
        if index >= len(blocks):
            raise TranscriptChanged(f"{self._path} was changed after it was opened; open it again")
        return blocks[index].body


def store_for(file: BinaryIO, path: str, make: Make) -> Store | None:
    """Where the bodies of an open file stay, the very file that is open; None when it is small enough to hold, or in memory."""
    try:
        handle = file.fileno()
    except OSError:
        return None
    return Store(path, os.dup(handle), make) if os.fstat(handle).st_size >= HOLD_BELOW else None


class Stored:
    """The body of one block of one line of a file."""

    __slots__ = ("_index", "_length", "_offset", "_store")

    def __init__(self, store: Store, offset: int, length: int, index: int) -> None:
        self._store = store
        self._offset = offset
        self._length = length
        self._index = index

    @property
    def text(self) -> str:
        return self._store.body(self._offset, self._length, self._index).text

    @property
    def api(self) -> Json:
        return self._store.body(self._offset, self._length, self._index).api
