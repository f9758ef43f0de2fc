"""Making what is open: one summary after another, each kept as soon as it is there; the first failure ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from inspector.engine import Durable, Replay
from inspector.engine.summariser import SummaryFailed, SummaryRequest
from inspector.engine.usable import unusable
from inspector.policy.model import Policy
from inspector.summary.answer import Answer
from inspector.summary.prepared import Prepared, price_of
from inspector.summary.registry import Mode, summariser
from inspector.summary.running import CANCELLED
from inspector.summary.through import Through, dollars
from inspector.transcript.model import Transcript
from inspector.tui import replays
from inspector.tui.writers import missing


@dataclass(frozen=True, eq=False)
class Job:
    """A session whose summaries are to be made, by whom, and how many there are about."""

    transcript: Transcript
    policy: Policy
    durable: Durable | None
    spec: str
    count: int

    def through(self, mode: Mode) -> Through:
        """Whoever is asked, behind the cassette."""
        found = summariser(self.spec, transcript=self.transcript, mode=mode)
        assert isinstance(found, Through)
        return found

    def replay(self, by: Through | Making) -> Replay:
        return Replay(self.transcript, self.policy, by, self.durable)


@dataclass(frozen=True, eq=False)
class Estimate:
    """What is known beforehand: the requests that can be put together by now, and why none can be sent."""

    known: Sequence[Prepared]
    count: int
    trouble: str = ""


def estimated(job: Job, unwanted: Callable[[], bool]) -> Estimate | None:
    """What making them takes; None when nobody wants to know any more."""
    by = job.through("pending")
    replay = job.replay(by)
    if replays.rows(replay, unwanted) is None:
        return None
    try:
        if missing(replay):
            by.inner.check()
        known = [by.prepare(request) for request in missing(replay)]
    except SummaryFailed as failed:
        return Estimate((), 0, str(failed))
    refused = next((each.refusal for each in known if each.refusal), "")
    return Estimate(known, max(job.count, len(known)) if known else 0, refused)


@dataclass(eq=False)
class Making:
    """Asks for each summary as the session comes to it, and asks nobody any more after the first failure."""

    by: Through
    progress: Callable[[int], None]
    made: list[Answer] = field(default_factory=list)
    failure: str = ""

    @property
    def name(self) -> str:
        return self.by.name

    def summarise(self, request: SummaryRequest) -> str:
        """The kept answer, or a new one. Raises SummaryFailed."""
        kept = self.by.kept(request)
        if kept is None and self.failure:
            raise SummaryFailed(self.failure)
        try:
            answer = kept or self.by.answer(request)
            if reason := unusable(answer.text, answer.stop):
                raise SummaryFailed(reason)
        except SummaryFailed as failed:
            self.failure = self.failure or str(failed)
            raise
        if kept is None:
            self.made.append(answer)
            self.progress(len(self.made))
        return answer.text

    def stop(self) -> None:
        """End it, from any thread: what is made stays."""
        self.failure = self.failure or CANCELLED
        self.by.cancel()

    def said(self) -> str:
        """`3 summaries made and kept · $0.12`, and why there are no more of them."""
        count = len(self.made)
        if not count and self.failure:
            return f"no summary was made: {self.failure}"
        words = [f"{count or 'no'} summar{'y' if count == 1 else 'ies'} made and kept"]
        prices = [price_of(answer.model, answer.usage) for answer in self.made if answer.usage is not None]
        known = [price for price in prices if price is not None]
        words += [dollars(sum(known))] if known and len(known) == count else []
        words += [self.failure] if self.failure else []
        return " · ".join(words)


def make(job: Job, making: Making, unwanted: Callable[[], bool]) -> None:
    """Go through the session, and have every summary written on the way."""
    replays.rows(job.replay(making), unwanted)
