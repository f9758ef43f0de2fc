"""A cut where the policy makes none: what a summary would be made of, were it made before this request."""

from __future__ import annotations

from inspector.analysis.cut import Cut
from inspector.analysis.recorded_cuts import RULE
from inspector.engine import Replay
from inspector.engine.layers.asking import Asker, call_for
from inspector.engine.layers.drop import Middle, find_middle, recorded, widened
from inspector.engine.layers.file_lists import NO_FILES
from inspector.policy.model import Layer, Policy, Summarise

DEMANDED = "on demand"


class NothingToSummarise(ValueError):
    """The view holds nothing that a summary could stand for. The text says so."""


def cut_on_demand(replay: Replay, number: int) -> Cut:
    """The cut that the policy's summary layer would make at this request if its gate were open.

    A policy without such a layer, and the recorded view, are summarised whole. Raises NothingToSummarise. The sizes of the
    cut are those of the view as it is: no summary stands in it.
    """
    layer = summary_layer(replay.policy)
    rule = layer.operation if layer is not None and isinstance(layer.operation, Summarise) else RULE
    plan = replay.plan(number)
    found = find_middle(plan, rule.keep)
    hi = widened(plan, found.hi) if found is not None else 0
    if found is None or not any(True for _ in recorded(plan, found.lo, hi)):
        raise NothingToSummarise(
            f"request {number} has nothing to summarise: all of its messages are kept by the policy"
        )
    old = Middle(found.lo, hi, tuple(made for made in plan.made if made.kind != "system"))
    earlier = next((made.text for made in reversed(old.made) if made.kind == "summary"), "")
    asker = Asker(rule, layer.id if layer is not None else DEMANDED, number, replay.ledger.focus)
    request = call_for(plan, asker, old, NO_FILES, earlier).request
    return Cut(number, asker.layer, request, None, "", plan.size, plan.size)


def summary_layer(policy: Policy) -> Layer | None:
    """The layer of a policy that writes summaries."""
    return next((layer for layer in policy.layers if isinstance(layer.operation, Summarise) and layer.enabled), None)
