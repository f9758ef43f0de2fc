"""What differs between two policies, in a few words: for what was undone or made again. No Textual here."""

from __future__ import annotations

from inspector.policy import turned
from inspector.policy.model import Policy
from inspector.tui.policy_title import policy_title

NAMED = 3
"""Changes that are named one by one."""


def in_words(before: Policy | None, after: Policy | None) -> str:
    """`soft threshold 79,000 → 80,000`, `layer prune on`, `meter chars/4 → provider`, `policy evo-agent`; else empty."""
    if _name(before) != _name(after) or before is None or after is None:
        return f"policy {_name(after)}" if before is not after else ""
    found = [*_meter(before, after), *_knobs(before, after), *_layers(before, after)]
    if not found and before != after:
        return "another edition of its file"
    more = len(found) - NAMED
    return " · ".join(found[:NAMED]) + (f" and {more} more" if more > 0 else "")


def layer_changes(policy: Policy) -> list[str]:
    """What was changed of a policy's layers since it was read: `prune off`, `in the order dedupe, truncate`."""
    changes = turned(policy)
    found = [f"{name} {'on' if on else 'off'}" for name, on in changes.switched.items()]
    return found + ([f"in the order {', '.join(changes.order)}"] if changes.order else [])


def _meter(before: Policy, after: Policy) -> list[str]:
    old, new = before.meter.count, after.meter.count
    return [f"meter {old} → {new}"] if old != new else []


def _knobs(before: Policy, after: Policy) -> list[str]:
    old = before.values
    return [
        f"{knob.name.replace('_', ' ')} {old[knob.name]:,} → {knob.value:,}"
        for knob in after.knobs
        if knob.name in old and old[knob.name] != knob.value
    ]


def _layers(before: Policy, after: Policy) -> list[str]:
    old = {layer.id: layer.enabled for layer in before.layers}
    found = [
        f"layer {layer.id} {'on' if layer.enabled else 'off'}"
        for layer in after.layers
        if layer.id in old and old[layer.id] != layer.enabled
    ]
    ids = [layer.id for layer in after.layers]
    if [name for name in old if name in ids] != [name for name in ids if name in old]:
        found.append(f"order {', '.join(ids)}")
    return found


def _name(policy: Policy | None) -> str:
    return policy_title(policy)
