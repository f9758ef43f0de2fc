"""What the audit finds of the corruptions, and what it says against summaries that are true."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache

from inspector.summary.audit import Audit, Finding, Source, audit
from tests.summary.corpus.cases import Case, Half, Summary, cases
from tests.summary.corpus.corrupt import SEED, Corruption, corruptions
from tests.summary.corpus.spans import overlap, sentence_at


@dataclass(frozen=True, slots=True)
class Flagged:
    """A true summary that the audit speaks against."""

    case: Case
    summary: Summary
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """One half. `seconds` holds the time of every audit, those of true summaries and of corrupted ones."""

    found: tuple[Corruption, ...]
    missed: tuple[Corruption, ...]
    unharmed: tuple[Summary, ...]
    flagged: tuple[Flagged, ...]
    seconds: tuple[float, ...]

    def share(self, kind: str) -> float:
        """How many corruptions of one kind were found."""
        found, missed = (sum(each.kind == kind for each in some) for some in (self.found, self.missed))
        return found / ((found + missed) or 1)


@cache
def measure(half: Half, seed: int = SEED, every: int = 1) -> Measured:
    """Audit every true summary of a half, and every corruption of them (or every second, third …)."""
    seconds: list[float] = []
    good = {case.name: _audits(case, seconds) for case in cases(half)}
    found, missed = [], []
    for each in corruptions(half, seed)[::every]:
        told = _timed(source(each.case), each.text, seconds)
        (found if is_found(each, good[each.case.name][each.summary], told) else missed).append(each)
    flagged = tuple(
        Flagged(case, summary, told.findings)
        for case in cases(half)
        for summary, told in zip(case.summaries, good[case.name], strict=True)
        if told.findings
    )
    return Measured(
        tuple(found),
        tuple(missed),
        tuple(each for case in cases(half) for each in case.summaries),
        flagged,
        tuple(seconds),
    )


@cache
def source(case: Case) -> Source:
    """What the audit compares a summary of the session with."""
    return Source.of_messages(case.transcript.messages)


def is_found(corruption: Corruption, before: Audit, after: Audit) -> bool:
    """Whether a finding touches what was corrupted that was not there before."""
    old = [each for each in before.findings if _was_there(corruption, each)]
    new = [each for each in after.findings if overlap(each.span, corruption.span)]
    return any(not any(each.kind == one.kind for one in old) for each in new)


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
