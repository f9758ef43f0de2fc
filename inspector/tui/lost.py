"""At which request a typed text was lost, and by which layer. No Textual here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from inspector.engine import EngineError, Replay
from inspector.engine.plan import Plan
from inspector.engine.view import BlockState, Fate
from inspector.tui.lost_words import standing


class Loss(NamedTuple):
    """A text left the views at `request`: its block, its fate, and the layer that did it (its place from 1; 0: unknown).

    `there` says of a text that a summary took the place of whether the words stand in it.
    """

    block: int
    request: int
    step: int
    fate: Fate
    layer: str
    there: str = ""


def lost_at(
    replay: Replay, block: int, request: int, requests: Sequence[int] | None = None, unwanted: Callable[[], bool] = bool
) -> Loss | None:
    """Where a block that the view of `request` does not hold as recorded ceased to be in the views.

    `requests` are those at which layers fired, where they are known: nothing can be lost at others. A request is found
    that lost the block, by halving; a block that comes and goes may have been lost at several. None when it is whole.
    """
    first = replay.transcript.structure.request_of(replay.transcript.structure.owner[block])
    asked = [number for number in requests if first <= number <= request] if requests is not None else None
    places: Sequence[int] = asked if asked else range(first, request + 1)
    low, high = 0, len(places) - 1
    while low < high:
        if unwanted():
            return None
        middle = (low + high) // 2
        low, high = (low, middle) if _is_lost(replay, places[middle], block) else (middle + 1, high)
    return _loss(replay, places[low], block) if places else None


def _is_lost(replay: Replay, request: int, block: int) -> bool:
    try:
        return replay.plan(request).state(block).fate is not Fate.VERBATIM
    except EngineError:
        return False


def _loss(replay: Replay, request: int, block: int) -> Loss | None:
    """What the layers of a request did to a block: the first of them that did anything."""
    steps = replay.steps(request)
    for step, outcome in enumerate(steps.outcomes, start=1):
        state = outcome.plan_after.state(block)
        if state.fate is not Fate.VERBATIM:
            return _of(outcome.plan_after, block, request, step, state)
    state = steps.after.state(block)
    return _of(steps.after, block, request, 0, state) if state.fate is not Fate.VERBATIM else None


def _of(plan: Plan, block: int, request: int, step: int, state: BlockState) -> Loss:
    there = standing(plan, block) if state.fate is Fate.SUMMARISED else ""
    return Loss(block, request, step, state.fate, state.layer, there)
