"""Where opencode put what it kept, by the version of the session; and summaries that do not name their marker."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import inspector
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.fixtures_opencode import LATER, START, export, marker, reply, summary, user, written

ASKED = "What did we do so far?"
KEPT_FIRST = ["two", "second", ASKED, "SUMMARY", "three"]
SUMMARY_FIRST = [ASKED, "SUMMARY", "two", "second", "three"]
BEGINNING = (user(1, "one"), reply(2, "first", parent=1), user(3, "two"), reply(4, "second", parent=3))


def view(transcript: Any, request: int) -> list[str]:
    messages = inspector.replay(transcript).view(request).messages
    return [block.text for message in messages for block in message.blocks if block.text]


@pytest.mark.parametrize(
    ("version", "at", "expected", "certain"),
    [
        ("1.14.30", START, KEPT_FIRST, True),
        ("1.14.36", LATER, KEPT_FIRST, False),
        ("1.14.40", LATER, SUMMARY_FIRST, True),
        ("1.15.0", START, SUMMARY_FIRST, True),
        ("1.15.0", LATER, SUMMARY_FIRST, True),
        ("1.14.38", START, KEPT_FIRST, False),
        ("1.14.38", LATER, SUMMARY_FIRST, False),
        ("1.1.0", START, KEPT_FIRST, False),
        ("1.1.0", LATER, SUMMARY_FIRST, False),
        ("local", LATER, SUMMARY_FIRST, False),
        (None, START, KEPT_FIRST, False),
        (["1.15.0"], START, KEPT_FIRST, False),
    ],
)
def test_the_version_decides_where_it_can(
    tmp_path: Path, version: Any, at: int, expected: list[str], certain: bool
) -> None:
    """anomalyco/opencode#25851: 1.14.36 is the last without it, 1.14.40 certainly has it; 1.4.3 kept nothing yet."""
    rest = (
        marker(5, at=at, tail_start_id="msg_0003"),
        summary(6, "SUMMARY", 5, at=at),
        user(7, "three", at=at),
        reply(8, "third", parent=7, at=at),
    )
    found = inspector.load(written(tmp_path / "s.json", export(*BEGINNING, *rest, version=version)))
    assert view(found, 4) == expected
    assert doubts(found, 4) == (frozenset() if certain else {2, 3})
    assert bool(found.compactions[0].doubt) is not certain


@pytest.mark.parametrize("parent", [{"parent": 3}, {"parent": 99}, {"parentID": None}])
def test_a_summary_that_names_no_marker_answers_the_newest_one(tmp_path: Path, parent: dict[str, Any]) -> None:
    told = summary(6, "SUMMARY", **{"parent": 0, **parent})
    found = inspector.load(
        written(tmp_path / "s.json", export(*BEGINNING, marker(5), told, user(7, "three"), reply(8, "third", parent=7)))
    )
    assert view(found, 4) == [ASKED, "SUMMARY", "three"]
    assert [c.summary for c in found.compactions] == [5]


def test_a_marker_that_has_its_summary_waits_for_no_other(tmp_path: Path) -> None:
    """The second summary has no marker of its own: it stands for what was before it, as before there were markers."""
    rest = (marker(5), summary(6, "SUMMARY", 5), user(7, "three"), reply(8, "third", parent=7))
    more = (summary(9, "ANOTHER", 7), user(10, "four"), reply(11, "fourth", parent=10))
    found = inspector.load(written(tmp_path / "s.json", export(*BEGINNING, *rest, *more)))
    assert view(found, 4) == [ASKED, "SUMMARY", "three"]
    assert view(found, 6) == ["ANOTHER", "four"]
