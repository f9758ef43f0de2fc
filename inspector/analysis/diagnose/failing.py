"""Which findings make a check fail."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.diagnose.families import NAMES
from inspector.analysis.diagnose.finding import SEVERITIES, Finding, Severity

NEVER = "never"
DEFAULT: tuple[str, ...] = ("error",)
WORDS: tuple[str, ...] = (*SEVERITIES, NEVER, *NAMES)
"""What may be named: a severity (what is worse fails, too), a family, or `never`."""


def fails(finding: Finding, fail_on: Sequence[str] = DEFAULT) -> bool:
    """Whether a finding makes a check fail, by the words that were given; `never` among them fails nothing."""
    if NEVER in fail_on:
        return False
    return finding.family in fail_on or any(_as_bad(finding.severity, word) for word in fail_on)


def _as_bad(severity: Severity, word: str) -> bool:
    return word in SEVERITIES and SEVERITIES.index(severity) <= SEVERITIES.index(word)
