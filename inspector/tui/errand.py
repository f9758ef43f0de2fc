"""What a thread is sent to do, once: when it is done, nothing of it is held any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.dom import DOMNode
from textual.worker import Worker


class Errand:
    """A function to be called once.

    A worker that is over lies in a circle of references (its task, the task's context), and whatever its function holds
    would be freed by a collection of garbage alone: whole replays, which takes a second of standing still.
    """

    def __init__(self, function: Callable[[], Any]) -> None:
        self._function: Callable[[], Any] | None = function

    def __call__(self) -> Any:
        function, self._function = self._function, None
        return function() if function is not None else None


class Errands(DOMNode):
    """A screen or widget whose threads let go of their work. Stands last among the bases: the first one names the style."""

    def run_worker(self, work: Any, *args: Any, **named: Any) -> Worker[Any]:
        """As Textual has it; a thread that is over holds nothing of its work."""
        if named.get("thread") and callable(work):
            work = Errand(work)
        return super().run_worker(work, *args, **named)
