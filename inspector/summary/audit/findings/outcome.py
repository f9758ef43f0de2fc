"""What a sentence tells of a run, laid beside the record: the runs that it may mean, and what was told in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.all_contrary import all_contrary
from inspector.summary.audit.candidates import meant
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.contradictory import is_contradictory
from inspector.summary.audit.ended import Run
from inspector.summary.audit.lookup import Beside
from inspector.summary.audit.output_contrary import contrary_output
from inspector.summary.audit.said_of import goes_with, is_mixed, is_of_another_time, is_of_other_run, said_of
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.stated import stated
from inspector.summary.audit.supported import is_printed_so
from inspector.summary.audit.tellings import Telling, tellings
from inspector.summary.audit.told import CONTRARY, Told, about, outcome
from inspector.summary.audit.turned import row, turned

SHOWN = 400
WORDS = 5
SURE, LIKELY = 0.85, 0.75
"""The share of a telling's words that what is told in the record has: where it is the same sentence, with so many words or
more; and where it speaks of the same run, though the name or the details say which run is meant."""
_SAYS = re.compile(r"\b(?:the )?user(?: said| says| wrote| reported|:)|用户(?:说|：)", re.I)
"""What a person tells of the world is no run of the session, unless it is called by its name."""


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
    said = [each for each in said_of(beside, telling) if found is None or not is_of_other_run(beside, found, each[1])]
    least = LIKELY if found is not None and (found.detailed or found.exact) else 0.0
    sure = found is not None and found.exact and found.own and found.ordered
    alike = (each for share, each in said if each.ending == ending and share >= least and _coded_alike(each, telling))
    if any(not (sure and is_mixed(each)) for each in alike):
        return None
    if found is not None and all_contrary(beside, found, telling, ending, telling.order == "later" and not before):
        return found.runs[-1].piece
    if found is None and (piece := contrary_output(beside, telling, ending)) is not None:
        return piece
    contrary = [(share, each) for share, each in said if each.ending == CONTRARY[ending]]
    if found is None and telling.codes - {0}:
        contrary = [(share, each) for share, each in contrary if share >= SURE or not is_mixed(each)]
    if not contrary or len(about(telling)) < 2 or (found is None and is_of_another_time(telling, contrary)):
        return None
    share, last = contrary[-1]
    if found is None and goes_with(beside, before, ending, last):
        return None
    worded = share >= SURE and len(about(telling)) >= WORDS
    return last.piece if worded or found is None or not any(run.ending == ending for run in found.best) else None


def _coded_alike(told: Told, telling: Telling) -> bool:
    return not telling.codes or not told.codes or bool(telling.codes & told.codes)
