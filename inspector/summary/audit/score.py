"""Which of several summaries of the same source is to be preferred: what is held counts by kind, findings count against it."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.summary.audit.shapes import Audit, FindingKind, Held, Item, ItemKind

WEIGHTS: dict[ItemKind, float] = {
    "goal": 4,
    "constraint": 4,
    "decision": 2,
    "open item": 2,
    "path": 1,
    "command": 0.5,
    "identifier": 0.7,
    "number": 0.5,
}
"""What each kind of item weighs, however many of it there are."""
HELD: dict[Held, float] = {"verbatim": 1.0, "partly": 0.7, "no": 0.0}
COST: dict[FindingKind, float] = {
    "reversed status": 0.15,
    "false attribution": 0.15,
    "unsourced instruction": 0.15,
    "unsourced quotation": 0.08,
}
OTHER_COST = 0.05
ENOUGH = 12
"""Items of a kind that fill it: nobody asks a summary to hold every one of five hundred paths."""


def score(audit: Audit) -> float:
    """The share that is held, by kind, less what the findings cost; never under 0."""
    return max(0.0, coverage(audit.coverage) - sum(COST.get(each.kind, OTHER_COST) for each in audit.findings))


def coverage(items: Sequence[Item]) -> float:
    """The weighted share of what is held; 1.0 where there is nothing to hold."""
    total = held = 0.0
    for kind, weight in WEIGHTS.items():
        own = [HELD[item.held] for item in items if item.kind == kind]
        if own:
            total += weight
            held += weight * min(1.0, sum(own) / min(len(own), ENOUGH))
    return held / total if total else 1.0
