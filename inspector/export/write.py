"""Writing a file whole or not at all: a temporary file in the same folder first, then a rename."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def write_file(path: str | os.PathLike[str], data: bytes, *, force: bool = False) -> None:
    """Write `data` to `path`. Raises `FileExistsError` when it is there without `force`, else `OSError`.

    A link is followed. What is no ordinary file (a pipe, `/dev/null`) holds nothing to lose and is written to directly.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    if target.exists() and not force:
        raise FileExistsError(f"{path} exists")
    part = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with open(part, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _put_in_place(part, target, force)
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _put_in_place(part: Path, target: Path, force: bool) -> None:
    """A rename would silently win over a file that appeared meanwhile; a hard link does not, where there are links."""
    if force:
        if target.is_dir():
            raise IsADirectoryError(f"{target} is a directory")
        os.replace(part, target)
        return
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:
        os.replace(part, target)
