"""Which summaries a session has up to a request, and which of them is looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.analysis.cut import Cut
from inspector.analysis.cuts import cuts
from inspector.analysis.on_demand import NothingToSummarise, cut_on_demand
from inspector.engine import Durable, Replay
from inspector.engine.summariser import Summariser
from inspector.policy.model import Policy
from inspector.transcript.model import Transcript


@dataclass(frozen=True, eq=False)
class Asked:
    """What the room is opened on: a session as it was at that moment."""

    transcript: Transcript
    policy: Policy | None
    summariser: Summariser
    durable: Durable | None
    request: int
    name: str


@dataclass(frozen=True, eq=False)
class Gathered:
    """The cuts up to a request, oldest first, and the one to begin with.

    `demanded`: the policy makes none up to there, and the only one is made on demand. `trouble` says why there is none.
    """

    replay: Replay
    cuts: tuple[Cut, ...]
    demanded: bool = False
    trouble: str = ""


def gathered(asked: Asked, unwanted: Callable[[], bool], progress: Callable[[int, int], None]) -> Gathered | None:
    """Everything that a thread has to find out; None when nobody wants it any more."""
    replay = Replay(asked.transcript, asked.policy, asked.summariser, asked.durable)
    if not replay.requests:
        return Gathered(replay, (), trouble="this session has no request that could be summarised")
    told = Told(unwanted, progress, asked.request)
    found = cuts(replay, asked.request, told)
    if unwanted():
        return None
    return Gathered(replay, found) if found else demanded(replay, asked.request)


def demanded(replay: Replay, request: int) -> Gathered:
    """The cut that would be made here if one were asked for."""
    try:
        return Gathered(replay, (cut_on_demand(replay, request),), demanded=True)
    except NothingToSummarise as nothing:
        return Gathered(replay, (), trouble=str(nothing))


class Told:
    """Asked before every request whether to stop; says meanwhile how far it is."""

    def __init__(self, unwanted: Callable[[], bool], progress: Callable[[int, int], None], of: int) -> None:
        self._unwanted, self._progress, self._of, self._done = unwanted, progress, of, 0

    def __call__(self) -> bool:
        self._done += 1
        self._progress(self._done, self._of)
        return self._unwanted()
