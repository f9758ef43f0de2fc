"""Running a program: what it is given, what it says, and an end to it and to all that it started, whatever it does."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

TICK = 0.02
"""Seconds between two looks at whether it is over, or is to be."""
GRACE = 0.4
"""Seconds that a program has to end by itself after it was asked to."""
DRAIN = 0.3
"""Seconds that output may still come after the program is over: something that it started may hold the pipe open."""
PIECE = 65_536
ERRORS = 8_000
"""Bytes of its last errors that are remembered."""


class Ended(NamedTuple):
    """How it ended: its exit code (negative: the signal), its output, and the last of its errors."""

    code: int
    out: bytes
    err: bytes


class Halted(Exception):
    """It was ended before its time: `why` is `cancelled`, `timeout` or `too large`; `err` the last of its errors."""

    def __init__(self, why: str, err: bytes) -> None:
        super().__init__(why)
        self.why, self.err = why, err


def look_for(program: str, environ: Mapping[str, str] | None = None) -> None:
    """Whether it is there to be run, where the system would look for it. Raises `OSError`, as starting it would."""
    folders = [""] if os.path.dirname(program) else os.get_exec_path(environ)
    files = [os.path.join(folder, program) for folder in folders]
    if any(os.path.isfile(file) and os.access(file, os.X_OK) for file in files):
        return
    raise (PermissionError if any(os.path.exists(file) for file in files) else FileNotFoundError)(program)


def run(
    words: Sequence[str],
    data: bytes,
    *,
    environ: Mapping[str, str] | None = None,
    seconds: float,
    most: int,
    cancelled: Callable[[], bool],
) -> Ended:
    """Run a program, without a shell, in a process group of its own. Raises `OSError` when it cannot start, and `Halted`.

    `most` bytes of output are taken at the most. When this returns or raises, by whatever, nothing of its group runs.
    """
    pipe = subprocess.PIPE
    started = subprocess.Popen(
        words, stdin=pipe, stdout=pipe, stderr=pipe, env=environ, bufsize=0, start_new_session=True
    )
    talk: _Talk | None = None
    try:  # from here on: whoever is interrupted while it starts leaves nothing behind either
        talk = _Talk(started, data, most)
        talk.listen(time.monotonic() + seconds, cancelled)
    finally:
        code = _end(started)
        if talk is not None:
            talk.close()
    return Ended(code, bytes(talk.out), bytes(talk.err))


class _Talk:
    """The three pipes, none of which may hold up another."""

    def __init__(self, started: subprocess.Popen[bytes], data: bytes, most: int) -> None:
        self._started, self._data, self._most = started, memoryview(data), most
        self.out, self.err = bytearray(), bytearray()
        self._pipes = selectors.DefaultSelector()
        for pipe, event in ((started.stdin, 2), (started.stdout, 1), (started.stderr, 1)):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
            self._pipes.register(pipe, event)

    def listen(self, deadline: float, cancelled: Callable[[], bool]) -> None:
        """Write and read until the program is over and has said everything. Raises `Halted`."""
        over, quiet = 0.0, False
        while not (over and self._has_said_all(over, quiet)):
            if cancelled():
                raise Halted("cancelled", bytes(self.err))
            if not over and time.monotonic() > deadline:
                raise Halted("timeout", bytes(self.err))
            ready = self._pipes.select(TICK)
            for key, _ in ready:
                self._move(key)
            quiet = not ready
            over = over or (time.monotonic() if _is_over(self._started) else 0.0)

    def _has_said_all(self, over: float, quiet: bool) -> bool:
        """Whether nothing more is to come from a program that is over: its pipes are closed, or somebody else holds them."""
        late = time.monotonic() - over
        return not self._reading() or (quiet and late > DRAIN) or late > 10 * DRAIN

    def close(self) -> None:
        self._pipes.close()
        for pipe in (self._started.stdin, self._started.stdout, self._started.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _reading(self) -> bool:
        return any(key.events & selectors.EVENT_READ for key in self._pipes.get_map().values())

    def _move(self, key: selectors.SelectorKey) -> None:
        with contextlib.suppress(BlockingIOError):
            if key.fileobj is self._started.stdin:
                self._write(key.fd)
            else:
                self._read(key)

    def _write(self, fd: int) -> None:
        """Write on. A program need not read what it is given."""
        try:
            self._data = self._data[os.write(fd, self._data[:PIECE]) :]
        except BrokenPipeError:
            self._data = self._data[:0]
        if not self._data and (stdin := self._started.stdin) is not None:
            self._pipes.unregister(stdin)
            stdin.close()

    def _read(self, key: selectors.SelectorKey) -> None:
        piece = os.read(key.fd, PIECE)
        if not piece:
            self._pipes.unregister(key.fileobj)
        elif key.fileobj is self._started.stderr:
            self.err += piece
            del self.err[:-ERRORS]
        else:
            self.out += piece
            if len(self.out) > self._most:
                raise Halted("too large", bytes(self.err))


def _is_over(started: subprocess.Popen[bytes]) -> bool:
    """Whether it has ended; where that is possible it is not taken off the system's list, so that its number stays its own."""
    if started.returncode is not None:
        return True
    if not hasattr(os, "waitid"):
        return started.poll() is not None
    try:
        return os.waitid(os.P_PID, started.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:  # somebody else collected it
        return True


def _end(started: subprocess.Popen[bytes]) -> int:
    """End everything in its group, first kindly; its exit code."""
    if not _is_over(started):
        _signal(started, signal.SIGTERM)
        until = time.monotonic() + GRACE
        while not _is_over(started) and time.monotonic() < until:
            time.sleep(TICK)
    _signal(started, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):  # the system itself holds it
        started.wait(GRACE)
    return -signal.SIGKILL if started.returncode is None else started.returncode


def _signal(started: subprocess.Popen[bytes], number: int) -> None:
    """To the whole group, which the program leads. A group in which nobody is left is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(started.pid, number)
