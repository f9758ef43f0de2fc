"""What is told of runs, by order, details, codes and counts, laid beside the runs of the name."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from inspector.summary.audit.tellings import tellings
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Move the billing to the new runtime.")
    .ran("dotnet test tests/Billing -c Release", "Failed: 2, passed: 611, total: 617\nexit code: 1", error=True)
    .says("dotnet test failed: 2 of 617 tests.")
    .ran("dotnet test tests/Billing -c Release", "libgdiplus was not found\nexit code: 1", error=True)
    .says("The footer test fails on Linux, because libgdiplus was not found.")
    .ran("dotnet test tests/Billing -c Release", "Passed: 613, skipped: 4\nexit code: 0")
    .ran("timeout 900 tools/CompareTotals --all", "9800 of 41906 invoices\nexit code: 124", error=True)
    .ran("opendkim-testkey -d example.org -s hl2023", "keys do not match\nexit code: 1", error=True)
    .ran("opendkim-testkey -d example.org -s hl2024", "key OK\nexit code: 0")
    .ran("vitest run", "58 passed\nexit code: 0")
    .ran("python tools/crawl.py --seeds ten.txt", "100 pages\nexit code: 0")
    .request()
)


def certain(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "dotnet test passed at first.",
        "The next dotnet test ended with exit code 0, because libgdiplus was not found.",
        "dotnet test failed twice and then failed with 613 tests, exit code 0.",
        "tools/CompareTotals finished in time after 900 s.",
        "tools/CompareTotals timed out, exit code 0.",
        "opendkim-testkey passed for hl2023.",
        "opendkim-testkey failed for hl2024.",
        "vitest: 58 failed.",
        "The crawl with ten seeds failed.",
        "dotnet test passed with exit code 1.",
    ],
)
def test_the_contrary_of_the_run_that_is_meant_is_a_finding(text: str) -> None:
    assert certain(text) == {"reversed status"}


@pytest.mark.parametrize(
    "text",
    [
        "dotnet test failed at first.",
        "The next dotnet test ended with exit code 1, because libgdiplus was not found.",
        "dotnet test failed twice and then passed with 613 tests, exit code 0.",
        "tools/CompareTotals timed out after 900 s, exit code 124.",
        "opendkim-testkey failed for hl2023 and succeeded for hl2024.",
        "vitest: 58 passed.",
        "The crawl with ten seeds succeeded.",
        "The last dotnet test passed.",
        "If dotnet test failed, look at libgdiplus.",
        "A later crawl might have failed.",
    ],
)
def test_what_the_record_shows_is_none(text: str) -> None:
    assert certain(text) == set()


def test_a_sentence_is_parted_by_what_it_tells() -> None:
    found = tellings("`make all` failed at first (exit code 2): no rule, and later it passed with 6 tests.")
    assert [(each.told, each.codes, each.order) for each in found] == [
        ("badly", frozenset({2}), "first"),
        ("well", frozenset(), "later"),
    ]
