"""Layers switched on, off and put in another order: a new policy, whose export has the change."""

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
