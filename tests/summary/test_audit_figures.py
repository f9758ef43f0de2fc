"""What the audit finds of seeded corruptions, in each half; `python -m tests.benchmarks audits` has all figures.

`dev` and `check` are what it was made with; what is reported is `report`.
"""

from __future__ import annotations

import pytest

from tests.summary.corpus.cases import Writing
from tests.summary.corpus.corrupt import Kind, corruptions
from tests.summary.corpus.goals import FLAGGED, FOUND, NAMED
from tests.summary.corpus.measure import measure


@pytest.mark.parametrize("kind", FOUND)
def test_corruptions_are_found(kind: Kind) -> None:
    told = measure("report")
    missed = [(each.case.name, each.before, each.after) for each in (*told.hinted, *told.missed) if each.kind == kind]
    assert (told.share(kind, "close") or 0) >= FOUND[kind], missed
    if kind in NAMED:
        assert (told.share(kind) or 0) >= FOUND[kind], missed


@pytest.mark.parametrize("writing", ["close", "prose"])
def test_true_summaries_are_not_flagged(writing: Writing) -> None:
    told = measure("report")
    flagged = [(each.case.name, each.summary.style, each.findings) for each in told.flagged]
    assert (told.accused(writing) or 0) <= FLAGGED, flagged


def test_enough_is_measured() -> None:
    assert len(measure("report").unharmed) >= 50
    assert len(corruptions("report")) >= 300


def test_hints_are_told_beside_findings() -> None:
    told = measure("report")
    assert {*told.found}.isdisjoint(told.hinted)
    for writing in ("close", "prose", "other"):
        sure, all_ = told.accused(writing), told.accused(writing, hints=True)
        assert (sure is None) == (all_ is None)
        assert (sure or 0) <= (all_ or 0) <= 1
    for kind in ("negation", "attribution"):
        assert (told.share(kind) or 0) <= (told.share(kind, hints=True) or 0)
