"""What the audit finds of seeded corruptions, in each half; `python -m tests.benchmarks audits` has all figures.

`dev` and `check` are what it was made with; what is reported is `report`.
"""

from __future__ import annotations

import pytest

from tests.summary.corpus.cases import Writing
from tests.summary.corpus.corrupt import Kind, corruptions
from tests.summary.corpus.goals import FLAGGED, FOUND, NAMED
from tests.summary.corpus.known import known_again
from tests.summary.corpus.measure import Among, Measured, measure

AMONG: tuple[Among, ...] = ("close", "kept")
WRITINGS: tuple[Writing, ...] = ("close", "prose", "other")
SAID: tuple[Kind, ...] = ("negation", "attribution")


@pytest.fixture(scope="module")
def told() -> Measured:
    """All of the half that is reported."""
    with known_again():
        return measure("report")


@pytest.mark.timeout(600)
def test_the_figures(told: Measured) -> None:
    """One test, so that one worker measures, and once: each goal of `corpus.goals`, and that enough was measured."""
    assert len(told.unharmed) >= 50
    assert len(corruptions("report")) >= 300
    for kind in FOUND:
        _corruptions_are_found(kind, told)
    flagged = [(each.case.name, each.summary.style, each.findings) for each in told.flagged]
    assert (told.accused("prose") or 0) <= FLAGGED, flagged
    _whose_words_are_known(told)
    _hints_are_told_beside_findings(told)


def _corruptions_are_found(kind: Kind, told: Measured) -> None:
    missed = [(each.case.name, each.before, each.after) for each in (*told.hinted, *told.missed) if each.kind == kind]
    for among in AMONG:
        assert (told.share(kind, among) or 0) >= FOUND[kind], (kind, among, missed)
    if kind in NAMED:
        assert (told.share(kind) or 0) >= FOUND[kind], (kind, missed)


def _whose_words_are_known(told: Measured) -> None:
    """By the label of the writer: of those in the record's words nearly all, of free prose hardly one."""
    for writing, least, most in (("close", 0.95, 1.0), ("prose", 0.0, 0.05)):
        written = [each for each in told.unharmed if each.writing == writing]
        assert least <= sum(each in told.kept for each in written) / len(written) <= most


def _hints_are_told_beside_findings(told: Measured) -> None:
    assert {*told.found}.isdisjoint(told.hinted)
    for writing in WRITINGS:
        sure, all_ = told.accused(writing), told.accused(writing, hints=True)
        assert (sure is None) == (all_ is None)
        assert (sure or 0) <= (all_ or 0) <= 1
    for kind in SAID:
        assert (told.share(kind) or 0) <= (told.share(kind, hints=True) or 0)


@pytest.mark.slow
def test_what_is_known_again_changes_nothing(told: Measured) -> None:
    measure.cache_clear()
    plain = measure("report")
    assert (plain.found, plain.hinted, plain.missed) == (told.found, told.hinted, told.missed)
    assert (plain.flagged, plain.doubted, plain.kept) == (told.flagged, told.doubted, told.kept)
