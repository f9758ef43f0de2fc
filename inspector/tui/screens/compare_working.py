"""The thread of the comparison: one contender after the other, then the requests at which they differ most."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from textual import events, on, work
from textual.message import Message
from textual.timer import Timer
from textual.worker import Worker, WorkerState, get_current_worker

from inspector.analysis.compare.compare import Comparison, put_together
from inspector.analysis.compare.shapes import Run
from inspector.long_work import Cancelled, Progress
from inspector.terminal_text import clip
from inspector.tui import replays
from inspector.tui.comparison.offered import Offered, Question, asked_of, question
from inspector.tui.entries import Target
from inspector.tui.screens.room_keys import RoomKeys
from inspector.tui.session import Session

SOON = 0.05
"""Seconds without a change of the policy after which everything is asked anew."""
LULL = 0.25
"""Seconds without a key after which the thread need not hold back for the next one."""
TELL_EVERY = 0.1
WHERE = "looking for where they differ"


class CompareWorking(RoomKeys[Target]):
    """A screen of its own above the main one. What was run once stays, however often somebody is taken out again."""

    @dataclass
    class Ran(Message):
        """A contender was run."""

        letter: str
        run: Run

    @dataclass
    class Reached(Message):
        """How far one is; of all together where no letter is told."""

        letter: str
        text: str

        def can_replace(self, message: Message) -> bool:
            """Only the newest counts."""
            return isinstance(message, CompareWorking.Reached)

    @dataclass
    class Compared(Message):
        """All of them side by side."""

        found: Comparison

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.question: Question = question(session)
        self.runs: dict[str, Run] = {}
        """Those that were run, by letter."""
        self.found: Comparison | None = None
        """Those that are compared, as far as they are known."""
        self.whole = False
        """They were laid side by side, all of them, and where they differ was looked for."""
        self.doing: dict[str, str] = {}
        """What is being worked out: a letter, or "" for all together, with how far it is."""
        self.said = ""
        self.touched = 0.0
        self._due: Timer | None = None

    @property
    def among(self) -> list[Offered]:
        """Who is compared: the session's own, and the presets that are switched on."""
        return [each for each in self.question.offered if each.fixed or each.preset in self.session.compared_with]

    def hush(self) -> None:
        """A key was pressed: what was said is of no use any more."""
        self.touched = time.monotonic()
        if self.said:
            self.said = ""
            self.show_status()

    def say(self, text: str) -> None:
        """An answer to the last key."""
        self.said = clip(text, 400)
        self.show_status()

    def changed(self) -> None:
        """What was worked out for other policies, facts or messages is of no use; that of the same ones stays."""
        new = question(self.session)
        if asked_of(new) != asked_of(self.question):
            self.question, self.runs = new, {}
            self.workers.cancel_group(self, "compare")
            if self._due is not None:
                self._due.stop()
            self._due = self.set_timer(SOON, self.begin)

    @on(events.ScreenResume)
    def uncovered(self) -> None:
        """Facts may have been added in a room above."""
        self.changed()

    def begin(self) -> None:
        """Run whoever was not run yet, and lay all of them side by side."""
        self.workers.cancel_group(self, "compare")
        self._gather()
        waiting = [each for each in self.among if each.letter not in self.runs]
        self.doing = {each.letter: "waits" for each in waiting}
        if len(self.among) > 1:
            self.doing[""] = WHERE
        self.show()
        if self.doing:
            self._work(waiting, [each.letter for each in self.among], dict(self.runs))

    def _gather(self) -> None:
        """Those that are known, side by side."""
        self.whole = False
        there = [self.runs[each.letter] for each in self.among if each.letter in self.runs]
        self.found = Comparison(self.question.transcript, tuple(there), ()) if there else None

    @work(thread=True, exclusive=True, group="compare", exit_on_error=False, description="compare")
    def _work(self, waiting: Sequence[Offered], letters: Sequence[str], runs: dict[str, Run]) -> None:
        worker = get_current_worker()
        rest = replays.resting(bool, lambda: time.monotonic() - self.touched > LULL)

        def unwanted() -> bool:
            rest()
            return worker.is_cancelled

        try:
            for each in waiting:
                runs[each.letter] = self.question.run(each, unwanted, self._teller(each.letter))
                self.post_message(self.Ran(each.letter, runs[each.letter]))
            together = [runs[letter] for letter in letters]
            found = put_together(self.question.transcript, together, unwanted, self._teller(""))
        except Cancelled:
            return
        if not worker.is_cancelled:
            self.post_message(self.Compared(found))

    def _teller(self, letter: str) -> Progress:
        spoken = 0.0

        def told(done: int, of: int) -> None:
            nonlocal spoken
            if of and time.monotonic() - spoken > TELL_EVERY:
                spoken = time.monotonic()
                self.post_message(self.Reached(letter, f"{100 * min(done, of) // of} %"))

        return told

    @on(Ran)
    def take_run(self, event: Ran) -> None:
        """One more column."""
        self.runs[event.letter] = event.run
        self.doing.pop(event.letter, None)
        self._gather()
        self.show()

    @on(Reached)
    def take_reached(self, event: Reached) -> None:
        """It takes a while."""
        if event.letter in self.doing:
            self.doing[event.letter] = f"{WHERE} {event.text}" if not event.letter else event.text
            self.show()

    @on(Compared)
    def take_compared(self, event: Compared) -> None:
        """All that was asked for."""
        if [each.letter for each in event.found.runs] == [each.letter for each in self.among]:
            self.found, self.doing, self.whole = event.found, {}, True
            self.show()

    def give_up(self) -> bool:
        """End what is being worked out; False when nothing is."""
        if not self.doing:
            return False
        self.workers.cancel_group(self, "compare")
        self.doing = {}
        self.say("given up: what was worked out stays · f goes on")
        self.show()
        return True

    @on(Worker.StateChanged)
    def worker_failed(self, event: Worker.StateChanged) -> None:
        """Work in the thread went wrong: say what, and stay usable."""
        if event.state is WorkerState.ERROR and event.worker.group == "compare":
            self.doing = {}
            self.show()
            self.say(f"they could not be compared: {event.worker.error}")

    def show(self) -> None:
        """Everything, with what is known by now."""
        raise NotImplementedError

    def show_status(self) -> None:
        """The last line but one."""
        raise NotImplementedError
