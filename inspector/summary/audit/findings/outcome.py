"""What a sentence tells of a run, laid beside the record: the runs that it may mean, and what was told in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.candidates import Calls, Meant, details, meant, named_in
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.ended import Ended, Run
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import marks, without
from inspector.summary.audit.explained import is_fault
from inspector.summary.audit.findings.exits import GENERIC
from inspector.summary.audit.named import holds, programs, signed
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.supported import is_printed_so, quotations, score
from inspector.summary.audit.supported import words as supported_words
from inspector.summary.audit.tellings import Telling, stated, tellings
from inspector.summary.audit.told import CONTRARY, Record, Told, about, outcome
from inspector.summary.audit.turned import Rows, row, turned
from inspector.summary.audit.units import subject, tokens

SHOWN = 400
KILLED = 124
"""From this exit code on a run was ended by something else."""
WORDS = 5
SURE, LIKELY = 0.85, 0.75
"""The share of a telling's words that what is told in the record has: where it is the same sentence, with so many words or
more; and where it speaks of the same run, though the name or the details say which run is meant."""
_PASSED = re.compile(r"pass|succe|green|success|works|exit code 0|normally|in time|通过|成功|顺利|正常", re.I)
_SAYS = re.compile(r"\b(?:the )?user(?: said| says| wrote| reported|:)|用户(?:说|：)", re.I)
"""What a person tells of the world is no run of the session, unless it is called by its name."""
_COUNTED = re.compile(r"\d (?:\w+ )?(?:passed|failed|completed)|(?:passed|failed) \d")
_SAID = re.compile(r"[\"“「]([^\"”」\n]+)[\"”」]")
_TODAY = re.compile(r"\b(?:pass|passes|succeeds|works|green)\b", re.I)
_ORDINAL = re.compile(r"\b(?:second|third|fourth|fifth|next|again)\b|第[二三四五]次|再次", re.I)
_FAULT, _PASS = re.compile(r"fail|error|✗|✘|✕|失败|panick"), re.compile(r"pass|\bok\b|✓|✔|succe|通过|成功")


class Beside:
    """A source with what is looked up in it."""

    def __init__(self, source: Source) -> None:
        self.runs = source.keep("ended", lambda: Ended(source))
        self.calls = source.keep("calls", lambda: Calls(source, self.runs))
        self.record = source.keep("told", lambda: Record(source))
        self.rows = source.keep("rows", lambda: Rows(source))


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every ending that is told of a run and that the record contradicts."""
    beside = Beside(source)
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or claim.text.rstrip().endswith(("?", "？")) or not beside.runs.all:
            continue
        told = tellings(claim.text)
        rows = beside.rows.of(told)
        supported = any(each.endings == row(told) for each in rows) or (bool(rows) and _ran_so(beside, told))
        if rows and not supported:
            yield _finding(source, claim.span, rows[-1].piece)
            continue
        for at, each in enumerate(told):
            if supported and not is_contradictory(each):
                continue
            piece = against(beside, each, told[:at])
            if piece is None and _alone(beside, each, told[:at]):
                piece = turned(source, claim.text, each.start, each.end)
            if piece is not None:
                yield _finding(source, Range(claim.start + each.start, claim.start + each.end), piece)


def _ran_so(beside: Beside, told: list[Telling]) -> bool:
    """Whether the runs of the first name ended one after the other as it is told."""
    found = meant(beside.calls, told[0])
    if found is None or not (found.exact and found.own):
        return False
    runs = iter(found.all)
    return all(any(_is_of(run, each) for run in runs) for each in told)


def _is_of(run: Run, telling: Telling) -> bool:
    return run.ending == outcome(telling) and (not telling.codes or bool(telling.codes & run.codes))


def _says(telling: Telling) -> bool:
    return _SAYS.search(f"{telling.lead} {telling.text}") is not None


