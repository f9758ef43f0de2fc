"""Work in a thread and an event loop of its own, so that it ends the moment somebody wants it to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from inspector.engine.summariser import SummaryFailed

T = TypeVar("T")

CANCELLED = "cancelled"
POLL = 0.2
"""Seconds after which a waiting main thread looks up, so that ctrl+c reaches it on every system."""
PARTING = 0.1
"""Seconds that cancelled work is given to close its connection before it is left to itself."""


class Running(Generic[T]):
    """One piece of work. Whatever it does (imports, connects, reads, waits), `cancel` ends the wait for it at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[T] | None = None
        self._cancelled = False
        self._values: list[T] = []
        self._failure: SummaryFailed | None = None

    def cancel(self) -> None:
        """End the work, from any thread, before it began or while it runs. Afterwards nothing more is sent."""
        with self._lock:
            self._cancelled = True
            if self._loop is not None and self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)
            self._over.set()

    def result(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do the work and wait for it. Raises SummaryFailed, with nothing of the work's own errors attached to it."""
        thread = threading.Thread(target=self._run, args=(work,), name="summary", daemon=True)
        thread.start()
        try:
            while not self._over.wait(POLL):
                pass
        except BaseException:
            self.cancel()
            raise
        if self._cancelled:
            thread.join(PARTING)
            raise SummaryFailed(CANCELLED)
        if self._failure is not None:
            raise _bare(self._failure)
        return self._values[0]

    def _run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> None:
        loop = asyncio.new_event_loop()
        try:
            if self._begin(loop, work) is not None:
                self._values.append(loop.run_until_complete(self._task))  # type: ignore[arg-type]
        except SummaryFailed as failure:
            self._failure = failure
        except asyncio.CancelledError:
            self._failure = SummaryFailed(CANCELLED)
        except BaseException as error:
            self._failure = SummaryFailed(f"the summariser itself went wrong ({type(error).__name__})")
        finally:
            self._end(loop)

    def _begin(
        self, loop: asyncio.AbstractEventLoop, work: Callable[[], Coroutine[Any, Any, T]]
    ) -> asyncio.Task[T] | None:
        with self._lock:
            if self._cancelled:
                return None
            self._loop, self._task = loop, loop.create_task(work())
            return self._task

    def _end(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            self._loop = self._task = None
        try:
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            loop.close()
            self._over.set()


def _bare(failure: SummaryFailed) -> SummaryFailed:
    """The failure without the errors and frames behind it: they hold headers."""
    failure.__cause__ = failure.__context__ = None
    return failure.with_traceback(None)
