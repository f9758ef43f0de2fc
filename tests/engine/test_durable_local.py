"""The library's way: a state, its sources resolved within the transcript's own session, round a replay or a compaction."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

import inspector
from inspector import DurableContextState
from inspector.engine.durable_local import own_session
from inspector.transcript.pointers import parse_pointer
from tests.cli.histories import memory_log, write
from tests.engine.durables import Answers, fact, plain

KEPT = b"kept\n"
DIGEST = hashlib.sha256(KEPT).hexdigest()


def test_the_sources_of_a_state_are_looked_up_beside_the_transcript(tmp_path: Path) -> None:
    transcript = inspector.load(write(tmp_path, memory_log()))
    for folder in (tmp_path / "artifacts" / "session", tmp_path / "other" / "session"):
        folder.mkdir(parents=True)
        (folder / "log.txt").write_bytes(KEPT if folder.parent.name == "artifacts" else b"else")
    pointers = (
        "transcript:session:6",
        "transcript:session:7",
        f"artifact:session:log.txt:{DIGEST}",
        "transcript:other:1",
    )
    state = DurableContextState(tuple(fact(f"f{n}", source_pointer=pointer) for n, pointer in enumerate(pointers)))
    found = inspector.durable(state, transcript)
    assert [each.status for each in found.resolutions] == ["available", "missing", "available", "denied"]
    assert found.resolutions[2].sha256 == DIGEST
    assert not any(each.excerpt for each in found.resolutions)
    elsewhere = inspector.durable(state, transcript, artifacts=tmp_path / "other")
    assert [each.status for each in elsewhere.resolutions] == ["available", "missing", "corrupt", "denied"]
    view = inspector.replay(transcript, "go-tiny-claw", durable=found).view(3)
    assert view.durable is not None
    assert (view.durable.text, view.durable.state) == (found.text, state)


def test_leave_is_given_for_the_own_session_only(tmp_path: Path) -> None:
    transcript = inspector.load(write(tmp_path, memory_log()))
    allowed = own_session(transcript)
    assert allowed(parse_pointer("transcript:session:1"))
    assert allowed(parse_pointer("artifact:session:a.log:0123456789ab"))
    assert not allowed(parse_pointer("transcript:Session:1"))
    assert not own_session(inspector.load_messages(memory_log()))(parse_pointer("transcript:session:1"))


def test_without_anybody_to_ask_a_pointer_is_no_evidence() -> None:
    with pytest.raises(ValueError, match="source_resolutions"):
        inspector.durable(plain())
    assert inspector.durable(DurableContextState()).text == ""
    asked = Answers(**{"transcript:s:1": "available"})
    assert [each.status for each in inspector.durable(plain(), resolver=asked).resolutions] == ["available", "missing"]


def test_compact_goes_round_it() -> None:
    found = inspector.durable(plain(), resolver=Answers())
    result = inspector.compact(memory_log(), "go-tiny-claw", durable=found)
    assert result.durable is found
    assert result.fired == ("truncate",)
    assert result.messages == inspector.compact(memory_log(), "go-tiny-claw").messages


def test_a_file_by_the_library(tmp_path: Path) -> None:
    inspector.save_durable(tmp_path / "d.json", plain())
    assert inspector.load_durable(tmp_path / "d.json") == plain()
    with pytest.raises(inspector.DurableStateError):
        inspector.load_durable(tmp_path)
