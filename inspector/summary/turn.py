"""Turns among programs: whoever asks for something holds a file that the system lets go of when it is gone."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from inspector.summary.private_file import private_folder

try:
    import fcntl
except ImportError:  # a system without such locks: everybody asks for himself
    fcntl = None  # type: ignore[assignment]

TURN = ".turn"
"""How the name of the file ends that says whose turn it is."""
TICK = 0.05
"""Seconds between two looks at whether it is one's turn."""
LONGEST = 660.0
"""Seconds that somebody else is waited for; then one goes on without a turn."""
_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def turn(
    path: Path, over: Callable[[], bool], waiting: Callable[[], None] = lambda: None, longest: float = LONGEST
) -> Iterator[None]:
    """Alone among all programs, or without a turn where that cannot be had: `over` by then, `longest` gone, no such lock.

    `waiting` is called once when somebody else has it. The file is gone afterwards; one that a crash leaves holds up nobody.
    """
    held = _held(path, over, waiting, time.monotonic() + longest)
    try:
        yield
    finally:
        if held is not None:
            _let_go(path, held)


def _held(path: Path, over: Callable[[], bool], waiting: Callable[[], None], end: float) -> int | None:
    """The open file, locked; None where the turn cannot be had."""
    told = False
    while not over():
        try:
            held, busy = _tried(path)
        except OSError:  # such a folder knows no locks, or may not be written
            return None
        if held is not None or (busy and time.monotonic() > end):
            return held
        if busy:
            if not told:
                waiting()
            told = True
            time.sleep(TICK)
    return None


def _tried(path: Path) -> tuple[int | None, bool]:
    """The open file, if it is locked now; else whether somebody else has it. Raises `OSError`."""
    if fcntl is None:
        raise OSError("no locks")
    private_folder(path.parent)
    file = os.open(path, _OPEN, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if _is(path, file):
            return file, False
    except BlockingIOError:
        os.close(file)
        return None, True
    except BaseException:
        os.close(file)
        raise
    os.close(file)  # who had it before took the file away: the next look makes a new one
    return None, False


def _let_go(path: Path, file: int) -> None:
    with contextlib.suppress(OSError):
        if _is(path, file):
            path.unlink()
    os.close(file)


def _is(path: Path, file: int) -> bool:
    """Whether the open file is still the one of that name."""
    try:
        return os.path.samestat(os.stat(path, follow_symlinks=False), os.fstat(file))
    except FileNotFoundError:
        return False
