"""What is wrong with a policy file, told so that it can be mended. No Textual here."""

from __future__ import annotations

from inspector.policy import PolicyError
from inspector.terminal_text import clip

SHOWN = 4
"""Faults that are told one by one."""
EACH = 160
"""Characters of one fault at the most."""


def faults_of(error: PolicyError | OSError | ValueError) -> list[str]:
    """One line for each of the first faults: `line 12, layers[prune].keep.last: must be …`; then how many more there are."""
    if not isinstance(error, PolicyError):
        return [clip(str(error), EACH)]
    lines = []
    for fault in error.faults:
        place = ", ".join(part for part in (f"line {fault.line}" if fault.line else "", fault.field) if part)
        lines.append(clip(f"{place}: {fault.text}" if place else fault.text, EACH))
    more = len(lines) - SHOWN
    return lines[:SHOWN] + ([f"… and {more} more"] if more > 0 else [])


def in_one_line(error: PolicyError | OSError | ValueError) -> str:
    """The first fault, and how many more there are."""
    lines = faults_of(error)
    more = len(error.faults) - 1 if isinstance(error, PolicyError) else 0
    return f"{lines[0]} (and {more} more)" if more else lines[0]
