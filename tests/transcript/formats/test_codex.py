"""Codex rollouts: what is a message, what is one reply, who wrote it, and what each request used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import inspector
from inspector.transcript import Transcript, load, store
from inspector.transcript.model import Usage
from tests.transcript.cc import kinds
from tests.transcript.formats.fixtures_codex import (
    AGENTS,
    LEGACY,
    PLACE,
    PREFIX,
    RIGHTS,
    SESSION,
    THREAD,
    Rollout,
    message,
    opened,
)
from tests.transcript.growth import assert_equal, cuts, grow


def shape(transcript: Transcript) -> list[tuple[str, ...]]:
    """Role, author and the blocks of every message: words of texts, ids of calls and results."""
    return [(m.role, m.author, *(b.tool_id or b.text or b.kind for b in m.blocks)) for m in transcript.messages]


def test_the_items_of_one_reply_are_one_message_and_events_are_none(tmp_path: Path) -> None:
    rollout = opened(Rollout(base_instructions={"text": "You are a coding agent."}))
    rollout.typed("port it")
    rollout.thinks("two files")
    rollout.reply("I read both.")
    rollout.calls("c1", cmd="cat a.py")
    rollout.calls("c2", cmd="cat b.py")
    rollout.output("c1", "a")
    rollout.output("c2", "b")
    rollout.tokens(900)
    rollout.thinks()
    rollout.reply("done")
    rollout.tokens(950)
    found = rollout.load(tmp_path)
    assert shape(found) == [
        ("system", "system", "You are a coding agent."),
        ("developer", "client", RIGHTS),
        ("user", "client", AGENTS, PLACE),
        ("user", "human", "port it"),
        ("assistant", "model", "two files", "I read both.", "c1", "c2"),
        ("tool", "tool", "c1"),
        ("tool", "tool", "c2"),
        ("assistant", "model", "thinking", "done"),
    ]
    assert (found.format, found.session, found.structure.requests) == ("codex", THREAD, 2)
    assert found.report.records["event_msg/agent_message"] == 2
    assert kinds(found) == []


def test_encrypted_reasoning_is_a_thinking_block_without_text(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("hi")
    rollout.thinks(secret="x" * 4000)
    (block,) = rollout.load(tmp_path).messages[-1].blocks
    assert (block.kind, block.text, block.api["encrypted_bytes"]) == ("thinking", "", 4000)
    assert "xxx" not in json.dumps(dict(block.api))


def test_replies_are_told_apart_by_their_usage(tmp_path: Path) -> None:
    """Two answers with nothing between them but a grown sum are two requests."""
    rollout = opened(Rollout())
    rollout.typed("hi")
    rollout.reply("one")
    rollout.tokens(100)
    rollout.reply("two")
    rollout.tokens(120)
    assert [m.usage and m.usage.context for m in rollout.load(tmp_path).messages[-2:]] == [100, 120]


def test_usage_is_that_of_one_request_and_counted_once(tmp_path: Path) -> None:
    """Sums of the thread are never usage; limits (no info) and repeated events say nothing new."""
    rollout = opened(Rollout())
    rollout.typed("hi")
    rollout.event("token_count", info=None, rate_limits={"primary": {"used_percent": 1}})
    rollout.thinks()
    rollout.calls("c1")
    rollout.output("c1")
    rollout.tokens(9000, 4000, 60, 20)
    rollout.count(rollout.used, [9000, 4000, 60, 20, 9060])
    rollout.reply("done")
    rollout.count(rollout.used, [9000, 4000, 60, 20, 9060])
    rollout.tokens(9500, 9000, 5)
    replies = [m.usage for m in rollout.load(tmp_path).messages if m.role == "assistant"]
    assert replies == [Usage(5000, 4000, 0, 60, 20), Usage(500, 9000, 0, 5, 0)]


def test_what_was_written_to_the_cache_is_a_part_of_the_input(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("hi")
    rollout.reply("yes")
    last = {"input_tokens": 900, "cached_input_tokens": 300, "cache_write_input_tokens": 500, "output_tokens": 7}
    rollout.event("token_count", info={"total_token_usage": last, "last_token_usage": last})
    usage = rollout.load(tmp_path).messages[-1].usage
    assert usage == Usage(100, 300, 500, 7, 0)
    assert usage.context == 900


def test_the_model_is_that_of_the_turn(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("hi")
    rollout.reply("one")
    rollout.turn(2, "gpt-5.6-sol")
    rollout.typed("again")
    rollout.reply("two")
    assert [m.model for m in rollout.load(tmp_path).messages if m.role == "assistant"] == ["gpt-5.5", "gpt-5.6-sol"]


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("port it", "human"),
        ("<div>why is this wrong?</div>", "human"),
        ("# AGENTS is what I call them", "human"),
        ("# Files mentioned by the user:\n\n## a.py\n\n## My request for Codex:\nfix it", "human"),
        ("<environment_context> is what?", "human"),
        (AGENTS, "client"),
        (PLACE, "client"),
        ("<ENVIRONMENT_CONTEXT>cwd=/tmp</ENVIRONMENT_CONTEXT>", "client"),
        ("<user_instructions>\n\nbe brief\n\n</user_instructions>", "client"),
        ("<turn_aborted>\nthe user stopped it\n</turn_aborted>", "client"),
        ("<skill>\n<name>x</name>\n</skill>\n", "client"),
        ("<subagent_notification>\n{}\n</subagent_notification>", "client"),
        (f"{PREFIX}\nwe were here", "client"),
    ],
)
def test_who_wrote_a_message_of_the_user(tmp_path: Path, text: str, author: str) -> None:
    rollout = Rollout()
    rollout.says("user", text)
    assert [m.author for m in rollout.load(tmp_path).messages] == [author]


def test_a_prompt_typed_while_a_turn_runs_opens_none(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.typed("port it")
    rollout.calls("c1")
    rollout.output("c1")
    rollout.typed("and keep tabs")
    rollout.reply("done")
    rollout.end()
    rollout.turn(2)
    rollout.typed("thanks")
    found = rollout.load(tmp_path)
    typed = [m for m in found.messages if m.author == "human"]
    assert [m.interrupts for m in typed] == [False, True, False]
    assert len(found.structure.turn_starts) == 2


CALLS: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"type": "function_call", "name": "exec", "arguments": '{"cmd": "ls"}', "call_id": "c"}, "exec", {"cmd": "ls"}),
    (
        {"type": "function_call", "name": "exec", "arguments": "ls -l", "call_id": "c"},
        "exec",
        {"_raw_arguments": "ls -l"},
    ),
    ({"type": "function_call", "name": "exec", "arguments": "", "call_id": "c"}, "exec", {}),
    ({"type": "function_call", "name": "exec", "arguments": {"a": 1}, "call_id": "c"}, "exec", {"a": 1}),
    (
        {"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin", "call_id": "c"},
        "apply_patch",
        {"_raw_arguments": "*** Begin"},
    ),
    ({"type": "local_shell_call", "call_id": "c", "action": {"command": ["ls"]}}, "local_shell", {"command": ["ls"]}),
    (
        {"type": "tool_search_call", "call_id": "c", "execution": "client", "arguments": {"query": "q"}},
        "tool_search",
        {"query": "q"},
    ),
]


@pytest.mark.parametrize(("item", "tool", "given"), CALLS)
def test_calls(tmp_path: Path, item: dict[str, Any], tool: str, given: dict[str, Any]) -> None:
    rollout = opened(Rollout())
    rollout.add("response_item", item)
    (block,) = rollout.load(tmp_path).messages[-1].blocks
    assert (block.kind, block.tool, block.tool_id, dict(block.input)) == ("tool_use", tool, "c", given)


def test_long_numbers_in_arguments_keep_their_digits(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.item("function_call", name="x", arguments='{"id": 123456789012345678901}', call_id="c")
    assert rollout.load(tmp_path).messages[-1].blocks[0].input == {"id": 123456789012345678901}


OUTPUTS: list[tuple[Any, str]] = [
    ("Chunk ID: 1\ndone", "Chunk ID: 1\ndone"),
    ([{"type": "input_text", "text": "a"}, {"type": "input_text", "text": "b"}], "a\nb"),
    ({"content": "old", "success": True}, "old"),
    ({"type": "input_text", "text": "one part"}, "one part"),
    (None, ""),
]


@pytest.mark.parametrize(("output", "text"), OUTPUTS)
def test_outputs(tmp_path: Path, output: Any, text: str) -> None:
    rollout = opened(Rollout())
    rollout.calls("c1")
    rollout.output("c1", output)
    (block,) = rollout.load(tmp_path).messages[-1].blocks
    assert (block.kind, block.tool_id, block.text) == ("tool_result", "c1", text)


def test_pictures_become_references(tmp_path: Path) -> None:
    """anthropics/claude-code#80175: base64 is neither held nor counted as text."""
    rollout = opened(Rollout())
    part = {"type": "input_image", "image_url": "data:image/png;base64,aGVsbG8="}
    rollout.item("message", role="user", content=[{"type": "input_text", "text": "look"}, part])
    rollout.calls("c1")
    rollout.output("c1", [part])
    rollout.item("image_generation_call", id="ig_1", status="completed", result="aGVsbG8=")
    found = rollout.load(tmp_path)
    assert [[i.bytes for b in m.blocks for i in b.images] for m in found.messages[-4:]] == [[5], [], [5], [5]]
    assert not any("aGVsbG8" in json.dumps(dict(b.api)) for b in found.structure.blocks)


