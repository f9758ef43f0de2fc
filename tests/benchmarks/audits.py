"""What the audit of summaries finds: seeded corruptions by kind, true summaries that it speaks against, time.

Findings count; what hints find beside them, and accuse, is told in a column of its own. Which summaries keep the record's words
is told twice: by the label of their writer, and as the audit takes them, which is all that a program can know.

    python -m tests.benchmarks audits [--half dev|check|report] [--seed N] [--list]

`dev` and `check` are what it was made with; nothing may be tuned on `report`. Another `--seed` makes other corruptions of
the same summaries; `--list` names what was found by hints only, what was missed and what was flagged, of `dev` unless
another half is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median

from tests.benchmarks.clock import percentile
from tests.summary.corpus.cases import Half, present
from tests.summary.corpus.corrupt import KINDS, SEED, Corruption, Kind
from tests.summary.corpus.goals import FLAGGED, FOUND, NAMED
from tests.summary.corpus.measure import Among, Flagged, Measured, measure

NAME = 24
"""Cells of the first column."""
WRITINGS: Mapping[Among, str] = {
    "close": "in the record's words",
    "kept": "… as the audit takes it",
    "prose": "in free prose",
    "other": "in other styles",
}
COLUMNS: tuple[Among, ...] = ("close", "kept", "prose")
GROUP = 26
"""Cells of one of them: how many there are, the share that is found, its goal."""
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
    groups = "".join(f"{WRITINGS[each]:>{GROUP}}" for each in COLUMNS)
    print(f"{'found of what is false':<{NAME}}{groups}{'with hints':>12}")
    for kind in KINDS:
        shares = "".join(_found(told, kind, among) for among in COLUMNS)
        print(f"{kind:<{NAME}}{shares}{_percent(told.share(kind, 'prose', hints=True)):>12}")
    print(f"{'true summaries':<{NAME}}{'there are':>10}{'flagged':>8}{'goal':>8}{'with hints':>12}")
    for among, name in WRITINGS.items():
        goal = None if among == "other" else FLAGGED
        shares = f"{_percent(told.accused(among)):>8}{_goal(goal)}{_percent(told.accused(among, hints=True)):>12}"
        print(f"{name:<{NAME}}{told.there(among):>10}{shares}")
    times = [each * 1e3 for each in told.seconds]
    print(f"{'time of an audit':<{NAME}}{median(times):>7.1f} ms, 95 % under {percentile(times, 0.95):.1f} ms")


def _found(told: Measured, kind: Kind, among: Among) -> str:
    goal = FOUND.get(kind) if among != "prose" or kind in NAMED else None
    return f"{told.made(kind, among):>10}{_percent(told.share(kind, among)):>8}{_goal(goal)}"


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
