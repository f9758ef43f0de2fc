"""What the audit of summaries finds: seeded corruptions by kind, true summaries that it speaks against, time.

    python -m tests.benchmarks audits [--half dev|check|report] [--seed N] [--list]

`dev` is there to work with; nothing may be tuned on `check` and `report`. Another `--seed` makes other corruptions of the same
summaries; `--list` names what was missed and what was flagged, of `dev` unless another half is asked for.
"""

from __future__ import annotations

from statistics import median

from tests.benchmarks.clock import percentile
from tests.summary.corpus.cases import Half, present
from tests.summary.corpus.corrupt import KINDS, SEED, Corruption
from tests.summary.corpus.goals import FLAGGED, FOUND
from tests.summary.corpus.measure import Flagged, Measured, measure

AROUND = 70
"""Characters shown on both sides of what was missed."""


def main(half: Half | None = None, seed: int = SEED, listed: bool = False) -> None:
    """Print a table for each half, or for one."""
    for each in present():
        if half in {None, each}:
            told = measure(each, seed)
            _table(each, told)
            if listed and (half or each == "dev"):
                _list(told)


def _table(half: Half, told: Measured) -> None:
    print(f"\nAudit of summaries, {half}\n{'':<24}{'corrupted':>10}{'found':>8}{'share':>9}{'goal':>8}")
    for kind in KINDS:
        found = sum(each.kind == kind for each in told.found)
        made = found + sum(each.kind == kind for each in told.missed)
        print(f"{kind:<24}{made:>10}{found:>8}{told.share(kind):>9.1%}{_goal(FOUND.get(kind))}")
    print(f"{'true summaries':<24}{'there are':>10}{'flagged':>8}")
    for name, prose in (("in prose", True), ("in other styles", False)):
        flagged = sum(each.summary.is_prose == prose for each in told.flagged)
        there = sum(each.is_prose == prose for each in told.unharmed)
        print(f"{name:<24}{there:>10}{flagged:>8}{flagged / (there or 1):>9.1%}{_goal(FLAGGED if prose else None)}")
    times = [each * 1e3 for each in told.seconds]
    print(f"{'time of an audit':<24}{median(times):>7.1f} ms, 95 % under {percentile(times, 0.95):.1f} ms")


def _goal(share: float | None) -> str:
    return f"{'–':>8}" if share is None else f"{share:>8.0%}"


def _list(told: Measured) -> None:
    for missed in told.missed:
        print(f"missed  {_name(missed)}: {missed.before!r} -> {missed.after!r}\n        {_around(missed)!r}")
    for flagged in told.flagged:
        _list_flagged(flagged)


def _list_flagged(flagged: Flagged) -> None:
    for finding in flagged.findings:
        words = flagged.summary.text[slice(*finding.span)]
        print(
            f"flagged {flagged.case.name}, {flagged.summary.style}: {finding.kind}: {words!r}\n        {finding.text}"
        )


def _name(corruption: Corruption) -> str:
    style = corruption.case.summaries[corruption.summary].style
    return f"{corruption.case.name}, {style}: {corruption.kind}"


def _around(corruption: Corruption) -> str:
    start, end = corruption.span
    return corruption.text[max(0, start - AROUND) : end + AROUND]
