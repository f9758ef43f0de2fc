"""One thing that goes wrong: where, with which numbers, and what would change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
"""Worst first. `error`: it cannot work so; `warning`: it works, and costs what it need not; `note`: worth knowing."""

Value = int | float | str | Sequence[int] | Sequence[str]
"""A number with its unit in its name, a word, or a list of them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of one `family`.

    `requests` count from 1, in order; `blocks` are positions from 0 (named by `structure.name`). `text` says in one line what
    is wrong, `change` in one line what to do about it, with the knob and its numbers where one decides. `evidence` holds
    what both rest on, by name: every number can be found again with `view`, `replay`, or in the record.
    Texts never quote contents of the transcript but names (tools, layers, knobs, models).
    """

    family: str
    severity: Severity
    text: str
    change: str
    requests: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    evidence: Mapping[str, Value] = field(default_factory=dict)


def worst(findings: Sequence[Finding]) -> Severity | None:
    """The worst severity among findings; None where there is none."""
    return min((each.severity for each in findings), key=SEVERITIES.index, default=None)
