"""The first and the last bytes of a file, as records: what can be told of a session without reading it."""

from __future__ import annotations

import os
import re
import stat
from functools import cached_property
from io import FileIO
from typing import Any

import orjson

from inspector.transcript.unpack import GZIP, ZSTD, head_of

HEAD = TAIL = 128 << 10
"""Bytes read from either end."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)
"""No link is followed, and a pipe does not make the program wait."""
_STRING = rb'"((?:[^"\\]|\\.){1,4000})"'
_MODEL = re.compile(rb'"model(?:_name|Id)?"\s*:\s*' + _STRING)
_PROMPT = re.compile(rb'"role"\s*:\s*"user"\s*,\s*"content"\s*:\s*(?:\[\s*\{[^{}]{0,200}?"text"\s*:\s*)?' + _STRING)


class Ends:
    """Both ends of one file. `whole`: there is nothing between them."""

    def __init__(self, head: bytes, tail: bytes, whole: bool) -> None:
        self.head, self.tail, self.whole = head, tail, whole

    @property
    def is_database(self) -> bool:
        """Whether it is an SQLite database, which holds many sessions."""
        return self.head.startswith(b"SQLite format 3\0")

    @cached_property
    def first(self) -> list[dict[str, Any]]:
        """Records of the beginning; a line that is cut off is left out."""
        lines = self.head.split(b"\n")
        return _records(lines if self.whole else lines[:-1])

    @cached_property
    def last(self) -> list[dict[str, Any]]:
        """Records of the end, none of them among the first."""
        return _records(self.tail.split(b"\n")[1:])

    @property
    def records(self) -> list[dict[str, Any]]:
        """What was read of both ends, in order."""
        return [*self.first, *self.last]

    @cached_property
    def document(self) -> Any:
        """The file as one JSON value; None when it is none, or too long to be read here."""
        return _value(self.head) if self.whole else None

    def model(self) -> str:
        """The last model named in what was read, found without parsing."""
        named = _MODEL.findall(self.tail) or _MODEL.findall(self.head)
        return _unquoted(named[-1]) if named else ""

    def prompt(self) -> str:
        """The first text of a user in what was read of a document, found without parsing."""
        found = _PROMPT.search(self.head)
        return _unquoted(found[1]) if found else ""


def read_ends(path: str) -> Ends:
    """The two ends of a plain file; of a packed one what its beginning holds.

    Raises `OSError`, also for a link and for what is no plain file.
    """
    with open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        head = file.read(HEAD)
        if head.startswith((GZIP, ZSTD)):
            return Ends(head_of(head, HEAD) or head, b"", False)
        if size <= HEAD:
            return Ends(head, b"", True)
        file.seek(max(HEAD, size - TAIL))
        return Ends(head, file.read(TAIL), False)


def open_plain(path: str) -> FileIO:
    """A plain file, to be read. Raises `OSError`, also for a link and for what is no plain file."""
    handle = os.open(path, _FLAGS)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(f"{path}: it is no ordinary file")
    return FileIO(handle)


def _records(lines: list[bytes]) -> list[dict[str, Any]]:
    return [value for line in lines if line.strip() and isinstance(value := _value(line), dict)]


def _value(raw: bytes) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None


def _unquoted(raw: bytes) -> str:
    value = _value(b'"' + raw + b'"')
    return value if isinstance(value, str) else raw.decode("utf-8", "replace")
