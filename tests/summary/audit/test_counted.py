"""Counts with the wrong ending, endings in an order that no runs had, and what is told without an order."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.corpus.cases import cases
from tests.summary.corpus.measure import source
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Make the release ready.")
    .ran("npx jest test/wheel.spec.ts", "Tests: 3 passed, 3 total\nexit code: 0")
    .ran("npx jest test/door.spec.ts", "Tests: 3 failed, 3 total\nexit code: 1", error=True)
    .ran("buildpack -d stable", "2 of 28 tests fail\nexit code: 2", error=True)
    .ran("dotnet test tests/Dwh", "Failed: 2, Passed: 21\nexit code: 1", error=True)
    .ran("dotnet test tests/Dwh", "Failed: 0, Passed: 23\nexit code: 0")
    .ran("tarpit check --all", "one gap\nexit code: 1", error=True)
    .ran("tarpit check --all", "fine\nexit code: 0")
    .request()
)


@pytest.mark.parametrize(
    "text",
    [
        "test/wheel.spec.ts: 3 failed.",
        "It stopped because 2 of 28 tests passed.",
        "dotnet test ended with exit code 0, then passed.",
    ],
)
def test_the_wrong_ending_is_certain(text: str) -> None:
    assert audit(SOURCE, text).findings


@pytest.mark.parametrize(
    "text",
    [
        "test/wheel.spec.ts: 3 passed.",
        "test/door.spec.ts: 3 failed.",
        "It stopped because 2 of 28 tests failed.",
        "dotnet test failed with exit code 1, then passed.",
        "tarpit check passed.",
    ],
)
def test_what_some_run_ended_like_is_true(text: str) -> None:
    assert not audit(SOURCE, text).findings


def test_so_many_of_so_many_with_a_stroke() -> None:
    case = next(each for each in cases("check") if each.name == "zig-toml")
    told = "zig build test failed on fast-scan with exit code 1, 317/318 tests {}."
    assert not audit(source(case), told.format("passed")).findings
    assert [each.kind for each in audit(source(case), told.format("failed")).findings] == ["reversed status"]
