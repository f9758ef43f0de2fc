"""A room whose thread goes step after step: each with words for what is done, how far it is, and an answer to be shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from inspector.engine import Replay
from inspector.long_work import Cancelled
from inspector.tui.screens.answering import Answering
from inspector.tui.why.story import Asked

TELL_EVERY = 0.1
"""Seconds between two words about how far a step is."""
GROUP = "steps"

Unwanted = Callable[[], bool]
Progress = Callable[[int, int], None]


class Step(NamedTuple):
    """`work` is done in the thread and answers what is then to be done on the screen. It raises `Cancelled`."""

    words: str
    work: Callable[[Replay, Unwanted, Progress], Callable[[], None]]


class Stepwise(Answering):
    """One thread. What was known stays while it goes on, and when it is given up."""

    ended = False
    """Every step was done."""
    replay: Replay | None = None
    """The replay that the answers are from."""

    @dataclass
    class Reached(Message):
        """What is being done now, and how far it is."""

        question: Asked
        words: str

        def can_replace(self, message: Message) -> bool:
            """Only the newest counts."""
            return isinstance(message, Stepwise.Reached)

    @dataclass
    class Answered(Message):
        """A step was done."""

        question: Asked
        replay: Replay
        take: Callable[[], None]

    @dataclass
    class Ended(Message):
        """All of them were."""

        question: Asked
        replay: Replay

    def steps(self) -> Sequence[Step]:
        """What is to be worked out, without what is known already."""
        raise NotImplementedError

    def begin(self) -> None:
        """Work out what is not known yet."""
        self.doing, self.ended = "counting exactly", False
        self._go(self.question, tuple(self.steps()))
        self.show()

    @work(thread=True, exclusive=True, group=GROUP, exit_on_error=False, description="steps")
    def _go(self, question: Asked, steps: Sequence[Step]) -> None:
        worker = get_current_worker()
        unwanted = self.unwanted(worker)
        try:
            replay = question.replayed(unwanted, self._teller(question, "counting exactly"))
            for step in steps:
                self.post_message(self.Reached(question, step.words))
                if worker.is_cancelled:
                    return
                take = step.work(replay, unwanted, self._teller(question, step.words))
                self.post_message(self.Answered(question, replay, take))
        except Cancelled:
            return
        self.post_message(self.Ended(question, replay))

    def _teller(self, question: Asked, words: str) -> Progress:
        spoken = 0.0

        def told(done: int, of: int) -> None:
            nonlocal spoken
            if of and time.monotonic() - spoken > TELL_EVERY:
                spoken = time.monotonic()
                self.post_message(self.Reached(question, f"{words} {100 * min(done, of) // of} %"))

        return told

    @on(Reached)
    def take_reached(self, event: Reached) -> None:
        """How far it is."""
        if event.question is self.question and self.doing:
            self.doing = event.words
            self.reached()

    @on(Answered)
    def take_answered(self, event: Answered) -> None:
        """One answer more."""
        if event.question is self.question:
            self.replay = event.replay
            event.take()
            self.show()

    @on(Ended)
    def take_ended(self, event: Ended) -> None:
        """It is over."""
        if event.question is self.question:
            self.replay, self.doing, self.ended = event.replay, "", True
            self.show()

    def reached(self) -> None:
        """Show how far it is."""
        self.show_status()

    def give_up(self) -> bool:
        """End what is being worked out; False when nothing is."""
        if not self.doing:
            return False
        self.workers.cancel_group(self, GROUP)
        self.doing = ""
        self.say("given up: what was found stays, f goes on")
        self.show()
        return True

    def action_again(self) -> None:
        """Go on where it was given up."""
        if self.settled and not self.ended:
            self.begin()
