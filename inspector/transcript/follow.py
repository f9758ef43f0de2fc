"""Following the file of an open session: what happened to it since the last look, and what the program made of that.

One look reads at most `STEP` bytes that are new. Nothing here waits and nothing here knows a screen.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from threading import Lock
from typing import Literal, NamedTuple

from inspector.phrases import counted
from inspector.transcript.errors import TranscriptError
from inspector.transcript.growing import Growing, load_growing
from inspector.transcript.model import Transcript
from inspector.transcript.opening import trouble
from inspector.transcript.prints import Prints

STEP = 8 << 20
"""Bytes that one look takes at the most, so that much at once arrives in pieces."""
RECENT = 36 * 3600
"""Seconds since the last change within which an agent may still be writing."""

What = Literal["same", "grown", "anew", "gone", "empty", "unreadable"]


class News(NamedTuple):
    """What a look gave: the transcript, if it is another one; what happened and what was done about it, if that is to be told."""

    what: What
    transcript: Transcript | None = None
    text: str = ""
    more: bool = False
    """There is more to read at once."""


SAME = News("same")


class Follower:
    """Follows one file. A second thread that looks waits for the first."""

    def __init__(self, path: str, growing: Growing | None, size: int | None = None) -> None:
        """`size`: bytes that were read, where there is no reader that knows; None: all that is there now."""
        self.path = path
        self.name = Path(path).name
        self._growing = growing
        self._handle = -1
        self._size = 0
        """Bytes that were read."""
        self._prints = Prints()
        self._told = ""
        """The trouble that was told last; empty while all is well."""
        self._failed: tuple[int, int, int] | None = None
        """The file as it was when it could not be loaded: it is not tried again before it changes."""
        self._lock = Lock()
        self._open(growing.size if growing is not None else size)

    def close(self) -> None:
        """Give the file back. Harmless twice."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __del__(self) -> None:
        self.close()

    def look(self) -> News:
        """What happened since the last look. Never raises for what a file can do."""
        with self._lock:
            return self._look()

    def _look(self) -> News:
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            return self._trouble(
                "gone", "was deleted: what is shown is what was read, and it is loaded again when it comes back"
            )
        except (OSError, ValueError) as error:
            return self._unreadable(trouble(error))
        try:
            return self._compare(there)
        except OSError as error:
            return self._unreadable(trouble(error))

    # ---------------------------------------------------------------- what happened

    def _compare(self, there: os.stat_result) -> News:
        if self._handle < 0:
            return self._anew("can be read again", there)
        if not os.path.samestat(there, os.fstat(self._handle)):
            came_back = self._told and "deleted" in self._told
            return self._anew("is there again" if came_back else "was replaced by another file", there)
        if there.st_size < self._size:
            return self._anew(f"became shorter ({self._size:,} → {there.st_size:,} bytes)", there)
        if not self._prints.hold(self._handle):
            return self._anew("was rewritten", there)
        if there.st_size == self._size:
            return self._well()
        return self._read_on(there)

    def _read_on(self, there: os.stat_result) -> News:
        if self._growing is None:
            return self._anew("", there)
        fresh = os.pread(self._handle, min(STEP, there.st_size - self._size), self._size)
        found = self._growing.take(fresh)
        if found is None:
            return self._anew("", there)
        self._size += len(fresh)
        self._prints.extend(self._handle, self._size)
        self._told = ""
        return News("grown", found, more=self._size < there.st_size)

    def _well(self) -> News:
        """Nothing happened; a trouble that was told is over."""
        if not self._told:
            return SAME
        self._told = ""
        return News("same", text=f"{self.name} is there again, and unchanged")

    # ---------------------------------------------------------------- what is done about it

    def _anew(self, why: str, there: os.stat_result) -> News:
        """Load the file again. Where that fails, what was read stays."""
        sign = (there.st_mtime_ns, there.st_size, there.st_ino)
        if sign == self._failed:
            return SAME
        try:
            found, growing = load_growing(self.path)
        except TranscriptError as error:
            self._failed = sign
            reason = str(error).removeprefix(f"{self.path}: ")
            empty = stat.S_ISREG(there.st_mode) and not there.st_size
            return self._unreadable(reason, why, "empty" if empty else "unreadable")
        self._failed, self._told, self._growing = None, "", growing
        self._open(growing.size if growing is not None else None)
        return News("anew", found, f"{self.name} {why}, loaded anew: {_messages(found)}" if why else "")

    def _unreadable(self, reason: str, why: str = "", what: What = "unreadable") -> News:
        happened = f"{why}, and it cannot be loaded" if why else "cannot be read"
        return self._trouble(
            what,
            f"{happened} ({reason}): what is shown is what was read before; it is tried again when it changes",
        )

    def _trouble(self, what: What, text: str) -> News:
        """Say it once."""
        if text == self._told:
            return SAME
        self._told = text
        return News(what, text=f"{self.name} {text}")

    def _open(self, size: int | None) -> None:
        """Hold the file that was read: as long as it is open, no other can have its number."""
        self.close()
        try:
            self._handle = os.open(self.path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
            self._size = os.fstat(self._handle).st_size if size is None else size
            self._prints = Prints()
            self._prints.extend(self._handle, self._size)
        except OSError:
            self.close()


def _messages(transcript: Transcript) -> str:
    count = len(transcript.messages)
    return counted(count, "message")


def is_live(path: str, now: float) -> bool:
    """Whether a file changed so recently that its agent may go on writing it."""
    try:
        return now - os.stat(path).st_mtime < RECENT
    except (OSError, ValueError):
        return False
