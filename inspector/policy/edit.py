"""Layers switched on, off and put in another order: a new policy, whose export has the change.

No order and no set of layers is forbidden by the schema: a policy whose layers are all off, or that has none, leaves the
history as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.policy.errors import PolicyError, did_you_mean
from inspector.policy.model import Layer, Policy


def with_layers(
    policy: Policy,
    *,
    enable: Iterable[str] = (),
    disable: Iterable[str] = (),
    order: Iterable[str] | None = None,
) -> Policy:
    """The same policy with layers enabled, disabled, or in the order of the ids in `order`.

    Layers that `order` leaves out keep their own order, after the ones that it names. Raises `PolicyError` for an id
    that the policy does not have, for one named twice, and for one that is to be both enabled and disabled.
    """
    on, off = set(enable), set(disable)
    wanted = list(order) if order is not None else [layer.id for layer in policy.layers]
    _check(policy, on, off, wanted)
    by_id = {layer.id: _switched(layer, on, off) for layer in policy.layers}
    ids = [*wanted, *(layer.id for layer in policy.layers if layer.id not in wanted)]
    return replace(policy, layers=tuple(by_id[name] for name in ids))


def switched(policy: Policy, name: str) -> Policy:
    """The same policy with one layer off when it was on, on when it was off. Raises `PolicyError` for an unknown id."""
    on = any(layer.id == name and layer.enabled for layer in policy.layers)
    return with_layers(policy, disable=[name]) if on else with_layers(policy, enable=[name])


def moved(policy: Policy, name: str, by: int) -> Policy:
    """The same policy with one layer so many places later (earlier: negative), as far as the ends allow.

    Raises `PolicyError` for an unknown id.
    """
    ids = [layer.id for layer in policy.layers]
    if name not in ids:
        return with_layers(policy, order=[name])
    place = max(0, min(len(ids) - 1, ids.index(name) + by))
    ids.remove(name)
    ids.insert(place, name)
    return with_layers(policy, order=ids)


def as_written(policy: Policy) -> Policy:
    """The same policy, knobs and all, with its layers as its document has them; as it is, where it has no document."""
    if policy.document is None:
        return policy
    written = {layer.id: layer.enabled for layer in policy.document.spec.layers}
    on = [name for name, enabled in written.items() if enabled]
    return with_layers(policy, enable=on, disable=[name for name in written if name not in on], order=written)


def rearranged(policy: Policy) -> bool:
    """Whether a layer is on, off or in a place where the policy's document does not have it."""
    if policy.document is None:
        return False
    written = [(layer.id, layer.enabled) for layer in policy.document.spec.layers]
    return written != [(layer.id, layer.enabled) for layer in policy.layers]


def _switched(layer: Layer, on: set[str], off: set[str]) -> Layer:
    enabled = (layer.enabled or layer.id in on) and layer.id not in off
    return layer if enabled == layer.enabled else replace(layer, enabled=enabled)


def _check(policy: Policy, on: set[str], off: set[str], wanted: list[str]) -> None:
    ids = [layer.id for layer in policy.layers]
    for name in (*on, *off, *wanted):
        if name not in ids:
            known = ", ".join(ids) or "none"
            raise PolicyError(f"the policy {policy.name} has no layer {name}{did_you_mean(name, ids)}; layers: {known}")
    if both := sorted(on & off):
        raise PolicyError(f"the layer {both[0]} cannot be both enabled and disabled")
    if len(set(wanted)) < len(wanted):
        raise PolicyError("the order names a layer twice")
