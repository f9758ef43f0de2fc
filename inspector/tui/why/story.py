"""What is asked, and the story of one fact. Worked out in threads: nothing of it is looked at before it is whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.analysis.fixes.price import pin
from inspector.analysis.fixes.shapes import Pin, Wanted
from inspector.analysis.why.facts import BadFact, Fact
from inspector.analysis.why.lineage import Lineage, lineage
from inspector.analysis.why.nearest import Near, nearest
from inspector.analysis.why.recover import Place, recoverable
from inspector.analysis.why.unmade import NOTHING, Unmade, unmade
from inspector.analysis.why.writings import Writing, other_writing
from inspector.engine import Durable, Replay
from inspector.engine.durable_local import local_resolver
from inspector.engine.summariser import Summariser
from inspector.long_work import Cancelled
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript
from inspector.tui import replays
from inspector.tui.session import Session


@dataclass(eq=False)
class Asked:
    """A session as it was when the question was put. `replay` is None while there is only one with estimates."""

    transcript: Transcript
    policy: Policy
    summariser: Summariser
    durable: Durable | None
    artifacts: Path | None
    replay: Replay | None
    unmade: Unmade | None = None

    def missing(self, unwanted: Callable[[], bool]) -> Unmade:
        """The summaries that nobody wrote, looked for once. Raises `walk.Cancelled`."""
        if self.unmade is None and self.replay is not None:
            found = unmade(self.replay, unwanted)
            if unwanted():
                raise Cancelled
            self.unmade = found
        return self.unmade or NOTHING

    def replayed(self, unwanted: Callable[[], bool], progress: Callable[[int, int], None]) -> Replay:
        """The replay with exact counts and whole summaries, made once. Raises `Cancelled`."""
        if self.replay is None:
            replays.count(self.transcript, self.policy, unwanted, progress)
            self.replay = replays.final(self.transcript, self.policy, self.summariser, self.durable)
        return self.replay


@dataclass(frozen=True, eq=False)
class Story:
    """A fact with everything but its fixes. `trouble` says why there is no lineage.

    `also` is another writing of its text, `unmade` are summaries that nobody wrote under this policy. `near` are texts that
    are like one which the record does not hold; `pin` is what it would cost to keep it whatever happens.
    """

    fact: Fact
    told: Lineage | None
    places: tuple[Place, ...] = ()
    near: tuple[Near, ...] = ()
    also: Writing | None = None
    unmade: Unmade = NOTHING
    pin: Pin | None = None
    trouble: str = ""
    complete: bool = False
    """Places and near texts were looked for."""

    @property
    def asked(self) -> Wanted | None:
        """What is to be kept beside other facts: any that could be followed, lost or not."""
        return Wanted(self.told.found, self.told.needed) if self.told is not None else None

    @property
    def wanted(self) -> Wanted | None:
        """What fixes are to keep; None for a fact that was never lost, or that no view ever had."""
        lost = self.told is not None and bool(self.told.losses)
        return Wanted(self.told.found, self.told.needed) if lost and self.told is not None else None


def asked(session: Session, artifacts: Path | None) -> Asked:
    """The session as it is now."""
    replay = session.replay if session.final else None
    return Asked(session.transcript, session.replayed, session.summariser, session.durable, artifacts, replay)


def story(replay: Replay, fact: Fact, needed: int | None, cancelled: Callable[[], bool] = bool) -> Story:
    """The story of a fact, without what takes longest and matters least at first: `completed` adds that.

    Raises `Cancelled`.
    """
    try:
        told = lineage(replay, fact, needed, cancelled)
    except (BadFact, ValueError) as error:
        return Story(fact, None, trouble=str(error))
    return Story(fact, told, pin=pin(replay, [Wanted(told.found, told.needed)]) if told.losses else None)


def completed(question: Asked, told: Story, cancelled: Callable[[], bool] = bool) -> Story:
    """The story with its places looked up in the record, or with the nearest texts. Raises `Cancelled`."""
    if told.told is None:
        return replace(told, complete=True)
    if not told.told.found:
        return replace(told, near=nearest(question.transcript, told.fact, cancelled), complete=True)
    resolver = local_resolver(question.transcript, question.artifacts)
    return replace(
        told,
        places=recoverable(question.transcript, told.told.found, resolver),
        also=other_writing(question.transcript, told.told.found),
        unmade=question.missing(cancelled),
        complete=True,
    )
