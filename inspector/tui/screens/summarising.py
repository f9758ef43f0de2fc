"""Summaries from the main screen: the summary room, who writes them, and making those that are not made yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events, on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.terminal_text import clip
from inspector.tui import left, replays, whole
from inspector.tui.screens.working import Working
from inspector.tui.session import Session
from inspector.tui.tasks import Task

if TYPE_CHECKING:
    from inspector.tui.screens.room_stage import Left
    from inspector.tui.summaries.gathering import Asked
    from inspector.tui.summaries.making import Estimate, Job, Making

# What audits, asks or keeps summaries is not read before somebody wants that: opening a session goes without it.


class Summarising(Working):
    """Nobody outside is ever asked without a question before it."""

    @dataclass
    class Estimated(Message):
        """What making the open summaries takes."""

        session: Session
        job: Job
        estimate: Estimate
        task: Task

    @dataclass
    class Made(Message):
        """They are made, or something ended it."""

        session: Session
        making: Making
        task: Task

    _making: Making | None = None
    """The one that is under way: there is never a second one beside it."""

    def action_summary(self) -> None:
        """The newest summary up to here, beside what it replaces."""
        from inspector.tui.screens.summary_room import SummaryRoom

        session = self.session
        if session is not None:
            self.enter_room(SummaryRoom(asked(session), whole.summaries(session)), self.room_left)

    def room_left(self, way: Left) -> bool:
        """Take over what was made, and go to the block that was asked for: that is answered."""
        session = self.session
        if session is None:
            return False
        if way.made:
            session.renew()
            self.changed()
        if way.block:
            self._go_to_block(session, way)
        return bool(way.block)

    def _go_to_block(self, session: Session, way: Left) -> None:
        shape = session.transcript.structure
        block = next((place for place in range(len(shape.blocks)) if shape.name(place) == way.block), None)
        if block is not None:
            self.go_to(way.request, block)

    # ---------------------------------------------------------------- who writes them

    def action_summariser(self) -> None:
        """Ask who is to write the summaries; where some are not made yet, whether to make them."""
        from inspector.tui.screens.summarisers import Summarisers

        session = self.session
        if session is not None:
            dialog = Summarisers(
                "Who writes the summaries", session.author, left.last_summariser(), session.open_summaries
            )
            self.app.push_screen(dialog, self._chosen_summariser)

    def _chosen_summariser(self, spec: str | None) -> None:
        from inspector.tui.screens.summarisers import MAKE

        session = self.session
        if spec is None or session is None:
            return
        if spec == MAKE:
            self.make_open()
            return
        left.chose_summariser(spec)
        name = clip(spec, 60)
        if not session.summarise_by(spec):
            self.say(f"{name} writes the summaries already")
            return
        self.stop_making()
        self.changed()
        if replays.summarises(session.policy):
            self.say(f"summaries by {name} from now on")
        else:
            self.say(f"summaries by {name} from now on; this policy makes none: choose another one with p")

    # ---------------------------------------------------------------- making them

    def make_open(self) -> None:
        """Find out what it takes; the question follows."""
        from inspector.tui.summaries.making import Job

        session = self.session
        if session is None or session.policy is None or self._is_making():
            return
        job = Job(session.transcript, session.policy, session.durable, session.author, session.open_summaries)
        task = self.start_task("estimate", "finding out what the summaries take")
        task.worker = self._weigh_summaries(session, job, task)

    @work(thread=True, exclusive=True, group="estimate", exit_on_error=False, description="estimate")
    def _weigh_summaries(self, session: Session, job: Job, task: Task) -> None:
        from inspector.tui.summaries.making import estimated

        worker = get_current_worker()
        found = estimated(job, replays.resting(lambda: worker.is_cancelled))
        if found is not None and not worker.is_cancelled:
            self.post_message(self.Estimated(session, job, found, task))

    @on(Estimated)
    def take_estimate(self, event: Estimated) -> None:
        """The question; without a yes nobody is asked."""
        from inspector.tui.screens.spend import Spend
        from inspector.tui.summaries import costs

        self.end_task("estimate", event.task)
        estimate, job = event.estimate, event.job
        if event.session is not self.session or job.spec != event.session.author:
            return
        if estimate.trouble or not estimate.count:
            self.say(estimate.trouble or "every summary is made already", bad=bool(estimate.trouble))
            return
        many = "1 summary" if estimate.count == 1 else f"{estimate.count:,} summaries, one after another"
        dialog = Spend(job.spec, f"For {many}:", costs.series(estimate.known, estimate.count), costs.where(job.spec))
        self.app.push_screen(dialog, lambda yes: self._make_now(event.session, job, estimate.count) if yes else None)

    def _make_now(self, session: Session, job: Job, count: int) -> None:
        """The person said yes."""
        from inspector.tui.summaries.making import Making

        if self._is_making():
            return

        what = f"{clip(job.spec, 40)} writes the summaries"

        def progress(done: int) -> None:
            task.what = f"{what}, {done:,} of {count:,}"

        self._making = making = Making(job.through("make"), progress)
        task = self.start_task("make", f"{what}, 0 of {count:,}", stop=making.stop)
        task.worker = self._write_summaries(session, job, making, task)

    @work(thread=True, exclusive=True, group="make", exit_on_error=False, description="make")
    def _write_summaries(self, session: Session, job: Job, making: Making, task: Task) -> None:
        from inspector.tui.summaries.making import make

        worker = get_current_worker()
        try:
            make(job, making, lambda: worker.is_cancelled or bool(making.failure))
        finally:
            self.post_message(self.Made(session, making, task))

    def _is_making(self) -> bool:
        """Whether summaries are being written; it is said, then."""
        if self._making is not None:
            self.say("summaries are being written: esc gives them up")
        return self._making is not None

    @on(events.Unmount)
    def stop_making(self) -> None:
        """The program ends, or another one is to write them: nobody is asked any more."""
        if self._making is not None:
            self._making.stop()
            self._making = None
            self.tasks.end("make")

    @on(Made)
    def take_made(self, event: Made) -> None:
        """Show the views with them; what failed stays as it was, and why is said."""
        self.end_task("make", event.task)
        if event.session is self.session and event.making.made:
            event.session.renew()
            self.changed()
        if event.making is self._making:
            self._making = None
            self.say(event.making.said())


def asked(session: Session) -> Asked:
    """The session as it is now."""
    from inspector.tui.summaries.gathering import Asked

    return Asked(
        session.transcript, session.policy, session.summariser, session.durable, session.request, session.author
    )
