"""Outcomes turned round: failed → passed, killed → finished, not checked → fixed, exit codes, counts of tests."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.audit.noticed import noticed
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Bring the nightly migration of the orders table to an end and find out why the linter complains.")
    .ran("python migrate.py --table orders", "copied 4,200 rows\nKilled\nexit code: 137", error=True)
    .says("The migration of the orders table was killed. I have not checked the linter configuration yet.")
    .ran("pytest tests/orders -q", "31 passed in 4.02s\nexit code: 0")
    .says("The tests of the orders package pass. The deployment to staging failed on a missing secret.")
    .request()
)


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "The migration of the orders table was killed (exit code 137).",
        "The linter configuration has not been checked.",
        "31 tests of the orders package passed.",
        "The deployment to staging failed because a secret is missing.",
        "The migration did not finish.",
        "Next: check the linter configuration, then deploy to staging.",
    ],
)
def test_true_outcomes_are_not_flagged(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "The migration of the orders table finished successfully.",
        "The linter configuration has been checked.",
        "31 tests of the orders package failed.",
        "The deployment to staging succeeded.",
        "`python migrate.py --table orders` ended with exit code 0.",
        "The migration of the orders table completed successfully, exit code 137.",
    ],
)
def test_reversed_outcomes_are_flagged(text: str) -> None:
    assert "reversed status" in noticed(SOURCE, text)


def test_not_yet_checked_turned_into_fixed() -> None:
    source = Source.of(
        Talk()
        .user("排查订单接口的 500。只读，不修改文件。")
        .says("发现 TypeError，尚未核对源码。")
        .says("I found a TypeError in the order service; its source is not yet checked.")
        .request()
    )
    for text in ("发现 TypeError，已经修复。", "The TypeError in the order service is fixed."):
        assert "reversed status" in noticed(source, text), text
    for text in ("发现 TypeError，尚未核对源码。", "The source of the TypeError is not yet checked."):
        assert audit(source, text).findings == (), text
