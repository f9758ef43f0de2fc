"""Denials that were dropped: what the source forbids or denies, and the summary affirms."""

from __future__ import annotations

import pytest

from inspector.summary.audit import Source, audit
from tests.summary.talk import Talk

SOURCE = Source.of(
    Talk()
    .user("Make the importer faster. Do not change the file format, and never log customer names. Restart nothing.")
    .says("I looked at the parser. The parser does not read the index twice, so the index is not the cause.")
    .user("Good. Touch only src/importer.")
    .request()
)


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in audit(SOURCE, text).findings}


@pytest.mark.parametrize(
    "text",
    [
        "Constraints: do not change the file format; customer names are never logged; nothing may be restarted.",
        "The file format must stay as it is.",
        "The parser does not read the index twice.",
        "Touch only src/importer.",
        "The importer should become faster.",
    ],
)
def test_kept_denials_are_not_flagged(text: str) -> None:
    assert kinds(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "Constraints: change the file format.",
        "The file format may be changed.",
        "Customer names must always be logged.",
        "The parser does read the index twice.",
    ],
)
def test_dropped_denials_are_flagged(text: str) -> None:
    assert "reversed status" in kinds(text)


def test_chinese() -> None:
    source = Source.of(Talk().user("把导入改快。任何一行用户数据都不能丢，不要改文件格式。").says("明白。").request())
    assert audit(source, "任何一行用户数据都不能丢。").findings == ()
    assert audit(source, "任何一行用户数据都可以丢。").findings
    assert audit(source, "可以改文件格式。").findings
