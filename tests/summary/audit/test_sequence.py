"""Endings that contradict what stands beside them, and endings of one name told in an order that its runs did not have."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source
from inspector.summary.audit.claims import Summary
from inspector.summary.audit.explained import contradiction
from inspector.summary.audit.findings.sequence import find
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Make the release ready.")
    .ran("./verify.sh all", "3 of 12 wrong\nexit code: 1", error=True)
    .ran("./verify.sh all", "12 tests passed\nexit code: 0")
    .ran("timeout 300 python tools/build_pdf.py", "page 164 of 240\nexit code: 124", error=True)
    .ran("timeout 900 python tools/build_pdf.py", "31 texts are missing\nexit code: 2", error=True)
    .ran("timeout 900 python tools/build_pdf.py", "240 pages\nexit code: 0")
    .ran("npm run smoke", "boom\nexit code: 1", error=True)
    .ran("git checkout v2", "exit code: 0")
    .ran("npm run smoke", "12 passed\nexit code: 0")
    .request()
)


def found(text: str) -> list[str]:
    return [text[each.span.start : each.span.end].strip() for each in find(SOURCE, Summary(text))]


@pytest.mark.parametrize(
    "text",
    [
        "verify failed, exit code 0: 3 of 12 wrong.",
        "verify 失败，退出码为 0：3 项不对。",
        "verify passed with exit code 1.",
        "The build was killed after 300 s with exit code 0.",
        "The build completed after 900 s (124).",
        'verify passed, "2 tests failed".',
        'verify passed; "2 tests failed".',
        "verify passed — could not find the key.",
        "verify 通过，“3 项失败”。",
        "verify 通过，报错 3 个。",
        "passed: 3 failed",
        "verify passed with 3 failures.",
    ],
)
def test_what_stands_beside_an_ending_contradicts_it(text: str) -> None:
    assert contradiction(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "verify failed, exit code 1: 3 of 12 wrong.",
        "verify failed and then passed with exit code 0.",
        "verify failed, but with exit code 0.",
        "verify 失败，但退出码为 0。",
        "verify passed, and lint failed with exit code 1.",
        "verify passed; lint failed.",
        "The rule passed with exit code 1, as expected.",
        "The build completed after 900 s (12 pages).",
        "9 passed, 1 failed, exit code 1.",
        "1 test failed, 8 passed, exit code 10.",
        "verify 有 3 个测试失败，21 个通过，退出码 1。",
        "passed: 0 failed",
        "verify passed with 0 failures.",
        "verify passed, 3 errors fixed.",
        "verify 通过，没有报错。",
    ],
)
def test_what_agrees_or_is_explained_does_not(text: str) -> None:
    assert contradiction(text) is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("verify.sh passed at first and passed later with 12 tests.", "passed later with 12 tests."),
        ("verify.sh failed at first, later it failed.", "later it failed."),
        ("verify.sh 第一次失败；第二次失败了。", "第二次失败了"),
        ("build_pdf.py timed out, then failed, then failed.", "then failed."),
        ("build_pdf.py failed three times and then passed.", "build_pdf.py failed three times"),
        ("build_pdf.py failed. Later it timed out. Then it failed.", "Then it failed."),
        ("`npm run smoke` failed. After the checkout it failed.", "After the checkout it failed."),
    ],
)
def test_an_order_that_the_runs_did_not_have(text: str, place: str) -> None:
    assert found(text) == [place]


@pytest.mark.parametrize(
    "text",
    [
        "verify.sh failed at first and passed later with 12 tests.",
        "verify.sh 第一次失败；第二次通过了。",
        "build_pdf.py timed out, then failed, then passed.",
        "build_pdf.py failed twice and then passed.",
        "build_pdf.py failed at first, and the second time it failed again.",
        "`npm run smoke` failed. After the checkout it passed.",
        "`npm run smoke` failed. It failed with boom.",
        "`npm run smoke` passed. Before the checkout it had failed.",
        "`npm run smoke` failed. After the checkout the linter failed.",
    ],
)
def test_the_order_that_they_had(text: str) -> None:
    assert found(text) == []
