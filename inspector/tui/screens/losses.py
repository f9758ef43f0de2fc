"""From loss to loss: the requests at which something that a person typed leaves the views."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from inspector.analysis.losing import Losing, losing
from inspector.engine import Replay, Row
from inspector.tui import replays
from inspector.tui.curve import loss_marks
from inspector.tui.screens.working import Working
from inspector.tui.tasks import Task
from inspector.tui.widgets.timeline_marks import MarkList

SOON = 0.3
"""Seconds without a change after which losses are looked for."""


class Losses(Working):
    """Looks through the session for losses, beside the keys, and goes from one to the next."""

    @dataclass
    class LossesFound(Message):
        """All losses of a replay."""

        replay: Replay
        found: list[Losing]
        marks: MarkList
        task: Task

    losses: Sequence[Losing] = ()
    """Of the replay that they were looked for in, by request; of no use with another."""
    marks_of_losses = MarkList()
    """The same for the timeline."""
    losses_of: Replay | None = None
    _looking_for: Replay | None = None
    _wanted_loss = 0
    """The direction in which the person wants to go as soon as losses are known; 0: none."""
    _losses_due: Timer | None = None

    def look_for_losses(self) -> None:
        """Totals are in: look for losses when nothing else was asked for a moment."""
        if self._losses_due is not None:
            self._losses_due.stop()
        self._losses_due = self.set_timer(SOON, self._start_losses)

    def forget_losses(self) -> None:
        """Another policy or session: what is being looked for is of no use."""
        self.workers.cancel_group(self, "losses")
        self._looking_for, self._wanted_loss = None, 0

    def _start_losses(self) -> None:
        session = self.session
        known = session is not None and session.replay in (self.losses_of, self._looking_for)
        if session is None or known or self.totals_of is not session.replay:
            return
        self._looking_for = session.replay
        task = self.start_task("losses", "looking for losses of typed text", asked=bool(self._wanted_loss))
        task.worker = self._look_for_losses(session.replay, self.totals, task)

    @work(thread=True, exclusive=True, group="losses", exit_on_error=False, description="losses")
    def _look_for_losses(self, replay: Replay, rows: Sequence[Row], task: Task) -> None:
        worker = get_current_worker()
        found = losing(replay, rows, replays.resting(lambda: worker.is_cancelled), task.progress)
        if found is not None:
            self.post_message(self.LossesFound(replay, found, loss_marks(found), task))

    @on(LossesFound)
    def take_losses(self, event: LossesFound) -> None:
        """Mark them; go to the next one, if that was asked for."""
        self.end_task("losses", event.task)
        session = self.session
        if session is None or event.replay is not session.replay:
            return
        self.losses, self.marks_of_losses = event.found, event.marks
        self.losses_of, self._looking_for = event.replay, None
        self.losses_known()
        if self._wanted_loss:
            self.action_lost(self._wanted_loss)

    def losses_known(self) -> None:
        """Losses were looked for: mark them."""
        raise NotImplementedError

    def action_lost(self, direction: int) -> None:
        """The next (or previous) request at which typed text leaves the views."""
        session = self.session
        if session is None:
            return
        self._wanted_loss = 0
        if self.losses_of is not session.replay:
            self._wanted_loss = direction
            self._looking_for = None
            self._start_losses()
            return
        find = bisect_right if direction > 0 else bisect_left
        at = find(self.losses, session.request, key=lambda one: one.request) - (direction < 0)
        if 0 <= at < len(self.losses):
            self._show_loss(at)
        else:
            where = f"{'after' if direction > 0 else 'before'} request {session.request:,}"
            self.say(f"no typed text is lost {where}" if self.losses else "no typed text is lost in this session")

    def _show_loss(self, at: int) -> None:
        """To the request of one of them, with the lost text in sight."""
        session, loss = self.session, self.losses[at]
        assert session is not None
        session.go(loss.request)
        session.step = None
        names = [session.transcript.structure.name(block) for block in loss.blocks]
        more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
        place = f"{at + 1:,} of {len(self.losses):,} requests that lose typed text"
        self.said = f"{place}: {names[0]}{more}, by {loss.layer or 'the agent'} · m next · M previous"
        self.moved()
        self.block_wanted(loss.blocks[0])
