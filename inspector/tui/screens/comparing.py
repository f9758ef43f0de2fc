"""Holding a policy as A while going on with B: hold, let go, swap, and make A's own numbers once."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from inspector.long_work import Cancelled
from inspector.tui import replays
from inspector.tui.held import Held, held, holding
from inspector.tui.screens.loading import Loading
from inspector.tui.screens.working import Working
from inspector.tui.session import Session
from inspector.tui.tasks import Task

QUIET = 0.15
"""Seconds for which A stays the same before its numbers are made in a thread."""


class Comparing(Working, Loading):
    """A belongs to the session. What a knob step on B needs of A is there already; nothing of A is made again for it."""

    @dataclass
    class Bettered(Message):
        """Better numbers of what is held."""

        session: Session
        of: Held
        held: Held
        task: Task | None = None

    _bettering: Held | None = None
    _better_soon: Timer | None = None

    # ---------------------------------------------------------------- keys

    def action_hold(self) -> None:
        """Hold the present policy as A; when something is held, let go of it."""
        session = self.session
        if session is None:
            return
        if session.held is not None:
            self._let_go(session)
            return
        rows = self.totals if self.totals_of is session.replay else ()
        self._hold(session, holding(session.replayed, session.replay, rows))
        self.say(
            f"A is {session.title}, held as it is now: turn knobs or choose a policy with p, that is B · c lets go"
        )

    def action_hold_recorded(self) -> None:
        """Hold the view that the agent really had as A."""
        session = self.session
        if session is None:
            return
        if session.held is not None and session.held.policy is None:
            self.say("A is the recorded view already · c lets go")
            return
        self.when_counted(session.transcript, session.record, lambda: self._hold_recorded(session))

    def action_swap(self) -> None:
        """A becomes B, and B becomes A."""
        session = self.session
        if session is None or session.held is None:
            self.say("nothing is held to swap with: hold this policy as A with c, or the recorded view with V")
            return
        a = session.held
        if a.replayed == session.replayed:
            self.say("A and B are the same: turn a knob, or choose another policy with p")
            return
        b = holding(session.replayed, session.replay, self.totals if self.totals_of is session.replay else ())
        session.choose(a.replayed)
        session.take(a.replay, session.revision)
        session.hold(b)
        self.changed()
        self.held_changed()
        self.say(f"swapped: A is {b.title}, B is {session.title}")

    def _hold_recorded(self, session: Session) -> None:
        if session is self.session:
            self._hold(session, held(session.transcript, session.record, session.summariser, session.durable))
            self.say("A is the recorded view: what the agent really sent · c lets go")

    def _hold(self, session: Session, a: Held) -> None:
        session.hold(a)
        self.held_changed()
        self.start_held()

    def _let_go(self, session: Session) -> None:
        self.workers.cancel_group(self, "held")
        self.end_task("held")
        session.hold(None)
        self.held_changed()
        self.say("let go of A: one view again")

    # ---------------------------------------------------------------- A's own numbers

    def start_held(self) -> None:
        """Make A's rows, then its exact counts and whole summaries, unless that is done, under way, or B's to do first."""
        session = self.session
        a = session.held if session is not None else None
        if session is None or a is None or a.final or self._bettering is a:
            return
        if a.replayed == session.replayed and a.replay.transcript is session.transcript:
            if session.final and self.totals_of is session.replay and len(self.totals) == session.requests:
                self.take_better(self.Bettered(session, a, a.better(session.replay, self.totals, True)))
            return
        if replays.small(session.transcript) and replays.counted(session.transcript, a.replayed):
            self.take_better(self.Bettered(session, a, self._at_once(session, a)))
            return
        self._bettering = a
        if self._better_soon is not None:
            self._better_soon.stop()
        self._better_soon = self.set_timer(QUIET, lambda: self._better_now(session, a))

    def _better_now(self, session: Session, a: Held) -> None:
        """Begin, unless something else is held by now: a file that grows holds another A with every message."""
        if session is self.session and session.held is a:
            task = self.start_task("held", "working out A", asked=False)
            task.worker = self._better(session, a, task)

    def renew_held(self) -> None:
        """Another durable state goes round the layers of A, too; and a transcript that grew is A's as well."""
        session = self.session
        a = session.held if session is not None else None
        if session is None or a is None:
            return
        if a.replay.durable is not session.durable or a.replay.transcript is not session.transcript:
            session.hold(a.grown(session.transcript, session.summariser, session.durable))
            self.start_held()

    @staticmethod
    def _at_once(session: Session, a: Held) -> Held:
        replay = replays.final(session.transcript, a.replayed, session.summariser, session.durable)
        return a.better(replay, replay.rows(), True)

    @work(thread=True, exclusive=True, group="held", exit_on_error=False, description="held")
    def _better(self, session: Session, a: Held, task: Task) -> None:
        """The rows of the replay that is there; for one that has them, exact counts and whole summaries."""
        worker = get_current_worker()
        replay, best = a.replay, len(a.rows) == a.replay.requests
        if best:
            try:
                replays.count(session.transcript, a.replayed, replays.resting(lambda: worker.is_cancelled))
            except Cancelled:
                return
            replay = replays.final(session.transcript, a.replayed, session.summariser, replay.durable)
        rows = replays.rows(replay, lambda: worker.is_cancelled, task.progress)
        if rows is not None:
            self.post_message(self.Bettered(session, a, a.better(replay, rows, best), task))

    @on(Bettered)
    def take_better(self, event: Bettered) -> None:
        """Use them, unless something else is held by now; then go on to the final ones."""
        self._bettering = None
        if event.task is not None:
            self.end_task("held", event.task)
        session = self.session
        if session is None or session is not event.session:
            return
        if session.held is event.of:
            session.hold(event.held)
            self.held_changed()
        self.start_held()

    def held_changed(self) -> None:
        """Something else is held, or what is held has other numbers: show it."""
        raise NotImplementedError
