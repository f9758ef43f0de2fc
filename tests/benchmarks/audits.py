"""What the audit of summaries finds: seeded corruptions by kind, true summaries that it speaks against, time.

Findings count; what hints find beside them, and accuse, is told in a column of its own.

    python -m tests.benchmarks audits [--half dev|check|report] [--seed N] [--list]

`dev` is there to work with; nothing may be tuned on `check` and `report`. Another `--seed` makes other corruptions of the same
summaries; `--list` names what was found by hints only, what was missed and what was flagged, of `dev` unless another half is
asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

from tests.benchmarks.clock import percentile
from tests.summary.corpus.cases import Half, Writing, present
from tests.summary.corpus.corrupt import KINDS, SEED, Corruption, Kind
from tests.summary.corpus.goals import FLAGGED, FOUND, NAMED
from tests.summary.corpus.measure import Flagged, Measured, measure

NAME = 24
"""Cells of the first column."""
WRITINGS: Mapping[Writing, str] = {
    "close": "in the record's words",
    "prose": "in free prose",
    "other": "in other styles",
}
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
    print(f"\nAudit of summaries, {half}")
    print(f"{'found of what is false':<{NAME}}{'in the record’s words':>26}{'in free prose':>26}{'with hints':>12}")
    for kind in KINDS:
        close = _found(told, kind, "close", FOUND.get(kind))
        prose = _found(told, kind, "prose", FOUND.get(kind) if kind in NAMED else None)
        print(f"{kind:<{NAME}}{close}{prose}{_percent(told.share(kind, 'prose', hints=True)):>12}")
    print(f"{'true summaries':<{NAME}}{'there are':>10}{'flagged':>8}{'goal':>8}{'with hints':>12}")
    for writing, name in WRITINGS.items():
        there = sum(each.writing == writing for each in told.unharmed)
        goal = None if writing == "other" else FLAGGED
        shares = f"{_percent(told.accused(writing)):>8}{_goal(goal)}{_percent(told.accused(writing, hints=True)):>12}"
        print(f"{name:<{NAME}}{there:>10}{shares}")
    times = [each * 1e3 for each in told.seconds]
    print(f"{'time of an audit':<{NAME}}{median(times):>7.1f} ms, 95 % under {percentile(times, 0.95):.1f} ms")


def _found(told: Measured, kind: Kind, writing: Writing, goal: float | None) -> str:
    return f"{told.made(kind, writing):>10}{_percent(told.share(kind, writing)):>8}{_goal(goal)}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _goal(share: float | None) -> str:
    return f"{'–':>8}" if share is None else f"{share:>8.0%}"


def _list(told: Measured) -> None:
    for what, some in (("hinted", told.hinted), ("missed", told.missed)):
        for each in some:
            print(f"{what}  {_name(each)}: {each.before!r} -> {each.after!r}\n        {_around(each)!r}")
    for flagged in (*told.flagged, *told.doubted):
        _list_flagged(flagged)


def _list_flagged(flagged: Flagged) -> None:
    for each in (*flagged.findings, *flagged.hints):
        words, what = flagged.summary.text[slice(*each.span)], "flagged" if each.certain else "doubted"
        print(f"{what} {flagged.case.name}, {flagged.summary.style}: {each.kind}: {words!r}\n        {each.text}")


def _name(corruption: Corruption) -> str:
    style = corruption.case.summaries[corruption.summary].style
    return f"{corruption.case.name}, {style}: {corruption.kind}"


def _around(corruption: Corruption) -> str:
    start, end = corruption.span
    return corruption.text[max(0, start - AROUND) : end + AROUND]
