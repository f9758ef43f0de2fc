"""The event envelope as a transcript format: recognised by content, broken rules reported by line, the rest loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import Transcript, load
from inspector.transcript import store as bodies
from tests.transcript.evidence.files import event, lines


def loaded(tmp_path: Path, *records: Any) -> Transcript:
    path = tmp_path / "whatever.log"
    path.write_bytes(lines(*records))
    return load(path)


def problems(transcript: Transcript) -> list[tuple[int, str]]:
    return [(problem.line, problem.kind) for problem in transcript.report.problems]


def test_sound_events(tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "a"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "A"}
    transcript = loaded(
        tmp_path,
        event(1, "do it", actor="alice"),
        event(2, message={"role": "assistant", "content": [call], "id": "m1", "model": "x"}),
        event(3, [result]),
    )
    assert (transcript.format, transcript.session, problems(transcript)) == ("events", "s1", [])
    assert [m.extra["sequence"] for m in transcript.messages] == [1, 2, 3]
    assert [m.extra["event_id"] for m in transcript.messages] == ["e1", "e2", "e3"]
    assert [m.timestamp for m in transcript.messages][:2] == ["2025-03-01T09:00:01+01:00", "2025-03-01T09:00:02+01:00"]
    assert transcript.messages[0].extra["actor"] == "alice"
    assert (transcript.messages[1].id, transcript.messages[1].model, transcript.messages[1].line) == ("m1", "x", 2)
    assert [b.kind for m in transcript.messages for b in m.blocks] == ["text", "tool_use", "tool_result"]


def test_messages_of_the_other_api(tmp_path: Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    transcript = loaded(
        tmp_path,
        event(1, "go"),
        event(2, message={"role": "assistant", "content": None, "tool_calls": [call]}),
        event(3, message={"role": "tool", "tool_call_id": "c1", "content": "a b"}),
    )
    assert transcript.format == "openai-events"
    assert [block.tool_id for message in transcript.messages[1:] for block in message.blocks] == ["c1", "c1"]


@pytest.mark.parametrize(
    ("second", "third", "kept", "told"),
    [
        (event(3), event(4), 3, [(2, "gap")]),
        (event(1, event_id="other"), event(2), 3, [(2, "gap")]),
        (event(2, session="s2"), event(2), 2, [(2, "wrong-session")]),
        (event(2, event_id="e1"), event(2), 2, [(2, "duplicate-event")]),
        (event(2, timestamp="2025-03-01T09:00:00"), event(3), 3, [(2, "bad-timestamp")]),
        (event(2, timestamp="yesterday"), event(3), 3, [(2, "bad-timestamp")]),
        (event(2, timestamp=None), event(3), 3, [(2, "bad-timestamp")]),
        (event(2, timestamp=1740816000), event(3), 3, [(2, "bad-timestamp")]),
        (event(2, event_id=""), event(2), 2, [(2, "bad-envelope")]),
        (event(2, session=7), event(2), 2, [(2, "bad-envelope")]),
        (event("2"), event(2), 2, [(2, "bad-envelope")]),
        (event(0), event(2), 2, [(2, "bad-envelope")]),
        (event(True), event(2), 2, [(2, "bad-envelope")]),
        (event(2, message="hello"), event(2), 2, [(2, "bad-envelope")]),
        (event(2, message={"role": "nobody", "content": ""}), event(3), 2, [(2, "unknown-record")]),
        (b"{broken\n", event(2), 2, [(2, "damaged")]),
        ({"type": "note"}, event(2), 2, [(2, "bad-envelope")]),
    ],
)  # fmt: skip
def test_broken_rules_by_line(tmp_path: Path, second: Any, third: Any, kept: int, told: list[tuple[int, str]]) -> None:
    transcript = loaded(tmp_path, event(1), second, third)
    assert problems(transcript) == told
    assert len(transcript.messages) == kept
    assert [message.number for message in transcript.messages] == list(range(1, kept + 1))


def test_first_event_must_be_the_first(tmp_path: Path) -> None:
    assert problems(loaded(tmp_path, event(5), event(6))) == [(1, "gap")]


def test_a_bad_timestamp_is_not_passed_on(tmp_path: Path) -> None:
    assert loaded(tmp_path, event(1, timestamp="noon")).messages[0].timestamp == ""


def test_known_by_content_behind_rubbish(tmp_path: Path) -> None:
    transcript = loaded(tmp_path, b"\n", b"not json\n", event(1))
    assert (transcript.format, len(transcript.messages)) == ("events", 1)


def test_bodies_on_demand_come_from_the_file_that_was_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "HOLD_BELOW", 0)
    transcript = loaded(tmp_path, event(1, "first"), event(2, [{"type": "text", "text": "second"}]))
    (tmp_path / "whatever.log").rename(tmp_path / "moved")
    (tmp_path / "whatever.log").write_bytes(lines(event(1, "other"), event(2, "other")))
    assert [message.blocks[0].text for message in transcript.messages] == ["first", "second"]
