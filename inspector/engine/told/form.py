"""Which policies are told from sums: state that is carried, at most one local layer and one dedupe, gates by size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.engine.quiet import Quiet
from inspector.engine.summariser import Summariser
from inspector.engine.told.operations import Deduplicated, Dropped, Local, Work
from inspector.engine.told.summary import Summed, Views
from inspector.engine.told.sums import Sums
from inspector.policy.model import Dedupe, Drop, Layer, Limit, Policy, Summarise


class Step(NamedTuple):
    """A layer with its gate: the size from which it is open (None: always), of what all layers received or what is left."""

    id: str
    least: int | None
    first: bool
    work: Work
    usage: Limit | None = None
    """The gate, where it compares what the provider counted."""


def fits(policy: Policy, quiet: Quiet, has_envelopes: bool) -> bool:
    """Whether sums tell what the policy does, but for single requests."""
    on = [layer for layer in policy.layers if layer.enabled]
    if not on or policy.state == "per_request":
        return False
    if quiet.usage and quiet.housekeeping.layer >= 0:
        return False
    if policy.refuse is not None and quiet.housekeeping.layer >= 0:
        return False  # what is cleared at a refused request does not last
    if quiet.breaches and (policy.protocol == "repair" or quiet.housekeeping.layer >= 0):
        return False
    if policy.state == "overlay" and any(isinstance(layer.operation, Dedupe | Drop) for layer in on):
        return False
    local = [layer for layer in on if not isinstance(layer.operation, Dedupe | Drop | Summarise)]
    dedupe = [layer for layer in on if isinstance(layer.operation, Dedupe)]
    if len(local) > 1 or len(dedupe) > 1 or (dedupe and (has_envelopes or quiet.housekeeping.layer >= 0)):
        return False
    return all(_fits(policy, layer, quiet) for layer in on)


def _fits(policy: Policy, layer: Layer, quiet: Quiet) -> bool:
    operation = layer.operation
    if isinstance(operation, Dedupe):
        return operation.keep == "newest"
    if isinstance(operation, Drop):
        return operation.keep.split_turn is None
    if isinstance(operation, Summarise):
        return operation.keep.split_turn is None and not operation.keep.first
    keeper = quiet.housekeeping.layer
    return layer.region.where == "all" or (keeper >= 0 and layer is policy.layers[keeper])


def least(limit: Limit | None, beside: int) -> int | None:
    """The smallest size of a view that reaches a limit, given what a request needs beside it."""
    if limit is None:
        return None
    return limit.value + (limit.op == ">") - (beside if limit.of == "required" else 0)


def steps(
    policy: Policy, sums: Sums, summariser: Summariser | None, views: Views, beside: int, edges: Sequence[int]
) -> tuple[Step, ...]:
    """The layers that are switched on, in order."""
    out: list[Step] = []
    for layer in policy.layers:
        if layer.enabled:
            limit = layer.when if isinstance(layer.when, Limit) else None if layer.when else policy.start
            first = layer.when is None and policy.stop == "never"
            usage = limit if limit is not None and limit.of == "usage" else None
            work = _work(layer, sums, summariser, views, edges)
            out.append(Step(layer.id, None if usage else least(limit, beside), first, work, usage))
    return tuple(out)


def _work(layer: Layer, sums: Sums, summariser: Summariser | None, views: Views, edges: Sequence[int]) -> Work:
    operation = layer.operation
    if isinstance(operation, Dedupe):
        return Deduplicated(sums)
    if isinstance(operation, Drop):
        return Dropped(sums, operation, layer.id)
    if isinstance(operation, Summarise):
        return Summed(sums, operation, layer.id, summariser, views)
    return Local(sums, () if layer.region.where == "all" else edges)
