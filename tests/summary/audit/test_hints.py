"""Findings are certain and count; hints may be wrong, stand apart, and count for nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inspector.summary.audit import Audit, Source, audit, run
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.shapes import Finding, Range
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Our export job takes 40 minutes. Make it faster.")
    .says("The export reads every row twice, see db/schema.sql.")
    .request()
)


def sure(start: int, end: int) -> Finding:
    return Finding("reversed status", "the contrary", Range(start, end))


def hint(start: int, end: int) -> Finding:
    return Finding("reversed status", "perhaps the contrary", Range(start, end), certain=False)


def audited(monkeypatch: pytest.MonkeyPatch, *found: Finding) -> Audit:
    def find(source: Source, summary: Summary) -> Iterator[Finding]:
        yield from found

    monkeypatch.setattr(run, "ALL", (find,))
    return audit(SOURCE, "x" * 40)


def test_a_name_is_certain_and_a_likeness_is_not() -> None:
    found = audit(SOURCE, "The user asked to delete the old backups of last year. Changed db/schemas.sql.")
    assert [each.kind for each in found.findings] == ["unsourced path"]
    assert [each.kind for each in found.hints] == ["unsourced instruction"]
    assert [each.kind for each in found.remarks] == ["unsourced instruction", "unsourced path"]


def test_a_hint_over_a_finding_of_its_kind_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    found = audited(monkeypatch, hint(0, 10), sure(5, 15), hint(15, 20))
    assert found.findings == (sure(5, 15),)
    assert found.hints == (hint(15, 20),)


def test_of_the_same_words_the_finding_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = audited(monkeypatch, hint(0, 10), hint(0, 10), sure(0, 10))
    assert (found.findings, found.hints) == ((sure(0, 10),), ())


def test_hints_take_nothing_from_the_score() -> None:
    with_hint = audit(SOURCE, "The user asked to delete the old backups of last year.")
    assert with_hint.hints
    assert with_hint.score == Audit(with_hint.coverage, ()).score
    assert not Audit(with_hint.coverage, ()).better_than(with_hint)
