"""Claude Code: subagents inside the file, beside it and as files of their own (formats.md §2.7; bug reports 10, 31, 32)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.transcript import TranscriptError, load
from tests.transcript.cc import SESSION, Writer, call, shape, text


def main() -> Writer:
    writer = Writer()
    writer.user("u", "go")
    writer.reply("a", "m", call("T1", "Task", prompt="find it"))
    return writer


def agent(name: str, session: str = SESSION) -> Writer:
    writer = Writer(session)
    writer.user(f"{name}-u", f"prompt of {name}", isSidechain=True, agentId=name)
    writer.reply(f"{name}-a", f"{name}-m", text(f"answer of {name}"), isSidechain=True, agentId=name)
    return writer


def test_inline_sidechains(tmp_path: Path) -> None:
    writer = main()
    writer.user("s1", "find it", parent=None, isSidechain=True)
    writer.reply("s2", "sm", text("found"), isSidechain=True)
    writer.result("r", "T1", "it was found", parent="a")
    transcript = writer.load(tmp_path)
    assert shape(transcript) == [("user", ["go"]), ("assistant", ["T1"]), ("user", ["it was found"])]
    (side,) = transcript.sidechains
    assert (side.id, side.messages, side.title, side.parent_tool_id, side.path) == ("s1", 2, "find it", "T1", "")
    inner = writer.load(tmp_path, sidechain="s1")
    assert shape(inner) == [("user", ["find it"]), ("assistant", ["found"])]
    with pytest.raises(TranscriptError, match="no subagent"):
        writer.load(tmp_path, sidechain="nobody")


def test_files_beside_the_session(tmp_path: Path) -> None:
    writer = main()
    writer.result("r", "T1", "done", toolUseResult={"agentId": "mine", "status": "completed"})
    path = writer.write(tmp_path, "0cf3.jsonl")
    agent("mine").write(tmp_path, "agent-mine.jsonl")
    agent("stranger", "another-session").write(tmp_path, "agent-stranger.jsonl")
    nested = tmp_path / "0cf3" / "subagents"
    nested.mkdir(parents=True)
    agent("deep").write(nested, "agent-deep.jsonl")
    (nested / "agent-deep.meta.json").write_text(json.dumps({"agentType": "Explore", "toolUseId": "T9"}))
    other = tmp_path / "other" / "subagents"
    other.mkdir(parents=True)
    agent("foreign").write(other, "agent-foreign.jsonl")
    (nested / "agent-link.jsonl").symlink_to(other / "agent-foreign.jsonl")
    transcript = load(path)
    assert {(side.id, side.messages, side.parent_tool_id) for side in transcript.sidechains} == {
        ("mine", 2, "T1"),
        ("deep", 2, "T9"),
    }
    inner = load(path, sidechain="deep")
    assert shape(inner) == [("user", ["prompt of deep"]), ("assistant", ["answer of deep"])]
    assert inner.path == str(nested / "agent-deep.jsonl")
    assert len(load(path).messages) == 3


def test_a_subagents_own_file(tmp_path: Path) -> None:
    transcript = load(agent("solo").write(tmp_path, "agent-solo.jsonl"))
    assert shape(transcript) == [("user", ["prompt of solo"]), ("assistant", ["answer of solo"])]
    assert transcript.session == "solo"
    assert transcript.sidechains == ()


def test_a_sidechain_that_hangs_on_the_main_chain(tmp_path: Path) -> None:
    writer = main()
    writer.user("s1", "find it", parent="a", isSidechain=True, agentId="x")
    writer.reply("s2", "sm", text("found"), isSidechain=True, agentId="x")
    writer.result("r", "T1", "done", parent="a")
    assert shape(writer.load(tmp_path, sidechain="x")) == [("user", ["find it"]), ("assistant", ["found"])]
    assert writer.load(tmp_path).report.problems == ()
