"""New files that are written whole or not at all, and read back before anyone relies on them.

The order of the system calls is the promise: everything is on the disk under another name before the file appears under its
own, and the folder that names it is on the disk before the caller goes on. A process that is killed in between leaves nothing,
or the whole file, or a hidden `.part` that nothing reads.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

PART = ".part"
CHUNK = 1 << 20
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_BINARY = getattr(os, "O_BINARY", 0)


class NotWritten(OSError):
    """A file that was asked for is not there, or not as it was given. The text names the file and says why."""


class Disk:
    """The system calls that writing needs, one method each. Tests put others in their place."""

    def make_folder(self, path: Path) -> None:
        """Raises `FileExistsError` when it is there."""
        os.mkdir(path, 0o700)

    def create(self, path: Path) -> int:
        """A new file, open for writing; for its owner's eyes only, as transcripts are."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY, 0o600)

    def write(self, handle: int, data: bytes) -> int:
        return os.write(handle, data)

    def sync(self, handle: int) -> None:
        os.fsync(handle)

    def close(self, handle: int) -> None:
        os.close(handle)

    def place(self, part: Path, target: Path) -> None:
        """Give a file its name. A rename would win over a file that appeared meanwhile, a link raises `FileExistsError`."""
        try:
            os.link(part, target, follow_symlinks=False)
        except FileExistsError:
            raise
        except (OSError, NotImplementedError):  # a file system without links
            if os.path.lexists(target):
                raise FileExistsError(f"{target.name} exists") from None
            os.rename(part, target)

    def remove(self, path: Path) -> None:
        os.unlink(path)

    def sync_folder(self, path: Path) -> None:
        if os.name == "nt":
            return  # folders cannot be opened there
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def read(self, path: Path) -> Iterator[bytes]:
        yield from chunks(path)


DISK = Disk()
_numbers = count(1)


def write_new(target: Path, data: bytes, disk: Disk = DISK) -> None:
    """Write a new file and read it back. Raises `NotWritten`; `FileExistsError` when there is one of that name.

    Missing folders are made. What was begun and failed is removed again.
    """
    try:
        _make_folders(target.parent, disk)
        part = _written(target, data, disk)
        try:
            disk.place(part, target)
        finally:
            with contextlib.suppress(FileNotFoundError):
                disk.remove(part)
        disk.sync_folder(target.parent)
        _confirm(target, data, disk)
    except (FileExistsError, NotWritten):
        raise
    except OSError as error:
        raise NotWritten(f"{target}: not written: {error.strerror or error}") from error


def _make_folders(folder: Path, disk: Disk) -> None:
    """The folder and what is missing above it; the name of a new one is on the disk before anything is put in it."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for made in reversed(missing):
        try:
            disk.make_folder(made)
        except FileExistsError:
            if not made.is_dir():
                raise NotWritten(f"{made}: a folder is needed, and there is a file") from None
        disk.sync_folder(made.parent)


def _written(target: Path, data: bytes, disk: Disk) -> Path:
    """A hidden file beside the target that holds everything, on the disk."""
    part, handle = _new_part(target, disk)
    try:
        try:
            view = memoryview(data)
            while view:
                view = view[disk.write(handle, bytes(view[:CHUNK])) :]
            disk.sync(handle)
        finally:
            disk.close(handle)
    except OSError:
        with contextlib.suppress(OSError):
            disk.remove(part)
        raise
    return part


def _new_part(target: Path, disk: Disk) -> tuple[Path, int]:
    while True:
        part = target.with_name(f".{target.name[:200]}.{os.getpid()}-{next(_numbers)}{PART}")
        with contextlib.suppress(FileExistsError):
            return part, disk.create(part)


def _confirm(target: Path, data: bytes, disk: Disk) -> None:
    found = hashlib.sha256()
    for chunk in disk.read(target):
        found.update(chunk)
    if found.digest() != hashlib.sha256(data).digest():
        raise NotWritten(f"{target}: what was read back is not what was written")


def chunks(path: Path) -> Iterator[bytes]:
    """An ordinary file in pieces. Raises `OSError`, also for a link and for anything that is no ordinary file."""
    handle = os.open(path, os.O_RDONLY | _NO_LINK | _BINARY | getattr(os, "O_NONBLOCK", 0))
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("it is no ordinary file")
        while chunk := os.read(handle, CHUNK):
            yield chunk
    finally:
        os.close(handle)


def holds(path: Path, data: bytes) -> bool:
    """Whether a file is there and holds exactly this. Raises `OSError` when that cannot be told."""
    at = 0
    try:
        for chunk in chunks(path):
            if data[at : at + len(chunk)] != chunk:
                return False
            at += len(chunk)
    except FileNotFoundError:
        return False
    return at == len(data)
