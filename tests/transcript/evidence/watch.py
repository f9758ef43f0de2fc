"""Watches what is opened: every opening by name that the interpreter announces, and the very files that came of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_TOUCHES = frozenset({"open", "os.listdir", "os.scandir", "os.chdir", "os.readlink", "glob.glob", "socket.connect"})
_active: list[Watch] = []


class Watch:
    """`names` are what was to be opened or listed, `files` the (device, inode) of what `os.open` really opened."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.files: list[tuple[int, int]] = []
        self.opened = 0

    def clear(self) -> None:
        self.names, self.files, self.opened = [], [], 0

    def only_within(self, *roots: Path) -> bool:
        """Whether every opening went by `os.open` and gave a root, or something that truly lies below one."""
        return len(self.names) == self.opened and set(self.files) <= set().union(*(_inside(root) for root in roots))


def _inside(root: Path) -> set[tuple[int, int]]:
    """The identities of a folder and of all that is in it, links being nothing but themselves."""
    found = {_identity(root)}
    for folder, folders, files in os.walk(root):
        found |= {_identity(Path(folder) / name) for name in (*folders, *files)}
    return found


def _identity(path: Path) -> tuple[int, int]:
    status = path.lstat()
    return status.st_dev, status.st_ino


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _active and event in _TOUCHES and not isinstance(arguments[0], int):
        for watch in _active:
            watch.names.append(str(arguments[0]))


sys.addaudithook(_hear)


@contextmanager
def watching() -> Iterator[Watch]:
    watch = Watch()
    really = os.open

    def watched(*arguments: Any, **options: Any) -> int:
        watch.opened += 1
        handle = really(*arguments, **options)
        status = os.fstat(handle)
        watch.files.append((status.st_dev, status.st_ino))
        return handle

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", watched)
        _active.append(watch)
        try:
            yield watch
        finally:
            _active.remove(watch)
