"""Telling of work that takes a while, with how far it is; escape gives it up."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.timer import Timer
from textual.worker import Worker, WorkerState

from inspector.tui.parts import Part
from inspector.tui.screens.stage import Stage
from inspector.tui.tasks import PATIENCE, Task, Tasks


class Working(Stage):
    """The tasks of the screen. The status line tells of the newest that takes longer than a moment."""

    _telling: Timer | None = None
    _tasks: Tasks | None = None

    @property
    def tasks(self) -> Tasks:
        if self._tasks is None:
            self._tasks = Tasks()
        return self._tasks

    def start_task(self, group: str, what: str, asked: bool = True, stop: Callable[[], None] | None = None) -> Task:
        """Work begins in a group of threads; given up, the group is cancelled, or `stop` is called."""
        task = self.tasks.begin(group, what, stop or (lambda: self._stop_group(group)), asked)
        if self._telling is None:
            self._telling = self.set_interval(PATIENCE, self._tell_tasks)
        return task

    def _stop_group(self, group: str) -> None:
        self.workers.cancel_group(self, group)

    def end_task(self, group: str, task: Task | None = None) -> None:
        """Work is over, however it ended."""
        self.tasks.end(group, task)
        self._tell_tasks()

    @on(Worker.StateChanged)
    def worker_ended(self, event: Worker.StateChanged) -> None:
        """A thread failed or was stopped: nothing is told of it any more."""
        if event.state in (WorkerState.ERROR, WorkerState.CANCELLED):
            self.tasks.end_of(event.worker)
            self._tell_tasks()

    def give_up(self, asked: bool = True) -> bool:
        """Give up what the status line tells of, if it is waited for (`asked`); False when there is nothing to give up."""
        what = self.tasks.give_up(asked)
        if what:
            self._tell_tasks()
            self.say(f"given up: {what}")
        return bool(what)

    def task_told(self) -> list[Part]:
        """What the status line says of it."""
        task = self.tasks.shown()
        return [Part(f"{task.told}  esc gives up  ", "accent", 9)] if task is not None else []

    def _tell_tasks(self) -> None:
        if self._telling is not None and not self.tasks:
            self._telling.stop()
            self._telling = None
        self.status_changed()
