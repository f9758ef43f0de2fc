"""Of the runs of a name, those that the time and the details of a telling pick."""

from __future__ import annotations

import re

from inspector.summary.audit.called import Calls
from inspector.summary.audit.details import details, named_in
from inspector.summary.audit.ended import Run
from inspector.summary.audit.endings import marks
from inspector.summary.audit.meant import Meant
from inspector.summary.audit.named import holds, kinds
from inspector.summary.audit.supported import quotations, rows, score, words
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.told import outcome

LONG = 6
"""Letters of a quotation that says more than the exit code beside it."""
SAME = 0.1
_HAD = re.compile(r"after (?:it|they|that|this) had\b", re.I)
_CHANGE = re.compile(r"改|修|\b(?:chang\w*|fix\w*|patch\w*|touch\w*|edit\w*|mend\w*|correct\w*)", re.I)
_WHEN_DONE = re.compile(r"^after (?:the |a |an )?|\b(?:had|has|was) (?:been )?run$", re.I)
_SECOND = re.compile(r"^\W*the second (?!time)\S", re.I)


def picked(
    calls: Calls,
    telling: Telling,
    strict: list[Run],
    runs: list[Run],
    loose: list[Run],
    names: frozenset[str],
    own: bool,
    exact: bool,
) -> Meant:
    timed = _at_time(calls, telling, runs) or _timed(telling, strict, runs, loose)
    detailed = _detailed(calls, telling, runs)
    both = [run for run in timed if run in detailed] if detailed and telling.order != "last" else timed
    chosen = both or [run for run in runs if run in timed or run in detailed]
    best = [run for run in chosen if run in strict] or chosen
    return Meant(chosen, best, own, names, exact, bool(detailed), len(timed) < len(runs), runs)


def _at_time(calls: Calls, telling: Telling, runs: list[Run]) -> list[Run]:
    """Those before anything was changed, after the change, or after another command; nothing where it says no such time."""
    when = telling.when
    if len(runs) < 2 or not when:
        return []
    if when.lower().startswith("before"):
        return runs[:1] if _CHANGE.search(when) else []
    if had := _HAD.match(when):
        earlier = {mark.ending for mark in marks(when[had.end() :])}
        since = next((at for at, run in enumerate(runs) if run.ending in earlier), None)
        return runs[since + 1 :] if since is not None else []
    done = _WHEN_DONE.sub("", when).strip(" .").lower()
    begin = next((each.run.piece for each in calls.all if " " in done and holds(each.text, done)), None)
    if begin is not None:
        return [run for run in runs if run.piece >= begin][:1]
    failed = next((at for at, run in enumerate(runs) if run.ending == "badly"), None)
    if failed and runs[0].ending == "well" and outcome(telling) == "badly":
        return []
    return [*dict.fromkeys((*runs[failed + 1 :][:1], runs[-1]))] if failed is not None and _CHANGE.search(when) else []


def _is_program(run: Run, strict: list[Run]) -> bool:
    """Whether a run is of a program that those are of which the name is told best."""
    wanted = frozenset[str]().union(*(kinds(each.called) for each in strict))
    return not wanted or bool(wanted & kinds(run.called))


def _timed(telling: Telling, strict: list[Run], runs: list[Run], loose: list[Run]) -> list[Run]:
    loose = [run for run in loose if _is_program(run, strict)] or strict
    if telling.order == "last":
        return [*dict.fromkeys((strict[-1], runs[-1], loose[-1]))]
    if len(runs) < 2 or telling.order is None:
        return runs
    if telling.order == "later":
        if _SECOND.search(telling.text) and len(strict) > 1:
            return [*dict.fromkeys((strict[1], runs[1], loose[1]))]
        return runs[1:]
    return [*dict.fromkeys((strict[0], runs[0]))]


def _detailed(calls: Calls, telling: Telling, runs: list[Run]) -> list[Run]:
    """Those whose command, output and what was told right after hold most of the details; nothing where none does."""
    said = [quoted for quoted in quotations(telling) if len(quoted) >= LONG]
    quoting = [run for run in runs if said and all(quoted in run.printed for quoted in said)]
    if telling.codes and quoting:
        return quoting
    if told := [run for run in runs if (telling.codes - {0}) & run.codes]:
        return told
    given, quoted = details(telling), quotations(telling)
    if len(runs) > 1:
        names = named_in(telling.text)
        printed = (each for each in names if not calls.has(each) and any(each in run.printed for run in runs))
        given = (*given, *words(telling, names), *rows(telling), *printed)
    held = [calls.evidence(run) for run in runs]
    scores = [score(each, given, quoted) for each in held]
    most = max(scores, default=0.0)
    return [run for run, each in zip(runs, scores, strict=True) if each > most - SAME] if most else []