def shown(source: Source, text: str) -> bool:
    """Whether each ending that a sentence tells, with its exit code, is that of every run that it means by name."""
    told = tellings(text)
    beside = Beside(source) if len(told) == 1 or any(each.codes for each in told) else None
    return beside is not None and all(_is_shown(beside, each, told[:at]) for at, each in enumerate(told))


def _is_shown(beside: Beside, telling: Telling, before: list[Telling]) -> bool:
    found = meant(beside.calls, telling, before)
    if found is None or not found.exact or is_contradictory(telling) or (telling.codes and not found.own):
        return False
    fits = [_is_of(run, telling) for run in found.runs]
    return all(fits) if found.detailed or found.ordered else any(fits)


def _finding(source: Source, place: Range, piece: int) -> Finding:
    block = source.pieces[piece]
    where = Span(block.name, 0, min(len(block.text), SHOWN))
    return Finding("reversed status", "the run of that name ended otherwise", place, (where,))


def _alone(beside: Beside, telling: Telling, before: list[Telling]) -> bool:
    """Whether a telling is stated and no run that it may mean ended so."""
    found = meant(beside.calls, telling, before)
    ended = outcome(telling)
    return (
        ended is not None
        and not telling.supposed
        and stated(telling.text)
        and (found is None or _says(telling) or not any(run.ending == ended for run in found.runs))
    )


def against(beside: Beside, telling: Telling, before: list[Telling]) -> int | None:
    """The place of the piece that contradicts what is told; nothing where something speaks for it."""
    ending = outcome(telling)
    if telling.supposed or not stated(telling.text) or ending is None:
        return None
    found = meant(beside.calls, telling, before)
    if _says(telling) and found is not None and not found.exact:
        return None
    if not is_contradictory(telling) and is_printed_so(beside.runs.all, telling, ending):
        return None
    if is_contradictory(telling):
        return (found.runs if found else beside.runs.all)[-1].piece
    said = [each for each in _said(beside, telling) if found is None or not _of_other_run(beside, found, each[1])]
    least = LIKELY if found is not None and (found.detailed or found.exact) else 0.0
    sure = found is not None and found.exact and found.own and found.ordered
    alike = (each for share, each in said if each.ending == ending and share >= least and _coded_alike(each, telling))
    if any(not (sure and _is_mixed(each)) for each in alike):
        return None
    if found is not None and _all_contrary(beside, found, telling, ending, telling.order == "later" and not before):
        return found.runs[-1].piece
    if found is None and (piece := _printed(beside, telling, ending)) is not None:
        return piece
    contrary = [(share, each) for share, each in said if each.ending == CONTRARY[ending]]
    if found is None and telling.codes - {0}:
        contrary = [(share, each) for share, each in contrary if share >= SURE or not _is_mixed(each)]
    if not contrary or len(about(telling)) < 2 or (found is None and _of_another_time(telling, contrary)):
        return None
    share, last = contrary[-1]
    if found is None and _goes_with(beside, before, ending, last):
        return None
    worded = share >= SURE and len(about(telling)) >= WORDS
    return last.piece if worded or found is None or not any(run.ending == ending for run in found.best) else None


def _goes_with(beside: Beside, before: list[Telling], ending: Ending, contrary: Told) -> bool:
    """Whether the sentence has just told, of the run that the contrary one names, that it ended so: this is of that run."""
    if not before or outcome(before[-1]) != ending or not (names := signed(before[-1].text)):
        return False
    found = meant(beside.calls, before[-1], before[:-1])
    return (
        found is not None
        and any(run.ending == ending for run in found.runs)
        and holds(contrary.text.lower(), names[0].lower())
    )


def _of_other_run(beside: Beside, found: Meant, told: Told) -> bool:
    """Whether it was told right after a run of the name that the time tells not to be meant."""
    if not (found.ordered and found.own):
        return False
    return any(run.piece + 1 == told.piece and run not in found.runs for run in found.all)


def _of_another_time(telling: Telling, contrary: list[tuple[float, Told]]) -> bool:
    """Whether a second or third time is told of, and in the record one time only, without saying which."""
    return (
        _ORDINAL.search(telling.text) is not None
        and len({each.text for _, each in contrary}) == 1
        and not any(_ORDINAL.search(each.text) for _, each in contrary)
    )


