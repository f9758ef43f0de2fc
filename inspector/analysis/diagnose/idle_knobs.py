"""Knobs that were turned and change nothing: the same views come out with the policy's own value, proven by running it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.diagnose.case import Case
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.why.knobs import knobs_of
from inspector.engine import Replay
from inspector.engine.view import Row
from inspector.long_work import Cancelled
from inspector.policy.at_model import is_of_model
from inspector.policy.model import Knob, Summarise


def idle_knobs(case: Case, family: str) -> Iterator[Finding]:
    """One finding for all of them. What a summariser is given and may write shows in no size, and is left out."""
    policy, summaries = case.replay.policy, _of_summaries(case)
    turned = [k for k in policy.knobs if k.changed and k.name not in summaries and not is_of_model(policy, k)]
    idle = [knob for knob in turned if _changes_nothing(case, knob)]
    if not idle or not case.replay.requests:
        return
    told = ", ".join(f"{knob.name} {knob.default:,} → {knob.value:,}" for knob in idle)
    yield Finding(
        family,
        "warning",
        f"turned without effect: {told} (every request has the same size and layers)",
        "turn a knob of a layer that works here, or put these back",
        (),
        (),
        {"knobs": [knob.name for knob in idle], "requests_compared": case.replay.requests},
    )


def _of_summaries(case: Case) -> frozenset[str]:
    """The knobs that a summary layer which worked reads: they may change its words and no size."""
    worked = {layer for row in case.rows for layer in row.fired}
    policy = case.replay.policy
    names = (
        name
        for layer in policy.layers
        if isinstance(layer.operation, Summarise) and layer.id in worked
        for name in _all(case, layer.id)
    )
    return frozenset(names)


def _all(case: Case, layer: str) -> Iterator[str]:
    """Every knob that stands anywhere in a layer."""
    from inspector.policy.uses import uses

    document = case.replay.policy.document
    if document is None:
        return
    place = next(at for at, each in enumerate(document.spec.layers) if each.id == layer)
    found = (str(use.number) for use in uses(document.spec) if use.loc[:2] == ("layers", place))
    yield from (name[1:] for name in found if name.startswith("$"))
    yield from knobs_of(case.replay.policy, layer).rule


def _changes_nothing(case: Case, knob: Knob) -> bool:
    """Whether every request comes out the same with the policy's own value; summaries are of the size that they may have."""
    old = case.replay
    here, there = (
        Replay(old.transcript, policy, None, old.durable, old.ledger.focus).table(case.cancelled)
        for policy in (old.policy, old.policy.with_knobs(**{knob.name: knob.default}))
    )
    if here is None or there is None:
        raise Cancelled
    return all(_same(one, other) for one, other in zip(here, there, strict=True))


def _same(one: Row, other: Row) -> bool:
    return (one.view, one.fired, one.error is None) == (other.view, other.fired, other.error is None)
