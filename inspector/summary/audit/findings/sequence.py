"""Endings that cannot be: beside an exit code or a fault of the contrary, or in an order that the runs of a name never had."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

from inspector.summary.audit.candidates import meant
from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.ended import Run
from inspector.summary.audit.explained import contradiction
from inspector.summary.audit.in_turn import BACK, Step, happened, is_bare, is_no_contrast, steps
from inspector.summary.audit.lookup import Beside
from inspector.summary.audit.meant import Meant
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.stated import stated
from inspector.summary.audit.tellings import Telling, is_before, tellings
from inspector.summary.audit.turned import row

SHOWN = 400
NEAR = 3
"""Characters between a sentence and the one that goes on with its run."""
WORDS = 2
"""Words of a command that name it as surely as one name with signs does."""


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every sentence that contradicts itself or tells endings of one name in an order that they did not have."""
    beside = Beside(source)
    if not beside.runs.all:
        return
    line, end = Line(()), 0
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or claim.text.rstrip().endswith(("?", "？")):
            continue
        if (place := contradiction(claim.text)) is not None:
            span = Range(claim.start + place[0], claim.start + place[1])
            yield _finding(source, span, beside.runs.all[-1], "the ending contradicts what stands beside it")
        line = line if claim.start - end <= NEAR else Line(())
        line = yield from _turns(source, beside, claim, line)
        end = claim.start + len(claim.text)


class Line(NamedTuple):
    """The runs of a name of which the telling may go on, and what was told of them so far."""

    runs: tuple[Run, ...]
    row: tuple[Step, ...] = ()

    def with_step(self, told: list[Step], same: bool) -> Line:
        """With what is told next; `same` says that an equal ending may tell of the same run again."""
        again = same and self.row and told[0].ending == self.row[-1].ending and not told[0].later and len(told) == 1
        return self if again else Line(self.runs, (*self.row, *told))

    def with_earlier(self, told: list[Step]) -> Line:
        """With what is told to have been before the last step."""
        return Line(self.runs, (*self.row[:-1], *told, *self.row[-1:])) if self.row else self

    @property
    def is_wrong(self) -> bool:
        """Whether the runs did not end so."""
        several = len(self.row) > 1 and len(self.runs) > 1
        return several and (not happened(self.row, self.runs) or is_no_contrast(self.row, self.runs))


def _turns(source: Source, beside: Beside, claim: Claim, line: Line) -> Generator[Finding, None, Line]:
    told = tellings(claim.text)
    if any(each.endings == row(told) for each in beside.rows.of(told)):
        return Line(())
    at = 0
    for number, each in enumerate(told):
        said, at = claim.text[at : each.start + len(each.text)], each.start + len(each.text)
        if is_before(each):
            line = line.with_earlier(steps(each, each.text))
        else:
            line = _next(beside, each, told[:number], said, line if number or is_bare(said) else Line(()))
        if line.is_wrong:
            span = Range(claim.start + each.start, claim.start + each.end)
            yield _finding(source, span, line.runs[-1], "the runs of that name ended in another order")
            line = Line(())
    return line


def _next(beside: Beside, telling: Telling, before: list[Telling], said: str, line: Line) -> Line:
    """The line with a telling: it goes on where no name stands, and begins anew with a name."""
    found = steps(telling, said)
    if not found or telling.supposed or BACK.search(said) or not stated(telling.text):
        return Line(())
    if is_bare(said):
        return line.with_step(found, same=True) if line.runs else line
    named = meant(beside.calls, telling, before)
    if named is None or not named.own or named.general:
        return Line(())
    runs = tuple(named.all) if named.exact else _called(beside, named)
    return line.with_step(found, same=True) if runs == line.runs else Line(runs, tuple(found))


def _called(beside: Beside, named: Meant) -> tuple[Run, ...]:
    """The runs that have all the words of a name without signs, where they are a program and what it is to do."""
    if len(named.names) < WORDS or not any(named.names <= run.heads for run in named.all):
        return ()
    return tuple(run for run in beside.runs.all if named.names <= run.names)


def _finding(source: Source, place: Range, run: Run, text: str) -> Finding:
    block = source.pieces[run.piece]
    return Finding("reversed status", text, place, (Span(block.name, 0, min(len(block.text), SHOWN)),))
