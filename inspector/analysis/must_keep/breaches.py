"""Facts held against every view: which are kept, and where each other one was first missing, by which rule and knob."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.analysis.must_keep.asked import MustKeep, Since
from inspector.analysis.why.facts import BadFact
from inspector.analysis.why.lanes import Lane, lanes
from inspector.analysis.why.losses import Loss, losses
from inspector.analysis.why.sightings import Sightings, sightings
from inspector.analysis.why.states import HELD, State
from inspector.engine import Replay
from inspector.long_work import Progress


@dataclass(frozen=True, slots=True)
class Breach:
    """A fact that a view lacks. `request` is the first such one (from 1), `requests` how many there are in all.

    `state` is what became of it there; `loss` says which layer took it, with the numbers and knobs that decided, and is None
    where nothing took it: it was not said yet, or the record does not hold it at all (then `request` is None).
    """

    request: int | None
    requests: int
    state: State
    loss: Loss | None


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """A fact that must be kept, the first request that must hold it (None: no request has it), and its breach."""

    asked: MustKeep
    found: Sightings
    first: int | None
    breach: Breach | None

    @property
    def kept(self) -> bool:
        return self.breach is None


def watch(
    replay: Replay,
    facts: Sequence[MustKeep],
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
) -> tuple[Watched, ...]:
    """Hold facts against every view. `progress(done, all)` counts facts.

    Raises `BadFact` for a message, turn or request that the transcript does not have, and `Cancelled`.
    """
    found: list[Watched] = []
    for done, asked in enumerate(facts):
        if progress is not None:
            progress(done, len(facts))
        found.append(_watched(replay, asked, cancelled))
    return tuple(found)


def _watched(replay: Replay, asked: MustKeep, cancelled: Callable[[], bool]) -> Watched:
    since = _request(replay, asked.since) if asked.since is not None else None
    found = sightings(replay.transcript, asked.fact)
    seen = lanes(replay, found, cancelled)
    first = since if since is not None else seen[0].first if seen else None
    if not found:
        return Watched(asked, found, first, Breach(None, replay.requests - (first or 1) + 1, "gone", None))
    if first is None:
        return Watched(asked, found, None, None)
    return Watched(asked, found, first, _breach(replay, asked, found, seen, first))


def _breach(replay: Replay, asked: MustKeep, found: Sightings, seen: Sequence[Lane], first: int) -> Breach | None:
    """The first request from `first` on whose view lacks the fact."""
    enough = HELD | {"artifact"} if asked.where == "anywhere" else HELD
    begins = seen[0].first if seen else replay.requests + 1
    lacking = [Lane(first, begins - 1, "not yet")] if first < begins else []
    lacking += [lane for lane in seen if lane.last >= first and lane.state not in enough]
    if not lacking:
        return None
    count = sum(lane.last - max(lane.first, first) + 1 for lane in lacking)
    worst = lacking[0]
    loss = None
    if worst.state != "not yet":
        (loss,) = losses(replay, found, (Lane(0, 0, "verbatim"), worst))
    return Breach(max(worst.first, first), count, worst.state, loss)


def _request(replay: Replay, since: Since) -> int:
    """The first request of a turn, or the request itself."""
    shape = replay.transcript.structure
    if since.unit == "request":
        if since.number > replay.requests:
            raise BadFact(f"request {since.number} does not exist: the transcript has {replay.requests}")
        return since.number
    turns = [shape.turn(request) for request in range(1, replay.requests + 1)]
    if since.number > len(shape.turn_starts) or not turns or since.number > turns[-1]:
        raise BadFact(
            f"turn {since.number} does not exist, or has no request: the transcript has {len(shape.turn_starts)}"
        )
    return bisect_left(turns, since.number) + 1
