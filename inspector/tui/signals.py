"""Signals from outside end the app as it ends by itself: with the terminal restored, and the exit code that shells give."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
SHELL = 128
"""What shells add to the number of a signal that ended a program."""

Handlers = dict[int, Any]


def catch(leave: Callable[[int], None]) -> Handlers:
    """Let signals call `leave` with the exit code; what they did before. A second one does what it did before, at once.

    Only the main thread can do that; from any other, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    loop = asyncio.get_running_loop()
    before: Handlers = {number: signal.getsignal(number) for number in ENDING}

    def ended(number: int, _: FrameType | None) -> None:
        release(before)
        loop.call_soon_threadsafe(leave, SHELL + number)

    for number in ENDING:
        signal.signal(number, ended)
    return before


def release(before: Handlers) -> None:
    """Leave signals as they were."""
    for number, handler in before.items():
        if handler is not None:
            signal.signal(number, handler)
