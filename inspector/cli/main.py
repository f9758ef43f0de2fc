"""The entry point of the distribution. Everything else is imported within it, so that Ctrl-C ends the program quietly
while it still starts.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

SHELL = 128
"""What shells add to the number of a signal that ended a program."""
INTERRUPTED = SHELL + signal.SIGINT
"""The exit code after Ctrl-C, as shells give it."""
ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Run the command line, and end with its exit code."""
    try:
        end_in_order()
        from inspector.cli.program import cli

        cli.main(args=None if argv is None else list(argv))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def end_in_order() -> None:
    """Let the signals that end a program end it as Ctrl-C does: whatever it started is ended with it.

    Who ignores one, such as `nohup`, goes on ignoring it.
    """
    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, _ended)


def _ended(number: int, _: FrameType | None) -> NoReturn:
    for each in ENDING:
        signal.signal(each, signal.SIG_IGN)  # once is enough: what is being ended is to be ended whole
    sys.exit(SHELL + number)
