"""Bytes that arrive piece by piece, as lines: which of them are final, and which wait for what comes after them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

import orjson

from inspector.transcript.lines import settled
from inspector.transcript.long_lines import bounded

Progress = Callable[[int, int], None]
"""Is told bytes read and all bytes. It may raise, which ends the reading."""

_WINDOW = 1 << 16
FURTHEST = 1 << 25
_TELL = 1 << 19
"""Bytes between two words about progress."""


class Pieces(NamedTuple):
    """Lines that nothing can change any more, and the bytes after them."""

    final: list[bytes]
    rest: bytes


def divide(raw: bytes) -> Pieces:
    """The final lines of some bytes that begin with a line. The last line is final once its end is there."""
    lines = [line + b"\n" for line in raw.split(b"\n")]
    last = lines.pop()[:-1]
    done = settled(lines)
    return Pieces(lines[:done], b"".join(lines[done:]) + last)


def final_end(handle: int, size: int) -> int:
    """Where the last line of a file ends that is an object whatever comes after it; 0 when there is none.

    -1 when there is none in the last `FURTHEST` bytes: what waits there is too much to be read again each time.
    """
    window = _WINDOW
    while True:
        start = max(0, size - window)
        raw = os.pread(handle, size - start, start)
        lines = raw.split(b"\n")
        end = start + len(raw) - len(lines.pop())
        for at in range(len(lines) - 1, -1 if start == 0 else 0, -1):
            if _is_object(lines[at]):
                return end
            end -= len(lines[at]) + 1
        if start == 0:
            return 0
        if window >= FURTHEST:
            return -1
        window *= 8


def _is_object(line: bytes) -> bool:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return isinstance(value, dict) and bool(value)


def lines_until(file: BinaryIO, end: int, size: int, progress: Progress | None) -> Iterator[bytes]:
    """The lines of a file up to a place where one ends, progress told on the way."""
    at = told = 0
    if at >= end:
        return
    for raw in bounded(file):
        at += len(raw)
        yield raw
        if progress is not None and at - told >= _TELL:
            told = at
            progress(at, size)
        if at >= end:
            return
