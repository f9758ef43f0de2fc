"""What the audit finds of the corruptions, and what it says against summaries that are true."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from inspector.summary.audit import Audit, Finding, Source, audit
from tests.summary.corpus.cases import Case, Half, Summary, Writing, cases
from tests.summary.corpus.corrupt import SEED, Corruption, corruptions
from tests.summary.corpus.spans import overlap, sentence_at

Among = Writing | Literal["kept"]
"""How a summary is written: by the label of its writer; or `kept`, where the audit takes it to keep the record's words."""


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

    `kept` holds what the audit takes to keep the record's words. `seconds` holds the time of every audit, those of true
    summaries and of corrupted ones.
    """

    found: tuple[Corruption, ...]
    hinted: tuple[Corruption, ...]
    missed: tuple[Corruption, ...]
    unharmed: tuple[Summary, ...]
    flagged: tuple[Flagged, ...]
    doubted: tuple[Flagged, ...]
    kept: frozenset[Corruption | Summary]
    seconds: tuple[float, ...]

    def made(self, kind: str, among: Among | None = None) -> int:
        """How many corruptions of one kind there are, in summaries of one writing or in all."""
        return len(self._of((*self.found, *self.hinted, *self.missed), kind, among))

    def share(self, kind: str, among: Among | None = None, hints: bool = False) -> float | None:
        """How many of them were found; None where there are none."""
        found = (*self.found, *(self.hinted if hints else ()))
        made = self.made(kind, among)
        return len(self._of(found, kind, among)) / made if made else None

    def there(self, among: Among) -> int:
        """How many true summaries of one writing there are."""
        return sum(self._is(each, among) for each in self.unharmed)

    def accused(self, among: Among, hints: bool = False) -> float | None:
        """How many of them are flagged; None where there are none."""
        there, flagged = self.there(among), (*self.flagged, *(self.doubted if hints else ()))
        return sum(self._is(each.summary, among) for each in flagged) / there if there else None

    def _of(self, some: Sequence[Corruption], kind: str, among: Among | None) -> list[Corruption]:
        return [each for each in some if each.kind == kind and (among is None or self._is(each, among))]

    def _is(self, each: Corruption | Summary, among: Among) -> bool:
        return each in self.kept if among == "kept" else each.writing == among


@cache
def measure(half: Half, seed: int = SEED, every: int = 1) -> Measured:
    """Audit every true summary of a half, and every corruption of them (or every second, third …)."""
    seconds: list[float] = []
    good = {case.name: _audits(case, seconds) for case in cases(half)}
    kept: set[Corruption | Summary] = set()
    found, hinted, missed = [], [], []
    for each in corruptions(half, seed)[::every]:
        before, told = good[each.case.name][each.summary], _timed(source(each.case), each.text, seconds)
        if told.keeps_words:
            kept.add(each)
        if is_found(each, before.findings, told.findings):
            found.append(each)
        else:
            (hinted if is_found(each, before.remarks, told.remarks) else missed).append(each)
    true = [(case, *each) for case in cases(half) for each in zip(case.summaries, good[case.name], strict=True)]
    kept.update(summary for _, summary, told in true if told.keeps_words)
    flagged = [Flagged(case, summary, told.findings, told.hints) for case, summary, told in true if told.remarks]
    return Measured(
        tuple(found),
        tuple(hinted),
        tuple(missed),
        tuple(summary for _, summary, _ in true),
        tuple(each for each in flagged if each.findings),
        tuple(each for each in flagged if not each.findings),
        frozenset(kept),
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
