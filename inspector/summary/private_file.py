"""Files that are nobody else's: written whole or not at all, readable by their owner alone, never through a link."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

PART = ".part"
"""How the name of a file ends while it is written."""
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_PLAIN = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # a pipe must not make the program wait


class NotPlain(OSError):
    """A folder, a link, a pipe, or a file beyond the size that ours have."""


def private_folder(folder: Path) -> None:
    """Make the folder, closed to others; one that is there already is closed. Raises `OSError`."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        os.chmod(folder, 0o700)


def write_private(path: Path, data: bytes) -> None:
    """A reader sees the old file or the new one, never a part, even after a crash. Raises `OSError`."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}{PART}")
    try:
        with open(os.open(part, _NEW, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def read_private(path: Path, largest: int) -> bytes:
    """A plain file of at most `largest` bytes, whole. Raises `FileNotFoundError`, `NotPlain`, `OSError`."""
    with open(os.open(path, _PLAIN), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise NotPlain("not a plain file")
        if state.st_size > largest:
            raise NotPlain(f"larger than {largest:,} bytes")
        return file.read(largest + 1)
