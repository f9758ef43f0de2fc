"""Work on an open session that may take longer than a key press: views, totals, exact counts, heights of many rows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from textual import events, on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import Worker, WorkerState, get_current_worker

from inspector.engine import Certificate, Replay, Row
from inspector.long_work import Cancelled
from inspector.policy.model import Policy
from inspector.tui import housekeeping, replays
from inspector.tui.curve_beside import beside
from inspector.tui.curve_marks import policy_marks
from inspector.tui.held import Held
from inspector.tui.rows import Rows
from inspector.tui.screens.working import Working
from inspector.tui.seen import Seen, look
from inspector.tui.session import Session
from inspector.tui.tasks import Task
from inspector.tui.widgets.row_view import RowView
from inspector.tui.widgets.side_by_side import SideBySide

WORK = {
    "load": "the session could not be opened",
    "view": "the view could not be made",
    "totals": "the totals of the session could not be made",
    "interval": "it could not be worked out how sure the sizes are",
    "sources": "the sources of the durable state could not be looked up",
    "measure": "the rows could not be laid out",
    "follow": "the file of the session is not followed any more",
    "policy": "the file of the policy is not watched any more",
    "search": "the search was not finished",
    "held": "the numbers of A could not be made",
    "parting": "the next difference could not be found",
    "facts": "the differences could not be worked out",
    "sift": "the fates of what was found could not be worked out",
    "left": "it could not be found out where the block left the views",
    "copy": "the copy could not be made",
    "losses": "losses of typed text could not be looked for",
    "estimate": "it could not be found out what the summaries take",
    "make": "the summaries could not be made",
    "trace": "it could not be found out where a text was lost",
}
"""Group of workers → what did not come about when one of them fails."""
QUIET = 0.06
"""Seconds without a key before whole summaries are made."""
LULL = 0.25
"""Seconds without a key after which threads need not hold back for the next one."""
IDLE = 2.0
"""Seconds without a change before garbage is looked for."""


class Background(Working):
    """Threads work it out and post a message; only the screen's own thread changes anything."""

    @dataclass
    class Totalled(Message):
        """All rows of a replay, for the revision that they were worked out for."""

        revision: int
        replay: Replay
        rows: Sequence[Row]
        certificate: Certificate

    @dataclass
    class Looked(Message):
        """A view that took too long to be worked out between two keys."""

        session: Session
        seen: Seen
        beside: Seen | None = None
        """A's view of the same request, where it was asked for."""

    @dataclass
    class Measured(Message):
        """Row heights for a width."""

        rows: Rows
        heights: list[int]
        width: int

    _finishing: Timer | None = None
    _tidying: Timer | None = None
    _looking = False

    # ---------------------------------------------------------------- one view

    def start_view(self) -> None:
        """Work out the present view in a thread, one at a time; `looked` is called when it is there."""
        session = self.session
        if session is not None and not self._looking:
            self._looking = True
            self.start_task("view", "working out the view", stop=self._step_back)
            beside = None if session.knows_beside(session.request) else session.held
            self._look(session, session.replay, session.request, beside)

    def _step_back(self) -> None:
        """The view is given up: show the one again that was there before."""
        if self.session is not None and self.session.step_back():
            self.changed()

    @work(thread=True, group="view", exit_on_error=False, description="view")
    def _look(self, session: Session, replay: Replay, request: int, held: Held | None) -> None:
        beside = held.look(request) if held is not None else None
        self.post_message(self.Looked(session, look(replay, request), beside))

    @on(Looked)
    def take_view(self, event: Looked) -> None:
        """Show it. When it answers an older question it is a step on the way: show it, and go on."""
        self._looking = False
        self.tasks.end("view")
        session = self.session
        if session is None or session is not event.session:
            return
        session.give_beside(event.beside)
        if session.give(event.seen) and session.knows_beside(session.request):
            self.looked()
            return
        if event.seen.request == session.request:
            self.glimpsed(event.seen)
        if session.pending:
            self.start_view()

    def looked(self) -> None:
        """The view that was waited for is there."""
        raise NotImplementedError

    def glimpsed(self, seen: Seen) -> None:
        """A view is there that is newer than the one that is shown, and older than the one that is wanted."""
        raise NotImplementedError

    # ---------------------------------------------------------------- totals

    def start_totals(self) -> None:
        """Work out the rows of the whole session: at once when it is short, else in a thread."""
        session = self.session
        if session is None:
            return
        if replays.small(session.transcript):
            rows = session.replay.rows()
            self.take_totals(self.Totalled(session.revision, session.replay, rows, session.replay.certificate()))
        else:
            task = self.start_task("totals", "working out the whole session", asked=False)
            task.worker = self._total(session, session.replay, session.revision, task)

    def _tidy_soon(self) -> None:
        """Look for garbage when nothing was turned for a while."""
        if self._tidying is not None:
            self._tidying.stop()
        self._tidying = self.set_timer(IDLE, housekeeping.settle)

    @on(events.ScreenResume)
    def _tidy_after_rooms(self) -> None:
        """What a room or a dialog leaves behind refers to itself."""
        if self.session is not None:
            self._tidy_soon()

    def stop_totals(self) -> None:
        """Give up what is being worked out for the whole session: it answers a question of before, and slows this one."""
        self.workers.cancel_group(self, "totals")
        self.tasks.end("totals")
        for timer in (self._finishing, self._tidying):
            if timer is not None:
                timer.stop()

    @work(thread=True, exclusive=True, group="totals", exit_on_error=False, description="totals")
    def _total(self, session: Session, replay: Replay, revision: int, task: Task) -> None:
        worker = get_current_worker()
        self._make_totals(session, replay, revision, worker, task)

    def _make_totals(self, session: Session, replay: Replay, revision: int, worker: Worker[None], task: Task) -> None:
        """The rows of a replay, and what of them is drawn; nothing where nobody wants them any more."""
        policy = None if replay.is_recorded else replay.policy
        try:
            rows = replays.rows(replay, lambda: worker.is_cancelled, task.progress, self._lull)
            if rows is not None:
                policy_marks(policy, rows, replays.resting(lambda: worker.is_cancelled, self._lull))
                beside(session.held, policy, replay.policy.meter.unit, rows)
                self.post_message(self.Totalled(revision, replay, rows, replay.certificate()))
        except Cancelled:
            return

    def _lull(self) -> bool:
        """No key was pressed for a while."""
        return time.monotonic() - self.touched > LULL

    @work(thread=True, exclusive=True, group="totals", exit_on_error=False, description="totals")
    def _finish(self, session: Session, policy: Policy, revision: int, task: Task) -> None:
        """Exact counts and whole summaries."""
        worker = get_current_worker()
        try:
            unwanted = replays.resting(lambda: worker.is_cancelled, self._lull)
            fresh = not replays.counted(session.transcript, policy)
            replays.count(session.transcript, policy, unwanted, task.progress)
        except Cancelled:
            return
        # Exact sizes are shown before the summaries are written: that may take longer than the counting.
        summariser = None if fresh and replays.summarises(policy) else session.summariser
        replay = replays.final(session.transcript, policy, summariser, session.durable)
        self._make_totals(session, replay, revision, worker, task)

    @on(Totalled)
    def take_totals(self, event: Totalled) -> None:
        """Show the totals, unless they answer an older question; then go on to the final numbers."""
        session = self.session
        if session is None or event.revision != session.revision:
            return
        self.end_task("totals")
        better = event.replay is not session.replay
        if better:
            session.take(event.replay, event.revision)
        self.totals, self.totals_of, self.certificate = event.rows, event.replay, event.certificate
        self.totalled(better)
        if not session.final:
            self.finish_soon(QUIET if session.revision and not better else 0.01)
        else:
            self._tidy_soon()

    def totalled(self, better: bool) -> None:
        """Totals are in; `better`: with a better replay than the one that is shown."""
        raise NotImplementedError

    def finish_soon(self, delay: float) -> None:
        """Make the final numbers when no key was pressed for a while."""
        if self._finishing is not None:
            self._finishing.stop()
        self._finishing = self.set_timer(delay, self._finish_now)

    def _finish_now(self) -> None:
        session = self.session
        if session is not None and not session.final:
            task = self.start_task("totals", "counting exactly, writing summaries", asked=False)
            task.worker = self._finish(session, session.replayed, session.revision, task)

    @on(Worker.StateChanged)
    def worker_failed(self, event: Worker.StateChanged) -> None:
        """Work in a thread went wrong: say what, and stay usable."""
        if event.state is WorkerState.ERROR:
            self._looking = False
            self.say(f"{WORK.get(event.worker.group, event.worker.group)}: {event.worker.error}", bad=True)

    # ---------------------------------------------------------------- heights

    @on(RowView.Remeasure)
    def remeasure(self, event: RowView.Remeasure) -> None:
        """There are too many rows to measure them between two frames."""
        rows = self.query_one(SideBySide).rows
        if rows is not None:
            self._measure(rows, event.width)

    @work(thread=True, exclusive=True, group="measure", exit_on_error=False, description="measure")
    def _measure(self, rows: Rows, width: int) -> None:
        worker = get_current_worker()
        heights = rows.measure(width, replays.resting(lambda: worker.is_cancelled))
        if heights is not None:
            self.post_message(self.Measured(rows, heights, width))

    @on(Measured)
    def take_heights(self, event: Measured) -> None:
        """Use them, if session and width are still the same."""
        panes = self.query_one(SideBySide)
        if event.rows is panes.rows:
            panes.adopt(event.heights, event.width)
