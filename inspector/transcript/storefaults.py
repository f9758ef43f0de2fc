"""What a store says when it has nothing to give: always a reason without a path, an address or a key in it."""

from __future__ import annotations

import errno

_LINK = frozenset({errno.ELOOP, errno.EMLINK})
_NOTHING = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ESTALE})


class StoreFault(Exception):
    """The object cannot be had. Its text is the reason."""


class Missing(StoreFault):
    """It is not there, or no longer."""


class Denied(StoreFault):
    """It may not be read: a permission, or the boundary of its owner."""


class Damaged(StoreFault):
    """What came is not the whole object, or not an object that can be read."""


class LinkMet(OSError):
    """A component of the path is a link."""

    def __init__(self) -> None:
        super().__init__(errno.ELOOP, "a link")


def fault_of(error: OSError | ValueError) -> StoreFault:
    """What an error of the file system means for evidence."""
    code = error.errno if isinstance(error, OSError) else None
    if code in _LINK:
        return Denied("a link is not followed")
    if isinstance(error, PermissionError):
        return Denied("no permission to read it")
    if code in _NOTHING:
        return Missing("there is no such file")
    reason = error.strerror if isinstance(error, OSError) else None
    return Missing(f"it could not be read ({(reason or 'no reason given').lower()})")
