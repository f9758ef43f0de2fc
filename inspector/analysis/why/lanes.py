"""A fact through all requests: stretches of requests at which the same became of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inspector.analysis.why.sightings import Sightings
from inspector.analysis.why.states import HELD, Standing, State, standing
from inspector.analysis.why.walk import Walk, entries
from inspector.engine import Replay
from inspector.engine.plan import Plan
from inspector.summary.registry import says_nothing


class Lane(NamedTuple):
    """Requests `[first, last]` (from 1) with the same state of the fact."""

    first: int
    last: int
    state: State

    @property
    def held(self) -> bool:
        return self.state in HELD


def lanes(replay: Replay, found: Sightings, cancelled: Callable[[], bool] = bool) -> tuple[Lane, ...]:
    """What became of a fact at every request from the first on whose history holds it; none when no request has it.

    Raises `Cancelled`.
    """
    comes = entries(replay, found.blocks) or ([1] if found.in_system else [])
    if not comes or comes[0] > replay.requests:
        return ()
    walk = Walk(replay, lambda plan: judged(replay, plan, found).state, cancelled)
    changes = walk.changes(comes[0], comes)
    ends = [*(request - 1 for request, _ in changes[1:]), replay.requests]
    return tuple(Lane(first, last, state) for (first, state), last in zip(changes, ends, strict=True))


def judged(replay: Replay, plan: Plan, found: Sightings) -> Standing:
    """The state of a fact in one view of a replay, beside its durable state."""
    writer = replay.summariser
    telling = writer is None or not says_nothing(writer.name)
    return standing(plan, found, replay.durable.text if replay.durable else "", telling)


def state_at(replay: Replay, found: Sightings, request: int) -> Standing:
    """The state of a fact at one request. Raises ValueError for a request that does not exist."""
    return judged(replay, replay.plan(request), found)
