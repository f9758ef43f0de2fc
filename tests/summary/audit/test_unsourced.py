"""What a summary says without ground: paths, numbers, identifiers, commands and quotations."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

TALK = (
    Talk()
    .user("The nightly import takes far too long. Speed it up, but do not touch the schema in db/schema.sql.")
    .says("I look at src/importer/batch.py first; commit 4f9a2c17be is the last that was fast.")
    .ran("pytest tests/importer -q", "12 passed, 2 failed in 48.31s\nFAILED tests/importer/test_batch.py::test_retry")
    .call("Edit", {"file_path": "/srv/app/src/importer/batch.py", "old_string": "batch=50", "new_string": "batch=500"})
    .says("The batch size was 50; with 500 the import of 3,120 rows takes 96 s instead of 812 s. See OPS-4417.")
)
SOURCE = Source.of(TALK.request())


def kinds(text: str) -> list[str]:
    return [finding.kind for finding in audit(SOURCE, text).findings]


@pytest.mark.parametrize(
    "text",
    [
        "Changed batch.py: `batch` went from 50 to 500.",
        "The file src/importer/batch.py was edited (also known as importer/batch.py, src/…/batch.py).",
        "12 of 14 tests pass.",
        "The import of about 3.1k rows takes 96 seconds instead of 812, 88% less, or 8.5x faster.",
        "Commit `4f9a2c17` was fast; see OPS-4417.",
        "Ran `pytest tests/importer`: two failures, among them test_retry, after 48 s.",
        'The user said "do not touch the schema".',
        "",
        "\x00\x1b[31m",
    ],
)
def test_what_has_its_ground_is_not_flagged(text: str) -> None:
    assert kinds(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Changed src/importer/bulk.py.", "unsourced path"),
        ("Changed src/exporter/batch.py.", "unsourced path"),
        ("Do not touch db/schemas.sql.", "unsourced path"),
        ("11 passed, 3 failed.", "unsourced number"),
        ("The import of 3,210 rows is faster.", "unsourced number"),
        ("The import takes 69 s.", "unsourced number"),
        ("Commit 4f9a2c71 was fast.", "unsourced identifier"),
        ("See OPS-4471.", "unsourced identifier"),
        ("It is test_retries that fails.", "unsourced identifier"),
        ("Ran `pytest tests/exporter -q`.", "unsourced command"),
        ('The user said "please drop the old table".', "unsourced quotation"),
    ],
)
def test_what_has_none_is_flagged(text: str, kind: str) -> None:
    assert kind in kinds(text)


def test_a_finding_names_both_places() -> None:
    text = "See OPS-4471 about it."
    found = audit(SOURCE, text).findings[0]
    assert text[found.span.start : found.span.end] == "OPS-4471"
    span = found.sources[0]
    assert SOURCE.block(span.block)[span.start : span.end].lower().startswith("ops-4417")