def test_a_search_by_the_provider_has_no_result_and_misses_none(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.item("web_search_call", id="ws_1", status="completed", action={"type": "search", "query": "tabs"})
    rollout.reply("found")
    found = rollout.load(tmp_path)
    assert [b.kind for b in found.messages[-1].blocks] == ["opaque", "text"]
    assert found.structure.calls == ()


def test_messages_between_agents_are_the_clients(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    sealed = {"type": "encrypted_content", "encrypted_content": "x" * 90}
    content = [{"type": "input_text", "text": "found it"}, sealed]
    rollout.item("agent_message", author="/root/one", recipient="/root", content=content)
    last = rollout.load(tmp_path).messages[-1]
    assert (last.role, last.author, last.extra) == ("user", "client", {"author": "/root/one", "recipient": "/root"})
    assert [(b.kind, b.api.get("encrypted_bytes")) for b in last.blocks] == [("text", None), ("opaque", 90)]


def test_tools_title_and_headers(tmp_path: Path) -> None:
    """A resumed session writes its header again; the first one describes the file."""
    rollout = Rollout(dynamic_tools=[{"name": "board"}, 3], base_instructions={"text": "first"})
    rollout.typed("hi")
    rollout.meta(THREAD, base_instructions={"text": "second"})
    rollout.event("thread_name_updated", thread_name="Harbour")
    found = rollout.load(tmp_path)
    assert (found.tools, found.title, found.messages[0].blocks[0].text) == (({"name": "board"},), "Harbour", "first")


def test_instructions_that_are_sent_as_a_message_are_no_system_prompt(tmp_path: Path) -> None:
    """Versions before 0.9x kept AGENTS.md under `instructions`."""
    rollout = Rollout(instructions="use tabs")
    rollout.says("user", AGENTS)
    assert [m.role for m in rollout.load(tmp_path).messages] == ["user"]
    assert [m.role for m in Rollout(instructions="use tabs").load(tmp_path).messages] == ["system"]


def test_the_oldest_layout(tmp_path: Path) -> None:
    path = tmp_path / "rollout-old.jsonl"
    path.write_bytes(LEGACY)
    found = load(path)
    assert shape(found) == [
        ("system", "system", "be brief"),
        ("user", "human", "hello"),
        ("assistant", "model", "greet", "c1"),
        ("tool", "tool", "c1"),
        ("assistant", "model", "hi"),
    ]
    assert (found.report.records["state"], kinds(found)) == (2, [])


def test_what_is_not_known_is_kept_or_told(tmp_path: Path) -> None:
    rollout = opened(Rollout())
    rollout.item("hologram", content="light")
    rollout.item("hologram", content="light")
    rollout.event("party_started")
    rollout.add("moon_phase", {"full": True})
    rollout.item("ghost_snapshot", ghost_commit={"id": "1"})
    found = rollout.load(tmp_path)
    assert [(m.role, m.author, m.blocks[0].kind) for m in found.messages[-2:]] == [("user", "client", "opaque")] * 2
    assert kinds(found) == ["unknown-record"] * 3
    assert found.report.records["response_item/hologram"] == 2


def test_a_lone_surrogate_is_replaced(tmp_path: Path) -> None:
    """PixelPaw-Labs/codex-trace PR#279: the last answer was cut in the middle of an emoji; the record stays."""
    rollout = opened(Rollout())
    rollout.typed("hi")
    rollout.records.append(json.dumps(rollout.add("response_item", message("assistant", "ok \ud83d…"))))
    rollout.records.pop(-2)
    found = rollout.load(tmp_path)
    assert found.messages[-1].blocks[0].text == "ok �…"
    assert kinds(found) == ["repaired"]


def test_it_grows_as_it_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = [at + 1 for at, byte in enumerate(SESSION) if byte == 10]
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", SESSION, sorted({*ends, *cuts(SESSION, 20, 1)})):
        assert_equal(grown, fresh)
    monkeypatch.setattr(store, "HOLD_BELOW", 0)
    for grown, fresh, _ in grow(tmp_path / "s.jsonl", SESSION, cuts(SESSION, 12, 2)):
        assert_equal(grown, fresh)


def test_bodies_that_stay_in_the_file_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(SESSION)
    held = load(path)
    monkeypatch.setattr(store, "HOLD_BELOW", 0)
    left = load(path)
    assert [(b.text, b.api) for b in left.structure.blocks] == [(b.text, b.api) for b in held.structure.blocks]
    request = held.structure.requests
    assert inspector.replay(left).view(request).size == inspector.replay(held).view(request).size
