"""The whole story of a fact: where it was first said, what became of it, how it came back, and when it was needed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.analysis.why.facts import Fact
from inspector.analysis.why.lanes import Lane, lanes
from inspector.analysis.why.losses import Loss, losses
from inspector.analysis.why.returns import Return, returns
from inspector.analysis.why.sightings import Sightings, sightings
from inspector.engine import Replay
from inspector.engine.view import Certificate


@dataclass(frozen=True, eq=False)
class Lineage:
    """One fact under one policy. `found` is empty where the record does not hold it; `lanes` where no request has it.

    `needed` is the request at which it was needed: that of the first return after a loss, else the last that lacks it.
    """

    fact: Fact
    found: Sightings
    lanes: tuple[Lane, ...]
    losses: tuple[Loss, ...]
    returns: tuple[Return, ...]
    needed: int
    certificate: Certificate

    @property
    def kept(self) -> bool:
        """Whether every view from its first on holds it word for word."""
        return bool(self.lanes) and all(lane.held for lane in self.lanes)


def lineage(replay: Replay, fact: Fact, needed: int | None = None, cancelled: Callable[[], bool] = bool) -> Lineage:
    """Follow a fact through every request. `needed` says when it was needed, where a person knows better.

    Raises `BadFact` for a message that does not exist, ValueError for a request that does not, and `Cancelled`.
    """
    if needed is not None and not 1 <= needed <= replay.requests:
        raise ValueError(f"request {needed} does not exist: the transcript has {replay.requests}")
    found = sightings(replay.transcript, fact)
    seen = lanes(replay, found, cancelled)
    back = returns(replay, found, seen)
    at = needed if needed is not None else _needed(replay, seen, back)
    return Lineage(fact, found, seen, losses(replay, found, seen), back, at, replay.certificate(replay.requests))


def _needed(replay: Replay, seen: tuple[Lane, ...], back: tuple[Return, ...]) -> int:
    if back:
        return back[0].request
    return next((lane.last for lane in reversed(seen) if not lane.held), replay.requests)
