"""Who can be compared in a session: the recorded view, the held policy, the present one, and the presets. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from inspector.analysis.compare.contender import LETTERS, RECORDED_LETTER, Contender
from inspector.analysis.compare.run import METER, run
from inspector.analysis.compare.shapes import Run
from inspector.analysis.compare.stages import Stages
from inspector.analysis.why.facts import Fact
from inspector.engine import Durable, Replay
from inspector.engine.recorded import RECORDED as AS_RECORDED
from inspector.long_work import Progress
from inspector.meter import counter, sizes
from inspector.policy import load_policy, preset_names
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript
from inspector.tui import replays
from inspector.tui.left import file_of
from inspector.tui.session import Session
from inspector.tui.writers import author, writer

RECORDED = "recorded"


@dataclass(frozen=True, eq=False)
class Offered:
    """One that can be compared. `role` says what it is in the session; `preset` names one that is read when it is run.

    `replay` is one that the session has already, with exact counts and whole summaries.
    """

    letter: str
    title: str
    role: str
    policy: Policy | None = None
    preset: str = ""
    replay: Replay | None = None
    modified: bool = False

    @property
    def fixed(self) -> bool:
        """It is always in the comparison."""
        return not self.preset


@dataclass(frozen=True, eq=False)
class Question:
    """A session as it was when the room was opened, and who can be compared in it."""

    transcript: Transcript
    durable: Durable | None
    spec: str
    facts: tuple[Fact, ...]
    offered: tuple[Offered, ...]

    def run(self, one: Offered, unwanted: Callable[[], bool], progress: Progress) -> Run:
        """Count, replay and add up. Raises `Cancelled`."""
        stages = Stages(progress, 2)
        counted = stages.next()
        policy = load_policy(one.preset) if one.preset else one.policy
        replays.count(self.transcript, policy, unwanted, counted)
        sizes(self.transcript, counter(METER), counted, unwanted)
        who = writer(author(self.spec, policy), self.transcript, policy)
        contender = Contender(policy, who, self.spec, one.letter, one.replay)
        return run(self.transcript, contender, self.facts, self.durable, unwanted, stages.next())


def question(session: Session) -> Question:
    """The session as it is now."""
    return Question(session.transcript, session.durable, session.spec, session.facts, tuple(_lettered(session)))


def asked_of(question: Question) -> tuple[object, ...]:
    """What makes a question another one."""
    who = tuple((each.letter, each.title, each.role, each.policy, each.preset) for each in question.offered)
    return (id(question.transcript), question.durable, question.spec, question.facts, who)


def _lettered(session: Session) -> Iterator[Offered]:
    """R is the recorded view; A is the held policy and B the present one, as everywhere; then the presets."""
    named = [*_own(session), *_presets(session)]
    yield Offered(RECORDED_LETTER, RECORDED, _role_of_recorded(session), replay=_recorded(session))
    for letter, each in zip(LETTERS, named, strict=False):
        yield replace(each, letter=letter)


def _own(session: Session) -> Iterator[Offered]:
    """The held policy and the present one, as far as they are policies, and differ."""
    held = session.held
    if held is not None and held.policy is not None and held.policy != session.policy:
        replay = held.replay if held.final and not held.approximate else None
        yield Offered("", held.title, "held as A", held.policy, replay=replay, modified=held.modified)
    if session.policy is not None:
        replay = session.replay if session.final else None
        yield Offered("", session.title, "present", session.policy, replay=replay, modified=session.modified)


def _presets(session: Session) -> Iterator[Offered]:
    """The presets that are neither held nor present as they are written."""
    there = {policy.name for policy in _as_written(session)}
    for name in preset_names():
        if name not in there:
            yield Offered("", name, "preset", preset=name)


def _as_written(session: Session) -> Iterator[Policy]:
    held = session.held
    if session.policy is not None and not session.modified and not file_of(session.policy):
        yield session.policy
    if held is not None and held.policy is not None and not held.modified and not file_of(held.policy):
        yield held.policy


def _recorded(session: Session) -> Replay | None:
    """A replay of the recorded view that is there already, in its usual meter: the others are compared in theirs."""
    held = session.held
    if session.replayed == AS_RECORDED and session.final:
        return session.replay
    return held.replay if held is not None and held.replayed == AS_RECORDED and not held.approximate else None


def _role_of_recorded(session: Session) -> str:
    if session.policy is None:
        return "present"
    return "held as A" if session.held is not None and session.held.policy is None else ""
