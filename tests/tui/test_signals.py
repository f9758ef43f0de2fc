"""Ended from outside, on a real terminal: the terminal is restored, and the exit code is the one that shells give."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 90.0
"""Seconds after which the program is given up: far more than a busy machine needs."""
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")
"""Back from the other screen, the pointer of the terminal seen again, the mouse the terminal's own."""
SHOWN = b"soft threshold"


def start(path: Path) -> tuple[int, int]:
    """The app on a terminal of its own; process and terminal."""
    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover
        os.environ |= {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
        command = [sys.executable, "-m", "inspector", str(path), "--policy", "workbuddy-s14"]
        os.execv(sys.executable, command)
    return pid, terminal


def read(terminal: int, until: bytes = b"") -> bytes:
    """What is written to the terminal up to some words; without words, all of it."""
    found, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end and not (until and until in found):
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                break
            if not chunk:
                break
            found += chunk
    return found


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_app_and_restores_the_terminal(
    samples: dict[str, Path], sent: signal.Signals, code: int
) -> None:
    pid, terminal = start(samples["re-reads"])
    try:
        assert SHOWN in read(terminal, SHOWN)
        os.kill(pid, sent)
        rest = read(terminal)
        assert all(sign in rest for sign in RESTORED)
        assert b"Traceback" not in rest
        _, status = os.waitpid(pid, 0)
        pid = 0
        assert os.waitstatus_to_exitcode(status) == code
    finally:
        os.close(terminal)
        if pid:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
