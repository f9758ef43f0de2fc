"""What the layers left of a view that they could not get below a limit, by whose fault."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.diagnose.case import Case
from inspector.engine import Plan, Steps
from inspector.policy.model import Drop, Policy, Summarise


class Kept(NamedTuple):
    """A view that the layers could not get below a limit: sizes in the policy's meter, system messages left out.

    `tail` is what the layers must keep, `older` what they might have taken and did not (nothing where they take whole
    messages), `made` the summary; `open_turn` is the part of the tail that belongs to the turn that goes on.
    """

    request: int
    size: int
    system: int
    tail: int
    older: int
    made: int
    messages: int
    open_turn: int
    largest: int | None
    largest_size: int


def kept(case: Case, steps: Steps) -> Kept:
    plan, shape = steps.after, case.replay.transcript.structure
    alone = frozenset(shape.system)
    sizes = {block: plan.state(block).size for block in plan.live_blocks() if shape.owner[block] not in alone}
    start, turn = _tail_start(case, plan), _turn_start(case, steps.request)
    made = sum(each.size for each in plan.made if each.kind != "system")
    largest = max(sizes, key=sizes.__getitem__, default=None)
    return Kept(
        steps.request,
        plan.size,
        plan.size - made - sum(sizes.values()),
        sum(size for block, size in sizes.items() if block >= start),
        sum(size for block, size in sizes.items() if block < start),
        made,
        len({shape.owner[block] for block in sizes if block >= start}),
        sum(size for block, size in sizes.items() if block >= max(start, turn)),
        largest,
        sizes[largest] if largest is not None else 0,
    )


def takes(policy: Policy) -> bool:
    """Whether a layer takes whole messages: then everything that stays is what it must keep."""
    return any(layer.enabled and isinstance(layer.operation, Drop | Summarise) for layer in policy.layers)


def _tail_start(case: Case, plan: Plan) -> int:
    """The first block that the layers must keep: where none takes messages, of the largest region that one spares."""
    if takes(case.replay.policy):
        return 0
    spared = [layer.region for layer in case.replay.policy.layers if layer.enabled and layer.region.messages]
    widest = max(spared, key=lambda region: region.messages or 0, default=None)
    if widest is None:
        return plan.end
    starts = [at for at in plan.ledger.units(widest.results_apart)[0] if at < plan.end]
    return starts[-min(widest.messages or 0, len(starts))] if starts else plan.end


def _turn_start(case: Case, request: int) -> int:
    """The first block of the turn in which a request is made."""
    shape = case.replay.transcript.structure
    if not shape.turn_starts:
        return 0
    return shape.first[shape.turn_starts[min(shape.turn(request), len(shape.turn_starts)) - 1]]
