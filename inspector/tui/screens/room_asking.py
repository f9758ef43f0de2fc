"""Several summarisers on one cut: asked only after the person saw what that takes, and cancelled at any time."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from textual import events, on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import get_current_worker

from inspector.engine.summariser import Summariser
from inspector.summary.running import CANCELLED
from inspector.summary.through import Through, after
from inspector.terminal_text import clip
from inspector.tui.screens.room_working import RoomWorking
from inspector.tui.screens.spend import Spend
from inspector.tui.screens.summarisers import Summarisers
from inspector.tui.summaries import costs
from inspector.tui.summaries.attempt import MOST, Attempt
from inspector.tui.summaries.case import Case, attempted, named, tried

TICK = 0.5
"""Seconds between two looks at the clock while a summary is being written."""


class RoomAsking(RoomWorking):
    """Nobody outside is ever asked without the question before it."""

    @dataclass
    class Tried(Message):
        """What a summariser made of a cut; `asked`: it was really asked, on the person's word."""

        case: Case
        attempt: Attempt
        asked: bool

    _writing: Summariser | None = None
    """Who is writing now."""
    _clock: Timer | None = None

    def show_rows(self) -> None:
        """The lines of the summarisers."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """A summary is being written."""
        return self._writing is not None

    # ---------------------------------------------------------------- beside

    def action_add(self) -> None:
        """Another summariser beside."""
        if self.case is None:
            return
        if len(self.case.attempts) >= MOST:
            self.say(f"{MOST} stand beside each other at the most: take one away with -")
            return
        self.app.push_screen(Summarisers("Another summariser beside"), self.add)

    def add(self, spec: str | None) -> None:
        """Have it write, if nobody need be asked for that; else ask the person."""
        case = self.case
        if spec is None or case is None:
            return
        specs = [each.spec for each in case.attempts]
        if spec in specs:
            self.choose(specs.index(spec))
            return
        self.specs.append(spec)
        case.attempts.append(Attempt(spec))
        self.choose(len(case.attempts) - 1)
        self._try(case, spec)

    def choose(self, place: int) -> None:
        """Show what one of them wrote."""
        if self.case is not None:
            self.case.chosen = place
            self.show_attempts(again=True)
            self.show_status()

    def action_remove(self) -> None:
        """Take the shown one away; the one of the view stays."""
        case = self.case
        if case is None:
            return
        if self.busy:
            self.say("a summary is being written: esc cancels it")
            return
        if not case.chosen:
            self.say("the summary of the view stays: those beside it can be taken away")
            return
        gone = case.attempts.pop(case.chosen)
        if gone.spec in self.specs:
            self.specs.remove(gone.spec)
        self.choose(case.chosen - 1)

    @work(thread=True, group="ask", exit_on_error=False, description="ask")
    def _try(self, case: Case, spec: str) -> None:
        worker = get_current_worker()
        attempt = attempted(case, self.asked, spec)
        if not worker.is_cancelled:
            self.post_message(self.Tried(case, attempt, False))

    @on(Tried)
    def take_tried(self, event: Tried) -> None:
        """It is there; one that waits is asked about at once, when it is the one that is looked at."""
        case, attempt = event.case, event.attempt
        if event.asked:
            self._ended()
        place = next((at for at, each in enumerate(case.attempts) if each.spec == attempt.spec), None)
        if place is None:
            return
        before = case.attempts[place]
        if event.asked and attempt.reason == CANCELLED:
            attempt = replace(before, since=0.0, waits=True, trial=None)
        case.attempts[place] = attempt
        if case is not self.case:
            return
        self.show_attempts(again=place == case.chosen)
        if event.asked:
            self._tell(attempt, before)
        elif attempt.waits and place == case.chosen:
            self.action_write()
        self.show_status()

    def _tell(self, attempt: Attempt, before: Attempt) -> None:
        """What it took, or why there is none."""
        name = clip(attempt.spec, 60)
        if attempt.trial is None:
            self.say(f"cancelled: {name} was not heard out, and nothing was changed")
        elif attempt.trial.answer is None:
            self.say(f"{name}: no summary: {attempt.reason}")
        else:
            self.made = True
            self.say(after(name, attempt.trial.answer, attempt.trial.price))

    # ---------------------------------------------------------------- asking

    def action_write(self) -> None:
        """Have the chosen summary written, after a look at what it takes."""
        case = self.case
        if case is None:
            return
        attempt = case.attempt
        if self.busy:
            self.say("a summary is being written: esc cancels it")
        elif not attempt.waits and not (attempt.reason and not attempt.text):
            self.say("this summary is written already")
        elif attempt.prepared is None:
            self._try(case, attempt.spec)
        elif attempt.prepared.refusal:
            self.say(attempt.prepared.refusal)
        else:
            self._question(case, attempt)

    def _question(self, case: Case, attempt: Attempt) -> None:
        assert attempt.prepared is not None
        what = f"For the summary before request {case.cut.number:,}:"
        dialog = Spend(attempt.spec, what, costs.estimate(attempt.prepared), costs.where(attempt.spec))
        self.app.push_screen(dialog, lambda yes: self._ask_now(case, attempt) if yes else None)

    def _ask_now(self, case: Case, attempt: Attempt) -> None:
        """The person said yes."""
        place = next((at for at, each in enumerate(case.attempts) if each is attempt), None)
        if place is None or self.busy:
            return
        self._writing = by = named(case, self.asked, attempt.spec, "make")
        case.attempts[place] = replace(attempt, trial=None, waits=False, since=time.monotonic())
        self._clock = self.set_interval(TICK, self.show_rows)
        self.show_rows()
        self._ask(case, attempt.spec, by)

    @work(thread=True, group="ask", exit_on_error=False, description="ask")
    def _ask(self, case: Case, spec: str, by: Summariser) -> None:
        self.post_message(self.Tried(case, tried(case, spec, by), True))

    def cancel_asking(self) -> bool:
        """End what is being asked; False when nothing is."""
        if isinstance(self._writing, Through):
            self._writing.cancel()
        return self.busy

    def _ended(self) -> None:
        self._writing = None
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    @on(events.Unmount)
    def nobody_waits(self) -> None:
        """The room is left: nobody is asked any more."""
        self.cancel_asking()
