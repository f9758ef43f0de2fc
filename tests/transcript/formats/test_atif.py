"""ATIF: steps as messages, what counts once, and what a summarization leaves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, TranscriptError, load
from inspector.transcript.model import Usage
from tests.transcript.formats.fixtures_atif import (
    COMPACTED,
    OPENING,
    SUBAGENT,
    WHOLE,
    answer,
    call,
    metrics,
    seen,
    step,
    trajectory,
)


def opened(tmp_path: Path, value: Any, **choice: str) -> Transcript:
    (tmp_path / "trajectory.json").write_text(json.dumps(value))
    return load(tmp_path / "trajectory.json", **choice)  # type: ignore[arg-type]


def view(transcript: Transcript, request: int) -> list[str]:
    shown = inspector.replay(transcript).view(request)
    return [" ".join("call" if b.kind == "tool_use" else b.text for b in m.blocks) for m in shown.messages]


def test_steps_are_messages(tmp_path: Path) -> None:
    found = opened(tmp_path, trajectory(*OPENING))
    assert [(m.role, m.author, m.model) for m in found.messages] == [
        ("system", "system", ""),
        ("user", "human", ""),
        ("assistant", "model", "m-1"),
        ("user", "tool", ""),
        ("assistant", "model", "m-2"),
        ("user", "tool", ""),
    ]
    assert [b.kind for b in found.messages[2].blocks] == ["thinking", "text", "tool_use", "tool_use"]
    assert [(b.tool_id, b.text) for b in found.messages[3].blocks] == [("c2", "two"), ("c1", "one")]
    assert (found.format, found.session, len(found.tools), found.report.problems) == ("atif", "s-1", 1, ())
    assert (found.messages[2].id, found.messages[2].timestamp) == ("3", "2026-03-01T09:00:03Z")
    assert (found.structure.requests, dict(found.report.records)) == (3, {"system": 1, "user": 1, "agent": 2})


def test_a_result_without_a_call_belongs_to_the_step(tmp_path: Path) -> None:
    found = opened(tmp_path, trajectory(*OPENING))
    assert (found.messages[5].blocks[0].kind, found.messages[5].blocks[0].tool_id) == ("tool_result", "c3")
    several = step(3, "agent", "x", tool_calls=[call("a"), call("b")], observation=seen("both"))
    alone = opened(tmp_path, trajectory(*OPENING[:2], several))
    assert [(b.kind, b.text) for b in alone.messages[3].blocks] == [("text", "both")], "to none of two calls in silence"
    assert alone.messages[3].author == "tool"


def test_usage(tmp_path: Path) -> None:
    found = opened(tmp_path, trajectory(*OPENING))
    assert found.messages[2].usage == Usage(100, 800, 100, 50, 20)
    assert found.messages[4].usage is None
    assert "prompt_token_ids" not in json.dumps(dict(found.messages[2].extra))


def test_copied_steps_are_not_counted_again(tmp_path: Path) -> None:
    """formats.md §21, 24: a continuation repeats the history before it."""
    copied = [{**each, "is_copied_context": True} for each in OPENING]
    found = opened(tmp_path, trajectory(*copied, step(5, "agent", "new", metrics=metrics(400, 7))))
    assert [m.usage for m in found.messages if m.usage] == [Usage(400, 0, 0, 7)]
    assert found.structure.requests == 1
    assert len(view(found, 1)) == 6


@pytest.mark.parametrize("count", [0, 3])
def test_steps_that_are_not_one_call_of_a_model(tmp_path: Path, count: int) -> None:
    """No call: no reply. Several: their sum is no size of a prompt."""
    found = opened(
        tmp_path, trajectory(*OPENING[:2], step(3, "agent", "x", metrics=metrics(9, 9), llm_call_count=count))
    )
    assert found.messages[2].usage is None
    assert found.messages[2].extra["metrics"] == metrics(9, 9)
    assert found.messages[2].author == ("client" if count == 0 else "model")


def test_a_summarization(tmp_path: Path) -> None:
    found = opened(tmp_path, trajectory(*OPENING, *COMPACTED))
    (compaction,) = found.compactions
    assert (compaction.before, compaction.summary, compaction.order) == (7, 7, (0, 1, 7))
    assert (compaction.doubtful, "does not say" in compaction.doubt) == ({0, 1}, True)
    assert found.messages[7].blocks[0].kind == "summary"
    assert view(found, 3) == ["You work in a shell.", "mend the timetable", "Here is what was done so far: all of it."]


def test_other_system_steps_in_the_middle_are_uncertain(tmp_path: Path) -> None:
    found = opened(tmp_path, trajectory(*OPENING, step(5, "system", "the clock was set back"), step(6, "agent", "so?")))
    assert (found.compactions, [m.uncertain for m in found.messages].index(True)) == ((), 6)


def test_pictures_stay_where_they_are(tmp_path: Path) -> None:
    picture = {"type": "image", "source": {"media_type": "image/png", "path": "../../etc/passwd"}}
    found = opened(
        tmp_path,
        trajectory(
            step(1, "user", [{"type": "text", "text": "see"}, picture]),
            step(
                2,
                "agent",
                "x",
                tool_calls=[call("a")],
                observation=seen(answer("a", [{"type": "text", "text": "t"}, picture])),
            ),
        ),
    )
    assert [b.kind for b in found.messages[0].blocks] == ["text", "image"]
    assert (found.messages[2].blocks[0].text, len(found.messages[2].blocks[0].images)) == ("t", 1)


def test_subagents_inside_and_beside(tmp_path: Path) -> None:
    beside = trajectory(step(1, "user", "sum up"), step(2, "agent", "so"))
    (tmp_path / "s.summarization-1.json").write_text(json.dumps(beside))
    (tmp_path / "linked.json").symlink_to(tmp_path / "s.summarization-1.json")
    refs = [{"session_id": "t-9"}, {"trajectory_path": "linked.json"}, {"trajectory_path": "../up.json"}]
    told = {"results": [{"source_call_id": "q", "subagent_trajectory_ref": refs}]}
    linked = step(8, "agent", "x", tool_calls=[call("q")], observation=told)
    found = opened(tmp_path, {**WHOLE, "steps": [*WHOLE["steps"], linked]})
    assert [(s.id, s.messages, s.title, s.parent_tool_id) for s in found.sidechains] == [
        ("t-9", 2, "sum it up", "q"),
        ("s.summarization-1.json", 2, "sum up", ""),
    ]
    assert [m.blocks[0].text for m in opened(tmp_path, WHOLE, sidechain="t-9").messages] == ["sum it up", "all of it"]
    other = opened(tmp_path, WHOLE, sidechain="s.summarization-1.json")
    assert (len(other.messages), Path(other.path).name) == (2, "s.summarization-1.json")
    for name in ("linked.json", "nobody", "../up.json"):
        with pytest.raises(TranscriptError, match="no subagent"):
            opened(tmp_path, WHOLE, sidechain=name)


def test_where_it_goes_on_is_told(tmp_path: Path) -> None:
    problems = opened(tmp_path, WHOLE).report.problems
    assert [(p.kind, "trajectory.cont-1.json" in p.reason) for p in problems] == [("continued", True)]


@pytest.mark.parametrize(
    "value",
    [
        {"schema_version": "ATIF-v1.4"},
        {"schema_version": "ATIF", "steps": {}, "agent": [], "subagent_trajectories": {"a": 1}},
        trajectory(
            5, step(1, "robot"), step(2, "agent", {"a": 1}, tool_calls=[3, {"arguments": "x"}], observation=[1])
        ),
        trajectory(
            step({"a": 1}, "agent", [[1]], observation={"results": [1, {"content": {"x": [1]}, "source_call_id": [1]}]})
        ),  # type: ignore[arg-type]
        trajectory(
            step(1, "system", [], observation={"results": [{"subagent_trajectory_ref": 5}]}, extra=7),
            llm_call_count="x",
        ),
        {**SUBAGENT, "subagent_trajectories": [SUBAGENT, SUBAGENT, 4], "session_id": 5},
    ],
)
def test_fields_of_any_type(tmp_path: Path, value: Any) -> None:
    found = opened(tmp_path, value)
    inspector.replay(found).view(found.structure.requests)
