"""Work that goes on beside the keys: what it is, how far it is, how it is given up. No Textual here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

PATIENCE = 0.2
"""Seconds before work is shown that the person asked for and waits for."""
BESIDE = 1.0
"""Seconds before work is shown that goes on beside: it should not flicker through the line that people read."""


@dataclass(slots=True)
class Task:
    """One piece of work. Its thread sets `done` and `of`, the screen reads them."""

    what: str
    stop: Callable[[], None]
    asked: bool = True
    """The person waits for it; else it goes on beside, and is given up only when there is nothing else to leave."""
    clock: Callable[[], float] = time.monotonic
    done: int = 0
    of: int = 0
    worker: object = None
    """The thread that does it."""
    since: float = field(init=False)

    def __post_init__(self) -> None:
        self.since = self.clock()

    def progress(self, done: int, of: int) -> None:
        """So much of it is done."""
        self.done, self.of = done, of

    @property
    def told(self) -> str:
        """`counting 41 MB … 37 %`."""
        share = f" {100 * min(self.done, self.of) // self.of} %" if self.of else ""
        return f"{self.what} …{share}"

    @property
    def long(self) -> bool:
        """It has taken so long that it must be told."""
        return self.clock() - self.since >= (PATIENCE if self.asked else BESIDE)


class Tasks:
    """What is under way, by group; the newest of a group stands for all of it."""

    def __init__(self) -> None:
        self._tasks: dict[str, Task] = {}

    def begin(self, group: str, what: str, stop: Callable[[], None], asked: bool = True) -> Task:
        """Something begins. What was under way in that group is over."""
        self._tasks.pop(group, None)
        task = self._tasks[group] = Task(what, stop, asked)
        return task

    def end(self, group: str, task: Task | None = None) -> None:
        """It is over: whatever the group does, or this one task if it still is the group's."""
        if task is None or self._tasks.get(group) is task:
            self._tasks.pop(group, None)

    def end_of(self, worker: object) -> None:
        """A thread ended without saying so."""
        self._tasks = {group: task for group, task in self._tasks.items() if task.worker is not worker}

    def shown(self) -> Task | None:
        """The newest that has taken long enough to be told, one that is waited for before others."""
        long = [task for task in reversed(self._tasks.values()) if task.long]
        return next((task for task in long if task.asked), long[0] if long else None)

    def give_up(self, asked: bool) -> str:
        """End the one that is shown (`asked`: if somebody waits for it); what it was, or nothing."""
        task = self.shown()
        if task is None or (asked and not task.asked):
            return ""
        self._tasks = {group: other for group, other in self._tasks.items() if other is not task}
        task.stop()
        return task.what

    def __bool__(self) -> bool:
        return bool(self._tasks)
