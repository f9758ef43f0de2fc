"""What the audit finds of the corruptions, and what it says against summaries that are true."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from inspector.summary.audit import Audit, Finding, Source, audit
from tests.summary.corpus.cases import Case, Half, Summary, Writing, cases
from tests.summary.corpus.corrupt import SEED, Corruption, corruptions
from tests.summary.corpus.spans import overlap, sentence_at


@dataclass(frozen=True, slots=True)
class Flagged:
    """A true summary that the audit speaks against: for certain, or with hints."""

    case: Case
    summary: Summary
    findings: tuple[Finding, ...]
    hints: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """One half: what findings tell (`found`, `flagged`), and what hints alone do (`hinted`, `doubted`).

    `seconds` holds the time of every audit, those of true summaries and of corrupted ones.
    """

    found: tuple[Corruption, ...]
    hinted: tuple[Corruption, ...]
    missed: tuple[Corruption, ...]
    unharmed: tuple[Summary, ...]
    flagged: tuple[Flagged, ...]
    doubted: tuple[Flagged, ...]
    seconds: tuple[float, ...]

    def made(self, kind: str, writing: Writing | None = None) -> int:
        """How many corruptions of one kind there are, in summaries of one writing or in all."""
        return sum(_of(each, kind, writing) for some in (self.found, self.hinted, self.missed) for each in some)

    def share(self, kind: str, writing: Writing | None = None, hints: bool = False) -> float | None:
        """How many of them were found; None where there are none."""
        found = (*self.found, *(self.hinted if hints else ()))
        made = self.made(kind, writing)
        return sum(_of(each, kind, writing) for each in found) / made if made else None

    def accused(self, writing: Writing, hints: bool = False) -> float | None:
        """How many true summaries of one writing are flagged; None where there are none."""
        there = sum(each.writing == writing for each in self.unharmed)
        flagged = (*self.flagged, *(self.doubted if hints else ()))
        return sum(each.summary.writing == writing for each in flagged) / there if there else None


@cache
def measure(half: Half, seed: int = SEED, every: int = 1) -> Measured:
    """Audit every true summary of a half, and every corruption of them (or every second, third …)."""
    seconds: list[float] = []
    good = {case.name: _audits(case, seconds) for case in cases(half)}
    found, hinted, missed = [], [], []
    for each in corruptions(half, seed)[::every]:
        before, told = good[each.case.name][each.summary], _timed(source(each.case), each.text, seconds)
        if is_found(each, before.findings, told.findings):
            found.append(each)
        else:
            (hinted if is_found(each, before.remarks, told.remarks) else missed).append(each)
    flagged = [
        Flagged(case, summary, told.findings, told.hints)
        for case in cases(half)
        for summary, told in zip(case.summaries, good[case.name], strict=True)
        if told.remarks
    ]
    return Measured(
        tuple(found),
        tuple(hinted),
        tuple(missed),
        tuple(each for case in cases(half) for each in case.summaries),
        tuple(each for each in flagged if each.findings),
        tuple(each for each in flagged if not each.findings),
        tuple(seconds),
    )


@cache
def source(case: Case) -> Source:
    """What the audit compares a summary of the session with."""
    return Source.of_messages(case.transcript.messages)


def is_found(corruption: Corruption, before: Sequence[Finding], after: Sequence[Finding]) -> bool:
    """Whether a finding touches what was corrupted that was not there before."""
    old = [each for each in before if _was_there(corruption, each)]
    new = [each for each in after if overlap(each.span, corruption.span)]
    return any(not any(each.kind == one.kind for one in old) for each in new)


def _of(corruption: Corruption, kind: str, writing: Writing | None) -> bool:
    return corruption.kind == kind and writing in {None, corruption.writing}


def _was_there(corruption: Corruption, finding: Finding) -> bool:
    """Whether the good summary had it in the sentence that was corrupted."""
    good = corruption.case.summaries[corruption.summary].text
    return overlap(finding.span, sentence_at(good, min(corruption.at, len(good) - 1)))


def _audits(case: Case, seconds: list[float]) -> list[Audit]:
    return [_timed(source(case), summary.text, seconds) for summary in case.summaries]


def _timed(of: Source, text: str, seconds: list[float]) -> Audit:
    start = time.perf_counter()
    told = audit(of, text)
    seconds.append(time.perf_counter() - start)
    return told
