"""How sure the provider's tokens of the view are: in a long session that takes a walk over blocks, which no key waits for."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.engine import Plan
from inspector.long_work import Cancelled
from inspector.tui import replays
from inspector.tui.provider_sizes import is_open, learn
from inspector.tui.screens.background import Background


class Learning(Background):
    """A thread works the interval of the present view out; it is given up when another view is asked for."""

    @dataclass
    class Learned(Message):
        """The interval of a view is known by now."""

        plan: Plan

    _learning: Plan | None = None

    def learn_interval(self) -> None:
        """Begin, unless it is known."""
        session = self.session
        plan = session.plan() if session is not None else None
        if session is not None and plan is not None and is_open(plan, session.request):
            self._learning = plan
            self._learn(plan, session.request)

    def forget_interval(self) -> None:
        """Another view is asked for."""
        if self._learning is not None:
            self._learning = None
            self.workers.cancel_group(self, "interval")

    @work(thread=True, exclusive=True, group="interval", exit_on_error=False, description="interval")
    def _learn(self, plan: Plan, request: int) -> None:
        worker = get_current_worker()
        try:
            learn(plan, request, replays.resting(lambda: worker.is_cancelled, self._lull))
        except Cancelled:
            return
        self.post_message(self.Learned(plan))

    @on(Learned)
    def take_interval(self, event: Learned) -> None:
        """Show it, if that view is still in sight."""
        if self._learning is event.plan:
            self._learning = None
            self.interval_known()

    def interval_known(self) -> None:
        """How sure the sizes of the present view are is known."""
        raise NotImplementedError
