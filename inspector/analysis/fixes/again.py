"""Whether a fact that a fix keeps where it was needed is lost again later."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.lanes import judged
from inspector.analysis.why.sightings import Sightings
from inspector.analysis.why.walk import Walk, entries
from inspector.engine import Replay
from inspector.engine.plan import Plan


def lost_again(replay: Replay, wanted: Sequence[Wanted], cancelled: Callable[[], bool] = bool) -> int | None:
    """The first request after the one where a fact is needed whose view lacks it; of several facts the earliest.

    `replay` has the knob turned. Raises `long_work.Cancelled`.
    """
    found = [_first(replay, each, cancelled) for each in wanted if each.needed < replay.requests]
    return min((each for each in found if each is not None), default=None)


def _first(replay: Replay, wanted: Wanted, cancelled: Callable[[], bool]) -> int | None:
    found, needed = wanted
    comes = [request for request in entries(replay, found.blocks) if request > needed]
    walk = Walk(replay, lambda plan: _held(replay, plan, found), cancelled)
    return next((request for request, held in walk.changes(needed, comes) if not held), None)


def _held(replay: Replay, plan: Plan, found: Sightings) -> bool:
    return judged(replay, plan, found).held
