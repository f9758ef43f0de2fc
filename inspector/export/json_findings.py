"""Findings and facts that must be kept, as JSON: a part of the contract of `inspector check --json`.

Requests are stretches (`from`, `to`), blocks names as `3.1`. `failed` says whether it makes the check fail. A breach has
`request` null where the record does not hold the fact at all, and `layer` null where nothing took it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspector.analysis.diagnose.failing import fails
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.must_keep.breaches import Breach, Watched
from inspector.transcript.structure import Structure


def finding_json(finding: Finding, structure: Structure, fail_on: Sequence[str]) -> dict[str, Any]:
    return {
        "family": finding.family,
        "severity": finding.severity,
        "failed": fails(finding, fail_on),
        "text": finding.text,
        "change": finding.change,
        "requests": [{"from": first, "to": last} for first, last in stretches(finding.requests)],
        "blocks": [structure.name(block) for block in finding.blocks],
        "evidence": dict(finding.evidence),
    }


def watched_json(one: Watched, structure: Structure) -> dict[str, Any]:
    asked = one.asked
    return {
        "fact": asked.fact.text,
        "form": asked.fact.form,
        "line": asked.line,
        "from": None if asked.since is None else str(asked.since),
        "in": asked.where,
        "loose": one.found.fact.loose,
        "first": one.first,
        "kept": one.kept,
        "breach": None if one.breach is None else _breach(one.breach, structure),
    }


def _breach(breach: Breach, structure: Structure) -> dict[str, Any]:
    loss = breach.loss
    return {
        "request": breach.request,
        "requests": breach.requests,
        "state": breach.state,
        "layer": loss.layer if loss else None,
        "reason": loss.reason if loss else "",
        "knob": (loss.knob or None) if loss else None,
        "knobs": list(loss.knobs) if loss else [],
        "block": structure.name(loss.block) if loss and loss.block is not None else None,
        "before": loss.before if loss else None,
        "after": loss.after if loss else None,
    }


def stretches(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers in order as stretches: `1 2 3 7` is `(1, 3), (7, 7)`."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
