"""Lines without end: one that would not fit into memory is passed over, and said to be there.

A file that is no larger than the bound cannot hold such a line, and is read as it is: nothing is added to the hot loop.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import BinaryIO, cast

WHOLE = 1 << 30
"""One line, or one JSON value, of more bytes than this is not read: it would have to be in memory at once."""

_PIECE = 1 << 20


class Overlong(bytes):
    """Stands for a line that was passed over: its beginning, behind a NUL so that it is no JSON. `len` is the line's."""

    size: int

    def __len__(self) -> int:
        return self.size


def bounded(file: Iterable[bytes]) -> Iterable[bytes]:
    """The lines of an open file from where it stands, none longer than `WHOLE`: an `Overlong` stands for one that is.

    What is no file is given back as it is.
    """
    if not hasattr(file, "seek"):
        return file
    opened = cast("BinaryIO", file)
    at = opened.tell()
    size = opened.seek(0, os.SEEK_END)
    opened.seek(at)
    return opened if size - at <= WHOLE else _lines(opened)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    readline = file.readline
    while raw := readline(_PIECE):
        if len(raw) < _PIECE or raw.endswith(b"\n"):
            yield raw
            continue
        start = file.tell() - len(raw)
        length = len(raw) + _rest(file)
        if length > WHOLE:
            yield _passed(raw, length)
            continue
        file.seek(start)
        yield file.read(length)


def _rest(file: BinaryIO) -> int:
    """Pass over the rest of a line; how many bytes it has."""
    length = 0
    while piece := file.readline(_PIECE):
        length += len(piece)
        if piece.endswith(b"\n"):
            break
    return length


def _passed(raw: bytes, length: int) -> Overlong:
    made = Overlong(b"\0" + raw[:64])
    made.size = length
    return made
