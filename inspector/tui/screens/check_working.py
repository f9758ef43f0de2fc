"""The thread of the check room: family after family, then the provider's rules, then the facts that were asked about."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from textual import on, work
from textual.message import Message
from textual.worker import Worker, WorkerState, get_current_worker

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.families import FAMILIES
from inspector.analysis.must_keep.asked import MustKeep
from inspector.analysis.must_keep.breaches import watch
from inspector.analysis.sendable.session import sendable
from inspector.analysis.why.facts import BadFact, Fact
from inspector.analysis.why.walk import Cancelled
from inspector.engine import Replay
from inspector.meter import Cancelled as NotCounted
from inspector.terminal_text import clip
from inspector.tui import replays
from inspector.tui.checks.item import Item, of_breach, of_fact, of_finding
from inspector.tui.checks.lines import Checked
from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.why.story import Asked, asked

if TYPE_CHECKING:
    from inspector.tui.screens.asking_check import AskingCheck
    from inspector.tui.session import Session

LULL = 0.25
"""Seconds without a key after which the thread need not hold back for the next one."""


class Way(NamedTuple):
    """How the room was left: the request and the block to go to; why `fact` was lost is asked there."""

    request: int
    block: int | None = None
    fact: Fact | None = None


class CheckWorking(LeftOnce[Way]):
    """Every answer names its question: one that is older than the present question is dropped."""

    @dataclass
    class Looking(Message):
        """What is being looked for now."""

        question: Asked
        words: str

    @dataclass
    class Found(Message):
        """A family was looked for to the end."""

        question: Asked
        family: str
        items: list[Item]

    @dataclass
    class Ruled(Message):
        """Every view was held against the provider's rules."""

        question: Asked
        provider: str
        items: list[Item]

    @dataclass
    class Ended(Message):
        """The facts were looked for, too: that is all."""

        question: Asked
        items: list[Item]
        certificate: str

    def __init__(self, host: AskingCheck, session: Session) -> None:
        """`host` is the screen below."""
        super().__init__()
        self.host, self.session = host, session
        self.question: Asked = asked(session, host.artifacts)
        self.checked = Checked()
        self.said = ""
        self.touched = 0.0

    @property
    def kinds(self) -> int:
        """How many families there are."""
        return len(FAMILIES)

    def begin(self) -> None:
        """Look for everything, or for what was not looked for yet."""
        self.checked.looking = "counting"
        self._look(self.question, tuple(self.checked.families), self.session.facts)
        self.show()

    def begin_anew(self) -> None:
        """The policy, the durable state or the transcript is another one."""
        self.workers.cancel_node(self)
        self.question, self.checked = asked(self.session, self.host.artifacts), Checked()
        self.begin()

    def show(self) -> None:
        """Everything, with what is known by now."""
        raise NotImplementedError

    def hush(self) -> None:
        """A key was pressed: what was said is of no use any more."""
        self.touched, self.said = time.monotonic(), ""

    def say(self, text: str) -> None:
        """An answer to the last key."""
        self.said = clip(text, 400)
        self.show()

    # ---------------------------------------------------------------- the thread

    @work(thread=True, exclusive=True, group="check", exit_on_error=False, description="check")
    def _look(self, question: Asked, known: tuple[str, ...], facts: tuple[Fact, ...]) -> None:
        worker = get_current_worker()
        rest = replays.resting(bool, lambda: time.monotonic() - self.touched > LULL)

        def unwanted() -> bool:
            return worker.is_cancelled or rest()

        try:
            replay = question.replayed(unwanted, self._told(question, "counting exactly"))
            self._families(question, replay, known, unwanted)
            self._rules(question, replay, unwanted)
            self._facts(question, replay, facts, unwanted)
        except (Cancelled, NotCounted):
            return

    def _told(self, question: Asked, words: str) -> Callable[[int, int], None]:
        """What tells how far something is."""

        def progress(done: int, of: int) -> None:
            share = f" {100 * done // of} %" if of else ""
            self.post_message(self.Looking(question, words + share))

        return progress

    def _families(self, question: Asked, replay: Replay, known: tuple[str, ...], unwanted: Callable[[], bool]) -> None:
        case = Case(replay, unwanted)
        for at, family in enumerate(FAMILIES):
            if family.name in known:
                continue
            words = f"looking for {family.name}, kind {at + 1} of {len(FAMILIES)}"
            self.post_message(self.Looking(question, words))
            case.go_on()
            self.post_message(self.Found(question, family.name, [of_finding(each) for each in family.find(case)]))

    def _rules(self, question: Asked, replay: Replay, unwanted: Callable[[], bool]) -> None:
        words = "holding every view against the provider’s rules"
        found = sendable(replay, cancelled=unwanted, progress=self._told(question, words))
        if found is None:
            raise Cancelled
        self.post_message(self.Ruled(question, found.provider, [of_breach(each) for each in found.found]))

    def _facts(self, question: Asked, replay: Replay, facts: tuple[Fact, ...], unwanted: Callable[[], bool]) -> None:
        items: list[Item] = []
        for fact in facts:
            try:
                items += [of_fact(each) for each in watch(replay, [MustKeep(fact)], unwanted)]
            except BadFact as error:
                items.append(Item("note", "fact", str(error)))
        self.post_message(self.Ended(question, items, replay.certificate().kind if replay.requests else ""))

    # ---------------------------------------------------------------- its answers

    @on(Looking)
    def take_looking(self, event: Looking) -> None:
        """How far it is."""
        if event.question is self.question and self.checked.looking:
            self.checked.looking = event.words
            self.show()

    @on(Found)
    def take_found(self, event: Found) -> None:
        """One family more."""
        if event.question is self.question and event.family not in self.checked.families:
            self.checked.add(event.family, event.items)
            self.show()

    @on(Ruled)
    def take_ruled(self, event: Ruled) -> None:
        """The provider's rules."""
        if event.question is self.question:
            self.checked.provider, self.checked.breaches = event.provider, event.items
            self.show()

    @on(Ended)
    def take_ended(self, event: Ended) -> None:
        """It is over."""
        if event.question is self.question:
            self.checked.facts, self.checked.certificate = event.items, event.certificate
            self.checked.looking, self.checked.ended = "", True
            self.show()

    def give_up(self) -> bool:
        """End what is being looked for; False when nothing is."""
        if not self.checked.looking:
            return False
        self.workers.cancel_group(self, "check")
        self.checked.looking = ""
        self.say("given up: what was found stays, f goes on looking")
        return True

    @on(Worker.StateChanged)
    def worker_failed(self, event: Worker.StateChanged) -> None:
        """Work in the thread went wrong: say what, and stay usable."""
        if event.state is WorkerState.ERROR and event.worker.group == "check":
            self.checked.looking = ""
            self.say(f"not everything could be looked for: {event.worker.error}")
