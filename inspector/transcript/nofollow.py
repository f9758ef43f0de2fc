"""Opening a file below a folder without following a single link, and without a moment between the check and the opening."""

from __future__ import annotations

import errno
import os
import stat

from inspector.transcript.storefaults import LinkMet

_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FILE = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # a pipe must not make the program wait
_FOLDER = _READ | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0)
_REPARSE = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)

STEPWISE = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
"""Whether folders can be entered one by one, each relative to the one before."""


def open_below(root: str, parts: tuple[str, ...]) -> int:
    """A descriptor of `root/parts…`, for reading. `LinkMet`, an OSError, when a part is a link; the root may be one."""
    if not STEPWISE:
        return _checked(root, parts)
    folder = os.open(root, _READ | getattr(os, "O_DIRECTORY", 0))
    try:
        for part in parts[:-1]:
            inner = _enter(folder, part)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _FILE, dir_fd=folder)
    finally:
        os.close(folder)


def _enter(folder: int, part: str) -> int:
    """A link to a folder is refused with the error of a file that is no folder; here they are told apart."""
    try:
        return os.open(part, _FOLDER, dir_fd=folder)
    except NotADirectoryError:
        if stat.S_ISLNK(os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode):
            raise LinkMet from None
        raise


def _checked(root: str, parts: tuple[str, ...]) -> int:
    """Where folders cannot be entered step by step: every part is looked at, and the file opened must be the file seen."""
    path = root
    seen = os.stat(root)
    for part in parts:
        path = os.path.join(path, part)
        seen = os.lstat(path)
        if stat.S_ISLNK(seen.st_mode) or getattr(seen, "st_file_attributes", 0) & _REPARSE:
            raise LinkMet
    if stat.S_ISDIR(seen.st_mode):
        raise FileNotFoundError(errno.ENOENT, "a folder")
    handle = os.open(path, _FILE)
    if not os.path.samestat(seen, os.fstat(handle)):
        os.close(handle)
        raise LinkMet
    return handle
