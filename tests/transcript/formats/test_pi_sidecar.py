"""OpenClaw's trajectories: the prompts that they hold are the truth about a session, and a conversation themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript.formats.pi.session import transcript_of_events
from inspector.transcript.load import load_open
from inspector.transcript.model import Transcript
from inspector.transcript.problems import Problems
from tests.transcript.formats.fixtures_pi import Pi, Trajectory, gate, lines, messages_of
from tests.transcript.formats.test_pi import said, seen


def beside(folder: Path, pi: Pi, trace: Trajectory) -> Transcript:
    path = pi.write(folder / "s.jsonl")
    (folder / "s.trajectory.jsonl").write_bytes(trace.bytes())
    return inspector.load(path)


def test_the_first_request_of_each_run_is_exact(tmp_path: Path) -> None:
    found = beside(tmp_path, *gate())
    assert found.format == "openclaw"
    assert found.exact == {1, 3, 4}
    assert found.report.problems == ()
    assert said(found)[:2] == ["You keep the gate.", "is the gate shut?"]
    assert found.tools == ({"name": "read", "description": "Reads a file.", "input_schema": {"type": "object"}},)
    assert seen(found, 4) == [0, 7, 6, 8]
    assert inspector.replay(found).certificate(4).kind == "exact"


def test_what_differs_names_request_and_message(tmp_path: Path) -> None:
    found = beside(tmp_path, *gate(last="thanks!"))
    assert found.exact == {1, 3}
    (problem,) = found.report.problems
    assert (problem.kind, problem.line) == ("sidecar-differs", 10)
    assert problem.reason.startswith("request 4: message 4 of the prompt is not what the sidecar holds (line 6)")


def test_a_message_that_only_one_of_them_has(tmp_path: Path) -> None:
    pi, trace = gate()
    del trace.events[3]["data"]["messages"][-1]
    reasons = [each.reason for each in beside(tmp_path, pi, trace).report.problems]
    assert reasons == ["request 3: message 5 of the prompt has the role assistant, in the sidecar (line 4) user"]
    trace.events[3]["data"] |= {"prompt": ""}
    reasons = [each.reason for each in beside(tmp_path, pi, trace).report.problems]
    assert reasons == ["request 3: message 5 of the prompt is in the session alone (line 4 of the sidecar)"]


def test_another_system_prompt_is_another_prompt(tmp_path: Path) -> None:
    pi, trace = gate()
    trace.events[1]["data"]["systemPrompt"] = "You keep the gate. It is Monday."
    found = beside(tmp_path, pi, trace)
    assert found.exact == {3, 4}
    assert [each.reason for each in found.report.problems] == [
        "request 1: message 1 of the prompt is not what the sidecar holds (line 2)"
    ]


def test_what_the_writer_cut_off_is_not_exact_and_no_difference(tmp_path: Path) -> None:
    cut: Any = {
        "truncated": True,
        "reason": "trajectory-field-size-limit",
        "originalChars": 40_000,
        "limitChars": 32_768,
    }
    pi, trace = gate()
    trace.events[3]["data"]["messages"][2]["content"][0]["text"] = cut
    trace.events[5]["data"]["messages"].append({"truncated": True, "reason": "trajectory-array-size-limit"})
    found = beside(tmp_path, pi, trace)
    assert (found.exact, found.report.problems) == ({1}, ())


def test_a_failed_attempt_is_replaced_by_the_one_that_was_answered(tmp_path: Path) -> None:
    pi, trace = Pi(), Trajectory()
    start = pi.user("hello")
    pi.reply("Hi.")
    trace.compiled(pi, "an earlier wording", messages_of(pi))
    pi.user("well?")
    pi.reply(stop="error", errorMessage="529")
    trace.compiled(pi, "well?", messages_of(pi)[:2], transcriptLeafId=pi.records[2]["id"])
    pi.reply("Well.")
    found = beside(tmp_path, pi, trace)
    assert (found.exact, found.report.problems, start) == ({2}, (), pi.records[1]["id"])


def test_nothing_is_followed_and_nobody_elses_trajectory_is_used(tmp_path: Path) -> None:
    pi, trace = gate()
    path = pi.write(tmp_path / "a" / "s.jsonl")
    elsewhere = tmp_path / "t.jsonl"
    elsewhere.write_bytes(trace.bytes())
    os.symlink(elsewhere, tmp_path / "a" / "s.trajectory.jsonl")
    assert inspector.load(path).exact == frozenset()
    os.unlink(tmp_path / "a" / "s.trajectory.jsonl")
    (tmp_path / "a" / "s.trajectory.jsonl").write_bytes(gate()[1].bytes().replace(b"5e55-1", b"other"))
    assert inspector.load(path).exact == frozenset()
    with path.open("rb") as file:
        assert load_open(file).exact == frozenset()


def test_a_branch_is_held_against_its_own_prompts(tmp_path: Path) -> None:
    pi, trace = gate()
    pi.write(tmp_path / "s.jsonl")
    (tmp_path / "s.trajectory.jsonl").write_bytes(trace.bytes())
    found = inspector.load(tmp_path / "s.jsonl", leaf=pi.records[6]["id"])
    assert found.exact == {1, 3}


def test_records_of_a_database_are_read_the_same(tmp_path: Path) -> None:
    pi, trace = gate()
    filed = beside(tmp_path, pi, trace)
    found = transcript_of_events(iter(pi.records), Problems(), runtime=iter(trace.events))
    assert said(found) == said(filed)
    assert (found.exact, found.compactions, found.tools) == (filed.exact, filed.compactions, filed.tools)


def test_a_trajectory_is_a_conversation_of_exact_prompts(tmp_path: Path) -> None:
    path = tmp_path / "s.trajectory.jsonl"
    path.write_bytes(gate()[1].bytes())
    found = inspector.load(path)
    assert (found.format, found.session) == ("openclaw-trajectory", "5e55-1")
    assert said(found)[:5] == ["You keep the gate.", "is the gate shut?", "", "08:01 shut", "It is."]
    assert found.exact == {1, 3, 4}
    assert found.tools[0]["name"] == "read"
    (compaction,) = found.compactions
    assert compaction.summary is not None
    assert "then opened" in said(found)[compaction.summary]
    assert [text.partition("\n")[0] for text in said(found)[-3:]][-2:] == ["thanks", "Any time."]
    assert found.report.problems == ()


def test_a_prompt_that_was_too_long_is_reported(tmp_path: Path) -> None:
    _, trace = gate()
    trace.events[3]["data"] = {"truncated": True, "reason": "trajectory-event-size-limit", "originalBytes": 300_000}
    trace.event("brand.new", x=1)
    path = tmp_path / "s.trajectory.jsonl"
    path.write_bytes(trace.bytes())
    found = inspector.load(path)
    assert [each.kind for each in found.report.problems] == ["cut", "unknown-record"]
    assert 1 in found.exact


def test_two_sessions_in_one_trajectory(tmp_path: Path) -> None:
    other = Trajectory("other")
    other.compiled(Pi(), "good morning", [])
    path = tmp_path / "s.trajectory.jsonl"
    path.write_bytes(gate()[1].bytes() + other.bytes())
    found = inspector.load(path)
    assert [each.id for each in found.sidechains] == ["other"]
    assert said(inspector.load(path, sidechain="other"))[-1] == "good morning"


def test_copies_and_leftovers_open_as_sessions(tmp_path: Path) -> None:
    for name in ("s.checkpoint.1b.jsonl", "s.jsonl.reset.2026-09-14", "s.jsonl.deleted.2026-09-14"):
        assert len(inspector.load(gate()[0].write(tmp_path / name)).messages) == 9


def test_a_pointer_is_named(tmp_path: Path) -> None:
    path = tmp_path / "s.trajectory-path.json"
    path.write_bytes(lines([{"traceSchema": "openclaw-trajectory-pointer", "runtimeFile": "/x"}]))
    with pytest.raises(inspector.TranscriptError, match="this is a pointer to an OpenClaw trajectory"):
        inspector.load(path)
