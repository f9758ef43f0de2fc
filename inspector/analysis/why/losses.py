"""The requests at which a fact was lost: the layer, the rule with its numbers, and the knob that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from inspector.analysis.why.knobs import knobs_of
from inspector.analysis.why.lanes import Lane, judged
from inspector.analysis.why.sightings import Sightings
from inspector.analysis.why.states import State
from inspector.engine import Replay
from inspector.engine.steps import ASKED, Outcome


@dataclass(frozen=True, slots=True)
class Loss:
    """A request (from 1) whose view is the first that does not hold the fact word for word.

    `reason` are the numbers that decided, as the layer tells them. `knob` is the one of the layer's own rule (of its gate where
    the rule has none; "" where no knob decides: the agent asked for it), `knobs` all that it reads. `before` and `after` are
    the layer's sizes.
    """

    request: int
    state: State
    layer: str
    do: str
    reason: str
    knob: str
    knobs: tuple[str, ...]
    block: int | None
    before: int
    after: int


def losses(replay: Replay, found: Sightings, seen: Sequence[Lane]) -> tuple[Loss, ...]:
    """Every loss, in order. `seen` are the fact's lanes."""
    lost = [lane for before, lane in pairwise(seen) if before.held and not lane.held]
    if seen and not seen[0].held:
        lost.insert(0, seen[0])
    return tuple(_loss(replay, found, lane) for lane in lost)


def _loss(replay: Replay, found: Sightings, lane: Lane) -> Loss:
    steps = replay.steps(lane.first)
    now = judged(replay, steps.after, found)
    outcome = next((each for each in steps.outcomes if _took(replay, found, each)), None)
    if outcome is None:
        outcome = next((each for each in steps.outcomes if each.id == now.layer), None)
    layer = outcome.id if outcome is not None else now.layer
    read = knobs_of(replay.policy, layer)
    if outcome is not None and outcome.gate == ASKED:
        read = read._replace(gate=())  # whatever its size, the view would have been summarised
    knob = next(iter((*read.rule, *read.gate)), "")
    reason, before, after = (outcome.reason, outcome.before, outcome.after) if outcome is not None else ("", 0, 0)
    do = outcome.do if outcome is not None else ""
    return Loss(lane.first, lane.state, layer, do, reason, knob, read.all, now.block, before, after)


def _took(replay: Replay, found: Sightings, outcome: Outcome) -> bool:
    """Whether a layer is the one that took it: what it received holds the fact, what it left does not."""
    if not outcome.fired:
        return False
    held = judged(replay, outcome.plan_before, found).held
    return held and not judged(replay, outcome.plan_after, found).held
