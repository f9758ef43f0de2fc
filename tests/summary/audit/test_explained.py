"""What explains an ending, rows of endings, and the record's words around an ending, laid beside the record."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from inspector.summary.audit.explained import is_fault, why
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Move the shop to the new cluster. The night import aborts about once in ten nights.")
    .ran("./snapshot.sh backup pre-8", "6 of 718 shards failed on node-7\nexit code: 2", error=True)
    .ran("./snapshot.sh backup pre-8-again", "718 of 718 shards\nexit code: 0")
    .ran("timeout 300 python tools/build_pdf.py", "page 164 of 240\nexit code: 124", error=True)
    .ran("timeout 900 python tools/build_pdf.py", "31 texts are missing\nexit code: 2", error=True)
    .ran("timeout 900 python tools/build_pdf.py --placeholder", "240 pages\nexit code: 0")
    .ran("timeout 1200 nix flake check -L", "building\nexit code: 124", error=True)
    .ran("statix check . && nixfmt --check flake.nix", "clean\nexit code: 0")
    .ran("./gradlew connectedTest -Ptest=RotationTest", "not attached to a context\nexit code: 1", error=True)
    .says("RotationTest fails without the fix and passes with it, and nothing else has changed.")
    .ran("restic dump backup/film.dcm", "cannot dump file: ciphertext verification failed\nexit code: 1", error=True)
    .request()
)


def certain(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "snapshot.sh ended with exit code 0: 6 of 718 shards failed.",
        "snapshot.sh ended with exit code 0, because 6 shards failed on node-7.",
        'snapshot.sh passed, "6 of 718 shards failed".',
        "build_pdf.py timed out after 300 s, then failed with exit code 2, and then failed with placeholders.",
        "nix flake check was finished with exit code 0.",
        "The agent said that RotationTest passes without the fix and passes with it.",
        "Cannot dump file: ciphertext verification passed.",
    ],
)
def test_the_contrary_is_a_finding(text: str) -> None:
    assert "reversed status" in certain(text)


@pytest.mark.parametrize(
    "text",
    [
        "snapshot.sh ended with exit code 2: 6 of 718 shards failed.",
        "The second snapshot.sh ended with exit code 0: 718 of 718 shards.",
        "build_pdf.py timed out after 300 s, then failed with exit code 2, and then succeeded with placeholders.",
        "nix flake check was killed with exit code 124.",
        "Results: The agent said that RotationTest fails without the fix and passes with it.",
        "The user said that the night import aborts about once in ten nights.",
        "The user said that the shop crashes.",
        "Cannot dump file: ciphertext verification failed.",
    ],
)
def test_what_the_record_shows_is_none(text: str) -> None:
    assert certain(text) == set()


def test_an_explanation_follows_a_colon_a_reason_a_bracket_or_quotes() -> None:
    rows = (
        ("it failed: no rule; then it passed", "no rule"),
        ("it failed, because the disk is full.", "the disk is full"),
        ("it failed (no space left) at night", "no space left"),
        ('it failed "no. more" at night', '"no. more" at night'),
        ("it failed and the disk is full", ""),
    )
    assert [why(text, len("it failed")) for text, _ in rows] == [told for _, told in rows]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("6 of 718 shards failed", True),
        ("could not compile", True),
        ("找不到文件", True),
        ("0 failed", False),
        ("the missing key was added", False),
        ("it failed before the fix", False),
        ("no test failed", False),
        ("2 of 5 had timed out", False),
        ("the unknown setting was removed", False),
        ("the login is refused", False),
    ],
)
def test_a_fault_is_neither_denied_nor_of_another_time(text: str, fault: bool) -> None:
    assert is_fault(text) == fault
