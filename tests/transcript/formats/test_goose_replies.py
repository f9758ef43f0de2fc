"""Goose: the pieces in which one reply is written are one request."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import inspector
from inspector.transcript import Transcript
from tests.transcript.formats.fixtures_goose import AGENT_ONLY, GO_ON, SUMMARY, answer, call, hidden, lines, reply, user

THOUGHT: dict[str, Any] = {"type": "thinking", "thinking": "both files", "signature": ""}


def loaded(folder: Path, *messages: dict[str, Any]) -> Transcript:
    path = folder / "s.jsonl"
    path.write_bytes(lines(*messages))
    return inspector.load(path)


def kinds(found: Transcript) -> list[list[str]]:
    return [[block.kind for block in message.blocks] for message in found.messages]


def test_thinking_text_and_a_call_one_after_the_other(tmp_path: Path) -> None:
    pieces = (reply(THOUGHT, id="m1"), reply("I look.", id="m2"), reply(THOUGHT, call("c1"), id="m3"))
    found = loaded(tmp_path, user("q1"), *pieces, user(answer("c1", "x")), reply("done", id="m4"))
    assert kinds(found) == [["text"], ["thinking", "text", "tool_use"], ["tool_result"], ["text"]]
    assert found.structure.requests == 2


def test_parallel_calls_that_repeat_their_thinking(tmp_path: Path) -> None:
    first = (reply(THOUGHT, call("c1"), id="m1"), user(answer("c1", "x")))
    second = (reply(THOUGHT, call("c2"), id="m2"), user(answer("c2", "y")))
    found = loaded(tmp_path, user("q1"), *first, *second, reply("done", id="m3"))
    assert kinds(found) == [
        ["text"],
        ["thinking", "tool_use", "tool_use"],
        ["tool_result", "tool_result"],
        ["text"],
    ]
    assert found.structure.requests == 2


def test_calls_without_thinking_are_not_joined(tmp_path: Path) -> None:
    first = (reply(call("c1"), id="m1"), user(answer("c1", "x")))
    found = loaded(tmp_path, user("q1"), *first, reply(call("c2"), id="m2"), user(answer("c2", "y")), reply("done"))
    assert found.structure.requests == 3


def test_a_reply_after_the_words_to_go_on_is_a_reply(tmp_path: Path) -> None:
    added = (user(SUMMARY, metadata=AGENT_ONLY), reply(GO_ON, metadata=AGENT_ONLY))
    found = loaded(tmp_path, *hidden(user("q1"), reply("a1")), *added, reply("I go on."), user("q2"))
    assert [m.author for m in found.messages] == ["human", "model", "client", "client", "model", "human"]
    assert found.structure.requests == 3
