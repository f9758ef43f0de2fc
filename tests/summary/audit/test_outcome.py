"""Outcomes clause by clause: first and second runs, deeds that are not the same deed, tests as a whole."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from inspector.summary.audit.marks import outcomes
from inspector.summary.audit.units import units
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Make the invoice exporter write the new tax columns and run the whole test suite.")
    .ran(
        "pytest tests/invoices",
        "tests/invoices/test_tax.py FAILED\n1 failed, 30 passed in 2.10s\nexit code: 1",
        error=True,
    )
    .says("The invoice tests failed: the tax column was missing. I add it.")
    .ran("pytest tests/invoices", "31 passed in 2.04s\nexit code: 0")
    .says("The invoice tests pass now. I have not verified the rounding of the tax column. The exporter is fixed.")
    .ran("python bench.py exporter", "signal: killed\nexit code: 137", error=True)
    .says("The benchmark of the exporter was killed after 300 s.")
    .request()
)


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "The invoice tests failed at first and pass now.",
        "The benchmark of the exporter was killed, so the exporter is fixed but not measured.",
        "The exporter is fixed; the rounding of the tax column has not been verified.",
        "Tests failed first, because the tax column was missing.",
        "The tests pass.",
        "Once the benchmark of the exporter has finished, read the figures.",
    ],
)
def test_what_happened_is_not_flagged(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "The benchmark of the exporter finished normally.",
        "The rounding of the tax column has been verified.",
        "All tests fail.",
        "The first run of the invoice tests passed.",
    ],
)
def test_the_contrary_is_flagged(text: str) -> None:
    assert kinds(text) == {"reversed status"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("not tested yet", {"open"}),
        ("0 failed", {"well"}),
        ("the run did not finish", {"badly"}),
        ("a regression test", set()),
        ("passed the path to the loader", set()),
        ("尚未核对源码", {"open"}),
        ("已经修复", {"done"}),
    ],
)
def test_what_a_text_says(text: str, shown: set[str]) -> None:
    assert outcomes(text) == shown


def test_a_sentence_is_parted_by_its_outcomes() -> None:
    found = units("The build failed at first, but the tests passed and the cause is not verified.")
    assert [sorted(unit.outcomes) for unit in found] == [["badly"], ["well"], ["open"]]
    assert units("It exited with code 1.")[0].text == "It exited with code 1."
