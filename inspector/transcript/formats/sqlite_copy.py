"""A database as it stands at one moment, while its owner goes on writing: nothing beside it is made or touched.

Opening somebody's database the usual way is no reading: in WAL mode SQLite makes or writes `-shm` even for a reader, and a
reader's lock can make the owner's commit fail. `immutable=1` does neither, and does not see the `-wal`. So the file, its
`-wal` and its `-journal` are copied as bytes into a private folder, and SQLite opens the copy. When they fit together:

* With a `-wal`: the owner appends to it and copies its pages into the file now and then. The file is copied first, so every
  page that it may have received meanwhile is in the `-wal` that is copied after it, and there the later one wins; a frame
  that is half written fails its checksum and ends it (sqlite.org/fileformat2.html, section 4). Only when the `-wal` starts
  again from its beginning the two do not belong together; its header then has other salts.
* Without: neither the file nor its `-journal` may have changed. A `-journal` that is left is rolled back in the copy.

A `-journal` can name another journal, which SQLite deletes after rolling back: the copy's ending is made one that names none.
"""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path
from typing import BinaryIO, NamedTuple

from inspector.transcript.errors import TranscriptError
from inspector.transcript.nofollow import open_below

COPIED = 2 << 30
"""Bytes of a database and what belongs to it that are copied; above, the file alone is read where it lies."""

_ATTEMPTS = 20
_FRESH = 12_000_000
"""Nanoseconds: a file that was written less than this ago may be written again without another time of change."""

_CHUNK = 1 << 20
_LOGGED = b"\2\2"
"""The 19th and 20th byte of a database in WAL mode."""
_HEADER = 32
_MAGIC = bytes.fromhex("d9d505f920a163d7")
"""How a journal begins; the last bytes of one that names another journal are the same."""


class State(NamedTuple):
    """What tells whether a file was changed: which it is, its size, when it was written; its first bytes."""

    identity: tuple[int, int] = (0, 0)
    size: int = 0
    written: int = 0
    head: bytes = b""


class States(NamedTuple):
    """The three files of a database at one moment; an empty state where there is none."""

    main: State
    wal: State
    journal: State

    @property
    def size(self) -> int:
        return self.main.size + self.wal.size + self.journal.size

    @property
    def at_rest(self) -> bool:
        """Nothing stands beside the file that belongs to its content."""
        return not self.wal.size and not self.journal.head.strip(b"\0")

    @property
    def logs(self) -> bool:
        """Whether all that is written goes to the `-wal` first: the database says so, and there is one."""
        return self.main.head[18:20] == _LOGGED and len(self.wal.head) == _HEADER and not self.journal.size

    @property
    def fresh(self) -> bool:
        """Whether one of them was written just now."""
        return time.time_ns() - max(each.written for each in self) < _FRESH


class Place:
    """A database file that is open. `path` is its own path, no link; empty when nothing may be looked for beside it."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self._file = file
        self.path = os.path.realpath(path) if path else ""
        if self.path and self._main().identity != _identity(self.path):
            self.path = ""

    def states(self) -> States:
        """How the files are now."""
        return States(self._main(), self._beside("-wal"), self._beside("-journal"))

    def copy(self, folder: Path) -> None:
        """All three into a folder, as `db`, `db-wal`, `db-journal`. `TranscriptError` when they never held still."""
        for attempt in range(_ATTEMPTS):
            before = self.states()
            self._copy(folder)
            if _belong_together(before, self.states()) and self._is_there(before):
                return
            time.sleep(0.005 * (attempt + 1))
        raise TranscriptError("the database is being written all the time; try again in a moment")

    def _copy(self, folder: Path) -> None:
        import shutil

        with (folder / "db").open("wb") as made:
            self._copy_main(made)
        for ending in ("-wal", "-journal"):
            made_at = folder / f"db{ending}"
            made_at.unlink(missing_ok=True)
            handle = self._opened(ending)
            if handle is not None:
                with os.fdopen(handle, "rb") as source, made_at.open("wb+") as made:
                    shutil.copyfileobj(source, made, _CHUNK)
                    if ending == "-journal":
                        _name_none(made)

    def _copy_main(self, made: BinaryIO) -> None:
        """The file as it is now; what was read of it before may still be in its buffer."""
        try:
            handle = self._file.fileno()
        except OSError:  # in memory
            self._file.seek(0)
            made.write(self._file.read())
            return
        at = 0
        while piece := os.pread(handle, _CHUNK, at):
            made.write(piece)
            at += len(piece)

    def _is_there(self, states: States) -> bool:
        """Whether the path still leads to the file that was opened: what stands beside it belongs to no other."""
        try:
            return not self.path or _identity(self.path) == states.main.identity
        except FileNotFoundError:
            return False

    def _main(self) -> State:
        try:
            handle = self._file.fileno()
        except OSError:  # in memory
            self._file.seek(0)
            return State(size=self._file.seek(0, os.SEEK_END))
        found = os.fstat(handle)
        return State((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns, _head(handle))

    def _beside(self, ending: str) -> State:
        handle = self._opened(ending)
        if handle is None:
            return State()
        try:
            found = os.fstat(handle)
            return State((found.st_dev, found.st_ino), found.st_size, found.st_mtime_ns, _head(handle))
        finally:
            os.close(handle)

    def _opened(self, ending: str) -> int | None:
        """A file beside the database, which is no link; None without one."""
        if not self.path:
            return None
        folder, name = os.path.split(self.path)
        try:
            handle = open_below(folder, (name + ending,))
        except FileNotFoundError:
            return None
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return handle
        os.close(handle)
        return None


def _identity(path: str) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _head(handle: int) -> bytes:
    """The first bytes of a file, its place in the file left alone."""
    return os.pread(handle, _HEADER, 0)


def _belong_together(before: States, after: States) -> bool:
    """Whether what was copied in between is of one moment."""
    if before.logs and after.logs:
        return before.wal.head == after.wal.head and before.wal.identity == after.wal.identity
    return before == after and not before.fresh


def _name_none(journal: BinaryIO) -> None:
    """Make the end of a journal one that names no other."""
    size = journal.seek(0, os.SEEK_END)
    journal.seek(max(size - len(_MAGIC), 0))
    if journal.read() == _MAGIC:
        journal.write(bytes(16))
