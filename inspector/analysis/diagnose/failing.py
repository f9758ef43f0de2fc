"""Which findings make a check fail."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.diagnose.families import NAMES
from inspector.analysis.diagnose.finding import SEVERITIES, Finding, Severity

NEVER = "never"
SENDABLE = "sendable"
"""Stands for the views that a provider would refuse."""
DEFAULT: tuple[str, ...] = ("error",)
WORDS: tuple[str, ...] = (*SEVERITIES, NEVER, *NAMES, SENDABLE)
"""What may be named: a severity (what is worse fails, too), a family, `sendable`, or `never`."""


def fails(finding: Finding, fail_on: Sequence[str] = DEFAULT) -> bool:
    """Whether a finding makes a check fail, by the words that were given; `never` among them fails nothing."""
    return failing(finding.family, finding.severity, fail_on)


def failing(family: str, severity: Severity, fail_on: Sequence[str] = DEFAULT) -> bool:
    """The same of anything that has a name and a severity."""
    if NEVER in fail_on:
        return False
    return family in fail_on or any(_as_bad(severity, word) for word in fail_on)


def _as_bad(severity: Severity, word: str) -> bool:
    return word in SEVERITIES and SEVERITIES.index(severity) <= SEVERITIES.index(word)
