"""What comes after `__remove_all__`: what was there before is kept, everything else is new; a new reply is a request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript
from tests.transcript.formats.doubted import doubts
from tests.transcript.formats.prompts.talk import view

Record = dict[str, Any]
ALL: Record = {"type": "remove", "data": {"content": "", "id": "__remove_all__"}}
S = "Here is a summary of the conversation to date: S"


def said(kind: str, text: str, identity: str | None = None) -> Record:
    return {"type": kind, "data": {"content": text, **({"id": identity} if identity else {})}}


def pair(number: int) -> list[Record]:
    """A question and its answer: `q1` with the id 1q, `a1` with the id 1a."""
    return [said("human", f"q{number}", f"{number}q"), said("ai", f"a{number}", f"{number}a")]


def nameless(records: list[Record]) -> list[Record]:
    return [each if each is ALL else said(each["type"], each["data"]["content"]) for each in records]


@pytest.fixture
def loaded(tmp_path: Path) -> Any:
    def load(value: Any) -> Transcript:
        path = tmp_path / "log.json"
        path.write_text(json.dumps(value))
        return inspector.load(path)

    return load


SUMMARY = said("human", S, "s")
KEPT_QUESTION = [*pair(1), pair(2)[0], ALL, SUMMARY, *pair(2)]
KEPT_PAIR = [*pair(1), *pair(2), pair(3)[0], ALL, SUMMARY, *pair(2), *pair(3), *pair(4)]
NONE_KEPT = [*pair(1), pair(2)[0], ALL, SUMMARY, pair(2)[1], *pair(3)]
TWICE = [*KEPT_QUESTION, pair(3)[0], ALL, said("human", S + "2", "t"), *pair(3)]


@pytest.mark.parametrize(
    ("records", "views"),
    [
        (KEPT_QUESTION, [["q1"], [S, "q2"]]),
        (KEPT_PAIR, [["q1"], ["q1", "a1", "q2"], [S, "q2", "a2", "q3"], [S, "q2", "a2", "q3", "a3", "q4"]]),
        (NONE_KEPT, [["q1"], [S], [S, "a2", "q3"]]),
        (TWICE, [["q1"], [S, "q2"], [S + "2", "q3"]]),
    ],
)
def test_the_request_after_a_compaction(loaded: Any, records: list[Record], views: list[list[str]]) -> None:
    found = loaded(records)
    assert [view(found, number) for number in range(1, found.structure.requests + 1)] == views
    assert all(not doubts(found, number) for number in range(1, found.structure.requests + 1))


def test_without_ids_what_says_the_same_was_kept_perhaps(loaded: Any) -> None:
    """q2 and a2 stood there in this order before; a3 did not."""
    found = loaded(nameless(KEPT_PAIR))
    assert [view(found, number) for number in (3, 4)] == [
        [S, "q2", "a2", "q3"],
        [S, "q2", "a2", "q3", "a3", "q4"],
    ]
    assert found.structure.requests == 4
    assert doubts(found, 3) == {2, 3, 4}, "q2, a2, q3"
    assert "kept" in found.compactions[0].doubt


def test_without_ids_the_same_words_in_another_order_are_new(loaded: Any) -> None:
    """`done` stood before q2: after q2 it is another answer."""
    records = [said("human", "q1"), said("ai", "done"), said("human", "q2"), ALL, said("human", S), said("human", "q2")]
    found = loaded([*records, said("ai", "done"), said("human", "q3")])
    assert [view(found, number) for number in range(1, found.structure.requests + 1)] == [
        ["q1"],
        [S, "q2"],
        [S, "q2", "done", "q3"],
    ]


def test_the_same_words_with_another_id_are_new(loaded: Any) -> None:
    records = [said("human", "go", "1"), said("ai", "done", "2"), ALL, SUMMARY, said("human", "go", "3")]
    found = loaded([*records, said("ai", "done", "4"), said("human", "go", "5")])
    assert [view(found, number) for number in range(1, found.structure.requests + 1)] == [
        ["go"],
        [S, "go"],
        [S, "go", "done", "go"],
    ]
    assert found.compactions[0].order is not None
    assert 0 not in found.compactions[0].order


def test_snapshots_with_a_new_reply_after_the_summary(loaded: Any) -> None:
    """The state between the summary and the reply was never written; the reply answers it."""
    held = [[*pair(1), pair(2)[0]], [SUMMARY, *pair(2)], [SUMMARY, *pair(2), *pair(3)]]
    found = loaded([{"values": {"messages": each}, "metadata": {"step": step}} for step, each in enumerate(held)])
    assert [view(found, number) for number in range(1, found.structure.requests + 1)] == [
        ["q1"],
        [S, "q2"],
        [S, "q2", "a2", "q3"],
    ]


def test_a_cleared_result_of_the_same_id_is_the_same_message(loaded: Any) -> None:
    call = {"type": "ai", "data": {"content": "", "id": "c", "tool_calls": [{"name": "f", "args": {}, "id": "k"}]}}
    result = {"type": "tool", "data": {"content": "long", "tool_call_id": "k", "id": "r"}}
    cleared = {"type": "tool", "data": {"content": "[cleared]", "tool_call_id": "k", "id": "r"}}
    found = loaded([said("human", "q1", "1q"), call, result, said("ai", "a1", "1a"), cleared, *pair(2)])
    assert found.compactions[0].kind == "micro"
    assert dict(found.compactions[0].replaced) == {"k": "[cleared]"}
    assert len(found.messages) == 6
