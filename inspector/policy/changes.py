"""What a person changed of a policy: knobs, layers, the meter. Taken from it and given to another, or to its next edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from inspector.policy.edit import with_layers
from inspector.policy.errors import PolicyError
from inspector.policy.metering import remetered, with_meter
from inspector.policy.model import Knob, Layer, Policy


@dataclass(frozen=True, slots=True)
class Turned:
    """Knobs turned to other values than the document's, layers switched; the order of the ids, and the meter, where another."""

    knobs: dict[str, int] = field(default_factory=dict)
    switched: dict[str, bool] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    meter: str = ""

    def __bool__(self) -> bool:
        return bool(self.knobs or self.switched or self.order or self.meter)


@dataclass(frozen=True, slots=True)
class Given:
    """A policy with changes, and those that it could not take: `lost` says of each why."""

    policy: Policy
    knobs: int = 0
    """How many turned knobs it took."""
    layers: bool = False
    """Whether it took changes of its layers."""
    lost: tuple[str, ...] = ()
    meter: bool = False
    """Whether it is measured by another counter than it names itself."""


def turned(policy: Policy) -> Turned:
    """What was changed since the policy was read; nothing of a policy that was made in code."""
    if policy.document is None:
        return Turned()
    spec = policy.document.spec
    knobs = {knob.name: knob.value for knob in policy.knobs if knob.value != spec.knobs[knob.name].current}
    written = {layer.id: layer.enabled for layer in spec.layers}
    switched = {layer.id: layer.enabled for layer in policy.layers if layer.enabled != written[layer.id]}
    ids = tuple(layer.id for layer in policy.layers)
    meter = policy.meter.count if remetered(policy) else ""
    return Turned(knobs, switched, ids if ids != tuple(written) else (), meter)


def with_turned(policy: Policy, changes: Turned) -> Given:
    """The policy with as many of the changes as it can take. Never raises: what does not fit any more is told."""
    lost: list[str] = []
    knobs = {name: value for name, value in changes.knobs.items() if _fits(policy.knobs, name, value, lost)}
    ids = [layer.id for layer in policy.layers]
    switched = {name: on for name, on in changes.switched.items() if _there(ids, name, lost)}
    made = policy.with_knobs(**knobs) if policy.document is not None else policy
    made = with_layers(
        made,
        enable=[name for name, on in switched.items() if on],
        disable=[name for name, on in switched.items() if not on],
        order=_order(ids, changes.order) if changes.order else None,
    )
    made = _measured(made, changes.meter, lost)
    layers = made.layers != _layers_of(made, policy)
    return Given(made, len(knobs) if made.knobs else 0, layers, tuple(lost), made.meter != policy.meter)


def rebased(policies: Sequence[Policy], old: Policy, new: Policy) -> list[Policy]:
    """Policies with those that are the old one, whatever was turned, on the document of the new one, which says the same."""
    return [with_turned(new, _as_it_is(each)).policy if each.document is old.document else each for each in policies]


def _as_it_is(policy: Policy) -> Turned:
    """All of its values, turned or not: another document may have other values to begin with."""
    knobs = {knob.name: knob.value for knob in policy.knobs}
    layers = {layer.id: layer.enabled for layer in policy.layers}
    return Turned(knobs, layers, tuple(each.id for each in policy.layers), policy.meter.count)


def _measured(policy: Policy, count: str, lost: list[str]) -> Policy:
    try:
        return with_meter(policy, count) if count else policy
    except PolicyError as error:
        lost.append(str(error))
        return policy


def _layers_of(made: Policy, policy: Policy) -> tuple[Layer, ...]:
    """The layers as they would be with the knobs turned alone."""
    by_id = {layer.id: layer for layer in made.layers}
    return tuple(replace(by_id[layer.id], enabled=layer.enabled) for layer in policy.layers)


def _fits(knobs: tuple[Knob, ...], name: str, value: int, lost: list[str]) -> bool:
    knob = next((knob for knob in knobs if knob.name == name), None)
    if knob is None:
        lost.append(f"there is no knob {name} any more")
    elif not knob.min <= value <= knob.max:
        lost.append(f"{name} goes from {knob.min:,} to {knob.max:,} now, not to {value:,}")
    return knob is not None and knob.min <= value <= knob.max


def _there(ids: list[str], name: str, lost: list[str]) -> bool:
    if name not in ids:
        lost.append(f"there is no layer {name} any more")
    return name in ids


def _order(ids: list[str], wanted: tuple[str, ...]) -> list[str]:
    """The ids in the wanted order; one that is new keeps its place behind the layer that it stands behind."""
    order = [name for name in dict.fromkeys(wanted) if name in ids]
    for at, name in _new(ids, order):
        order.insert(order.index(ids[at - 1]) + 1 if at else 0, name)
    return order


def _new(ids: list[str], order: list[str]) -> Iterator[tuple[int, str]]:
    known = set(order)
    return ((at, name) for at, name in enumerate(ids) if name not in known)
