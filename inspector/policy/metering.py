"""The same policy measured by another counter: its numbers stay, and are reached earlier or later.

Only counters of one unit stand for each other: what is a limit of characters says nothing in tokens.
"""

from __future__ import annotations

from dataclasses import replace

from inspector.meter import UNITS
from inspector.policy.errors import PolicyError, did_you_mean
from inspector.policy.model import Policy


def meters(policy: Policy) -> tuple[str, ...]:
    """The counters by which a policy may be measured: all that answer in its meter's unit, its own among them."""
    return tuple(count for count, unit in UNITS.items() if unit == policy.meter.unit)


def with_meter(policy: Policy, count: str) -> Policy:
    """The same policy measured by another counter. Raises `PolicyError` for one that is unknown or has another unit."""
    if count == policy.meter.count:
        return policy
    if count not in UNITS:
        known = ", ".join(meters(policy))
        raise PolicyError(f"there is no counter {count}{did_you_mean(count, UNITS)}; counters: {known}")
    if UNITS[count] != policy.meter.unit:
        raise PolicyError(f"{count} counts {UNITS[count]}, and the policy {policy.name} {policy.meter.unit}")
    return replace(policy, meter=replace(policy.meter, count=count))


def written_meter(policy: Policy) -> str:
    """The counter that the policy's document names; its own where it was made in code."""
    return policy.document.spec.meter.count if policy.document is not None else policy.meter.count


def remetered(policy: Policy) -> bool:
    """Whether the policy is measured by another counter than its document names."""
    return policy.meter.count != written_meter(policy)
