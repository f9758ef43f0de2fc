"""Whether all runs that a telling means ended otherwise than it tells."""

from __future__ import annotations

import re

from inspector.summary.audit.contradictory import PASSED
from inspector.summary.audit.details import details, named_in
from inspector.summary.audit.ended import Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import marks, without
from inspector.summary.audit.findings.exits import GENERIC
from inspector.summary.audit.lookup import Beside
from inspector.summary.audit.meant import Meant
from inspector.summary.audit.named import holds, programs
from inspector.summary.audit.supported import quotations, score
from inspector.summary.audit.supported import words as supported_words
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.units import subject, tokens

_COUNTED = re.compile(r"\d (?:\w+ )?(?:passed|failed|completed)|(?:passed|failed) \d")


def all_contrary(beside: Beside, found: Meant, telling: Telling, ending: Ending, later: bool) -> bool:
    """Whether all runs that are meant ended otherwise; `later` than what is not told, a single run is not meant."""
    if found.general or (later and len(found.all) < 2 and not (found.detailed or telling.codes)):
        return False
    if not all(
        _contrary(run, telling, ending, found) or (ending == "badly" and found.ordered and _told_well(beside, run))
        for run in found.runs
    ):
        return False
    return ending == "well" or not _fails_elsewhere(beside, found, telling)


def _told_well(beside: Beside, run: Run) -> bool:
    """Whether a run that exited with 0 was told right afterwards to have ended well, and nothing badly."""
    told = {each.ending for each in beside.record.all if each.piece == run.piece + 1}
    return run.ending is None and run.codes == {0} and told == {"well"}


def _fails_elsewhere(beside: Beside, found: Meant, telling: Telling) -> bool:
    """Whether what failed printed the name, where no program is named: what failed is named more loosely than what passed."""
    names, words = named_in(telling.text), frozenset(re.findall(r"[\w.-]+", telling.text.lower()))
    if not names or any(words & programs(run.called) for run in found.runs):
        return False
    begin = found.runs[0].piece if telling.order == "later" else 0
    failed = (run for run in beside.runs.all if run.ending == "badly" and run not in found.all and run.piece >= begin)
    given = (*details(telling), *supported_words(telling, names))
    least = min(score(beside.calls.evidence(run), given) for run in found.runs) if found.detailed else 0.0
    return any(
        all(holds(run.printed, name) for name in names) and score(beside.calls.evidence(run), given) >= least
        for run in failed
    )


def _contrary(run: Run, telling: Telling, ending: Ending, found: Meant) -> bool:
    if len(telling.codes) == 1 and run.codes and run.called and not telling.codes & run.codes:
        return True
    if ending == "well":
        if run.passed and _parted(run, telling):
            return False
        shown = any(each in run.printed for each in quotations(telling))
        return run.ending == "badly" and (shown or run.killed or PASSED.search(telling.text) is not None)
    return run.ending == "well" or (not run.called and run.codes == {0} and found.own and bool(found.names & run.heads))


def _parted(run: Run, telling: Telling) -> bool:
    """Whether a line of the output says of something that is told of, and the command does not name, that it went well."""
    text = without(telling.text, marks(telling.text))
    shared = (subject(text) | tokens(text)) & (subject(run.passed) | tokens(run.passed))
    rows = (each for each in details(telling) if " " in each and not _COUNTED.search(each))
    if any(each in run.passed for each in rows):
        return True
    return any(not word.isdigit() for word in shared - run.names - GENERIC)
