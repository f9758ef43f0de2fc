"""What of a file is wanted, and how a part of one is addressed: `store.db#ses_1`."""

from __future__ import annotations

import os
from typing import NamedTuple

MARK = "#"
"""Stands between a file and one of the sessions in it."""


class Choice(NamedTuple):
    """A branch, by its leaf; a subagent's conversation; one of several sessions in one file. None: the newest, the main one."""

    leaf: str | None = None
    sidechain: str | None = None
    part: str | None = None


def path_of(address: str) -> str:
    """The file of an address."""
    return divided(address)[0]


def divided(address: str) -> tuple[str, str | None]:
    """A path and the part behind the last `#`. A file whose name has a `#` is that file."""
    path, mark, part = address.rpartition(MARK)
    if not mark or not path or not part or os.path.lexists(address):
        return address, None
    return (path, part) if os.path.isfile(path) else (address, None)
