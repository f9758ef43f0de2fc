"""The request and the layer at which a block left the views for the first time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.engine import EngineError, Replay
from inspector.engine.view import BlockState, Fate
from inspector.tui.lost import Loss

HELD = (Fate.VERBATIM, Fate.TRUNCATED)
"""Fates of a block that a view still holds, whole or in part."""


def is_held(state: BlockState) -> bool:
    """Whether a view holds a block, whole or in part."""
    return state.fate in HELD


def left_at(
    replay: Replay,
    block: int,
    requests: Sequence[int] | None = None,
    unwanted: Callable[[int, int], bool] = lambda done, of: False,
    held: Callable[[BlockState], bool] = is_held,
) -> Loss | None:
    """The first request whose view does not hold a block, and the layer that took it; None when every view holds it.

    `requests` are those at which layers fired, where they are known: at others nothing leaves. `unwanted` is told how many
    of how many requests were looked at, and answers whether to give up (None, too). `held` judges a state of the block.
    """
    shape = replay.transcript.structure
    first = shape.request_of(shape.owner[block])
    asked = range(first, shape.requests + 1) if requests is None else [r for r in requests if r >= first]
    for done, request in enumerate(asked):
        if unwanted(done, len(asked)):
            return None
        if _has_left(replay, request, block, held):
            return _loss(replay, request, block, held)
    return None


def _has_left(replay: Replay, request: int, block: int, held: Callable[[BlockState], bool]) -> bool:
    try:
        return not held(replay.plan(request).state(block))
    except EngineError:
        return False


def _loss(replay: Replay, request: int, block: int, held: Callable[[BlockState], bool]) -> Loss:
    """The first layer of that request after which the block is not held."""
    steps = replay.steps(request)
    for step, outcome in enumerate(steps.outcomes, start=1):
        state = outcome.plan_after.state(block)
        if not held(state):
            return Loss(block, request, step, state.fate, state.layer)
    state = steps.after.state(block)
    return Loss(block, request, 0, state.fate, state.layer)
