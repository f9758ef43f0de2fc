"""How runs ended: a claim is flagged where all of its name ended otherwise, and left alone where anything speaks for it."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from inspector.summary.audit.endings import endings
from inspector.summary.audit.units import units
from tests.summary.audit.noticed import noticed
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
    .ran("grep -n warmup logs/nightly.log", "12: warmup failed on node 3\nexit code: 0")
    .ran("docker push registry/ledger:1.4", "1.4: digest pushed\nexit code: 0")
    .ran("make migrate-ledger", "timed out waiting for the lock\nexit code: 124", error=True)
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
        "The warmup failed on node 3.",
        "The push of the ledger image would fail if the registry were full.",
        "One run of the invoice tests failed.",
        "`make migrate-ledger` timed out (exit code 124).",
        "After the migration of the ledger a second attempt succeeded.",
    ],
)
def test_what_happened_is_not_flagged(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "The benchmark of the exporter finished normally.",
        "The rounding of the tax column has been verified.",
        "`make migrate-ledger` came to its end.",
        "`make migrate-ledger` timed out (exit code 0).",
        "The docker push of the ledger failed.",
        "Completed: `make migrate-ledger`.",
        "The benchmark, with the exporter of today, ran to the end.",
    ],
)
def test_the_contrary_is_flagged(text: str) -> None:
    assert noticed(SOURCE, text) == {"reversed status"}


def test_all_tests_pass_where_some_failed_in_every_run() -> None:
    talk = Talk().ran("pytest -q", "1 failed, 57 passed in 33.08s\nexit code: 1", error=True)
    source = Source.of(talk.request())
    assert noticed(source, "The whole test suite passes.") == {"reversed status"}
    assert audit(source, "57 tests passed.").findings == ()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("not tested yet", {"open"}),
        ("0 failed", {"well"}),
        ("the run did not finish", {"badly"}),
        ("stopped without a crash", set()),
        ("a regression test", set()),
        ("passed the path to the loader", set()),
        ("the first pass inserts them", set()),
        ("finished with exit code 137", {"badly"}),
        ("尚未核对源码", {"open"}),
        ("已经修复", {"done"}),
        ("正常结束", {"well"}),
    ],
)
def test_what_a_text_says(text: str, shown: set[str]) -> None:
    assert endings(text) == shown


def test_a_sentence_is_parted_by_its_endings() -> None:
    found = units("The build failed at first, but the tests passed and the cause is not verified.")
    assert [sorted(unit.endings) for unit in found] == [["badly"], ["well"], ["open"]]
    assert units("The build was killed (exit code 137).")[0].text == "The build was killed (exit code 137"
