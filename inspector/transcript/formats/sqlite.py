"""The one way databases are opened: for reading, as of one moment, and whatever they hold does nothing but be read.

Formats say by the names of tables whether a database is theirs (`tables_of`, in `Format.opens`) and read by `read`, which
hands them a `Database`. What is read is a copy (`sqlite_copy`), or the file itself where it lies at rest or is too big to
be copied. `sqlite_values` takes the values that stand there.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.sqlite_copy import COPIED, Place
from inspector.transcript.formats.sqlite_database import Database

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

MAGIC = b"SQLite format 3\0"

ROOM = 64 << 20
"""Bytes that a copy leaves free."""

STALE = "the last changes are not seen"

T = TypeVar("T")

_open: weakref.WeakKeyDictionary[BinaryIO, Database] = weakref.WeakKeyDictionary()
"""The database behind a file that is open: every format that is asked, and the one that reads, have the same copy."""


def tables_of(source: Source, head: bytes) -> frozenset[str]:
    """Names of the tables of a database; none of what is no database. Raises `TranscriptError` for a damaged one."""
    return read(source, lambda database: database.tables) if head.startswith(MAGIC) else frozenset()


def read(source: Source, work: Callable[[Database], T]) -> T:
    """What `work` makes of the database. Whatever is wrong with it is a `TranscriptError`.

    `work` is called again, with a copy, when the file was written while it was read where it lies.
    """
    place = Place(source.file, source.path)
    database = _open.get(source.file)
    if database is None:
        database = _open[source.file] = _opened(place)
    try:
        result = _worked(work, database)
    except TranscriptError:
        if not _moved(place, database):
            raise
    else:
        if not _moved(place, database):
            return result
    database = _open[source.file] = _copied(place)
    return _worked(work, database)


def read_in_place(source: Source) -> None:
    """From now on read a file where it lies, however big and whoever writes it; what stands beside it is not seen.

    For a look at what it holds: while it is written, rows may be missing, or reading may fail.
    """
    states = Place(source.file, source.path).states()
    _open[source.file] = Database(_uri(source.path, "mode=ro&immutable=1"), states.size, states=states, stale=STALE)


def _worked(work: Callable[[Database], T], database: Database) -> T:
    import sqlite3

    try:
        return work(database)
    except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError) as error:
        raise TranscriptError(f"the SQLite database cannot be read: {' '.join(str(error).split())[:200]}") from error


def _moved(place: Place, database: Database) -> bool:
    """Whether the file that is read where it lies was changed since; not where it is known that it may be."""
    return database.states is not None and not database.stale and place.states() != database.states


def _opened(place: Place) -> Database:
    states = place.states()
    if place.path and states.at_rest and not states.fresh:
        return Database(_uri(place.path, "mode=ro&immutable=1"), states.size, states=states)
    if _fits(states.size):
        return _copied(place)
    if not place.path:
        raise TranscriptError("a database as big as this is only read from a path")
    return Database(_uri(place.path, "mode=ro&immutable=1"), states.size, states=states, stale=STALE)


def _fits(size: int) -> bool:
    """Whether so many bytes are copied: not too many, and the folder for temporary files has room for them."""
    import tempfile
    from shutil import disk_usage

    try:
        return size <= COPIED and disk_usage(tempfile.gettempdir()).free > size + ROOM
    except OSError:
        return False


def _copied(place: Place) -> Database:
    """A copy in a folder that nobody else may enter, which is gone before anything is read of it (where the system can)."""
    import tempfile

    if not _fits(place.states().size):
        raise TranscriptError("the database is being written; it is too big to be copied")
    folder = tempfile.TemporaryDirectory(prefix="inspector-", ignore_cleanup_errors=True)
    try:
        place.copy(Path(folder.name))
        size = sum(entry.stat().st_size for entry in os.scandir(folder.name))
        path = os.path.join(folder.name, "db")
        database = Database(_uri(path, "mode=rw"), size, stale="" if place.path or not _has_log(path) else STALE)
    except OSError as error:
        folder.cleanup()
        raise TranscriptError(f"the database cannot be copied to be read: {error.strerror}") from error
    except BaseException:
        folder.cleanup()
        raise
    if os.name == "posix":
        folder.cleanup()
    else:
        weakref.finalize(database, _leave, database.connection.close, folder)
    return database


def _leave(close: Callable[[], None], folder: TemporaryDirectory[str]) -> None:
    with suppress(Exception):
        close()
    folder.cleanup()


def _has_log(path: str) -> bool:
    """Whether the file's header says that a `-wal` may stand beside it."""
    with open(path, "rb") as file:
        return 2 in file.read(20)[18:]


def _uri(path: str, parameters: str) -> str:
    from urllib.parse import quote

    return f"file:{quote(path)}?{parameters}"