def _is_mixed(told: Told) -> bool:
    """Whether the sentence tells of one run both what went well in it and what did not."""
    return {mark.ending for mark in marks(told.text)} >= {"well", "badly"}


def _said(beside: Beside, telling: Telling) -> list[tuple[float, Told]]:
    """What was told of the same matter; of a name with signs, where it was told of it."""
    said = beside.record.of(telling)
    names = signed(telling.text)
    return [each for each in said if names and holds(each[1].text.lower(), names[0])] or said


def _all_contrary(beside: Beside, found: Meant, telling: Telling, ending: Ending, later: bool) -> bool:
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


def _coded_alike(told: Told, telling: Telling) -> bool:
    return not telling.codes or not told.codes or bool(telling.codes & told.codes)


def is_contradictory(telling: Telling) -> bool:
    """Whether the ending, the exit code beside it and what explains it cannot all be."""
    sure = _PASSED.search(telling.text) or telling.why.startswith(('"', "“", "「"))
    if outcome(telling) == "well" and sure and is_fault(telling.why):
        return True
    if len(telling.codes) != 1:
        return False
    code = min(telling.codes)
    if telling.told == "badly" and code == 0:
        return True
    return telling.told == "well" and (code >= KILLED or (code > 0 and _PASSED.search(telling.text) is not None))


def _contrary(run: Run, telling: Telling, ending: Ending, found: Meant) -> bool:
    if len(telling.codes) == 1 and run.codes and run.called and not telling.codes & run.codes:
        return True
    if ending == "well":
        if run.passed and _parted(run, telling):
            return False
        shown = any(each in run.printed for each in quotations(telling))
        return run.ending == "badly" and (shown or run.killed or _PASSED.search(telling.text) is not None)
    return run.ending == "well" or (not run.called and run.codes == {0} and found.own and bool(found.names & run.heads))


def _parted(run: Run, telling: Telling) -> bool:
    """Whether a line of the output says of something that is told of, and the command does not name, that it went well."""
    text = without(telling.text, marks(telling.text))
    shared = (subject(text) | tokens(text)) & (subject(run.passed) | tokens(run.passed))
    rows = (each for each in details(telling) if " " in each and not _COUNTED.search(each))
    if any(each in run.passed for each in rows):
        return True
    return any(not word.isdigit() for word in shared - run.names - GENERIC)


def _printed(beside: Beside, telling: Telling, ending: Ending) -> int | None:
    """A run whose output has the name of what is told to have ended, where all that is shown and told of it is contrary."""
    quoted = [spoken(each) for each in _SAID.findall(telling.text)]
    names = quoted or signed(telling.text) or signed(telling.lead)
    if not names:
        return None
    name = names[0]
    printing = [run for run in beside.runs.all if holds(run.printed, name)]
    told = [each for each in beside.record.all if holds(each.text.lower(), name)]
    if any(each.ending == ending for each in told) or any(
        holds(run.passed, name) for run in printing if ending == "well"
    ):
        return None
    given = [each for each in details(telling) if each not in names]
    if detailed := [run for run in printing if any(each in run.printed for each in given)]:
        return detailed[-1].piece if all(run.ending == CONTRARY[ending] for run in detailed) else None
    if told:
        return told[-1].piece
    shown = [_shown(run, name) or run.ending for run in printing]
    if ending == "well" and (telling.order in ("later", "last") or _TODAY.search(telling.text)):
        return None
    return printing[-1].piece if shown and all(each == CONTRARY[ending] for each in shown) else None


def _shown(run: Run, name: str) -> Ending | None:
    """What the lines of an output that have the name say of it."""
    lines = [line for line in run.text.lower().split("\n") if holds(line, name)]
    bad, good = any(_FAULT.search(line) for line in lines), any(_PASS.search(line) for line in lines)
    if bad == good:
        return None
    return "badly" if bad else "well"
