"""Anthropic and OpenAI message lists, one a line or in one document."""

from __future__ import annotations

import json
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import orjson
import pytest

from inspector.transcript import Block, Held, Message, Transcript, TranscriptError, Usage, load, load_messages
from inspector.transcript.make import make_block, make_message
from tests.transcript.cc import kinds, shape, write_lines

ANTHROPIC: list[dict[str, Any]] = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Read a and b."},
    {
        "role": "assistant",
        "id": "msg_1",
        "model": "claude-x",
        "usage": {
            "input_tokens": 5,
            "cache_read_input_tokens": 7,
            "cache_creation_input_tokens": 2,
            "output_tokens": 9,
        },
        "content": [
            {"type": "thinking", "thinking": "", "signature": "s"},
            {"type": "text", "text": "Yes.", "citations": None},
            {"type": "tool_use", "id": "t1", "name": "read", "input": {"path": "a"}},
        ],
    },
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "A", "_read_path": "a", "is_error": False}],
        "note": 1,
    },
    {"role": "user", "content": "and b?"},
    {"role": "assistant", "content": [{"type": "redacted_thinking", "data": "xx"}, {"type": "text", "text": "Done."}]},
]


@pytest.fixture(params=["lines", "list", "body"])
def loaded(request: pytest.FixtureRequest, tmp_path: Path) -> Transcript:
    path = tmp_path / "record"
    if request.param == "lines":
        return load(write_lines(path, ANTHROPIC))
    value = (
        ANTHROPIC
        if request.param == "list"
        else {"system": "Be brief.", "messages": ANTHROPIC[1:], "tools": [{"name": "read"}]}
    )
    path.write_text(json.dumps(value, indent=1))
    return load(path)


def test_anthropic_in_every_container(loaded: Transcript) -> None:
    assert loaded.format == "anthropic"
    assert shape(loaded) == [
        ("system", ["Be brief."]),
        ("user", ["Read a and b."]),
        ("assistant", ["", "Yes.", "t1"]),
        ("user", ["A"]),
        ("user", ["and b?"]),
        ("assistant", ["", "Done."]),
    ]
    assert [m.number for m in loaded.messages] == [1, 2, 3, 4, 5, 6]
    assert [m.author for m in loaded.messages] == ["system", "human", "model", "tool", "human", "model"]
    assert [m.plain for m in loaded.messages] == [True, True, False, False, True, False]
    assert [b.kind for b in loaded.messages[2].blocks] == ["thinking", "text", "tool_use"]
    assert loaded.messages[5].blocks[0].kind == "opaque"
    assert loaded.messages[2].usage == Usage(5, 7, 2, 9, 0)
    assert (loaded.messages[2].id, loaded.model) == ("msg_1", "claude-x")
    assert loaded.structure.requests == 2


def test_unknown_fields_are_kept(loaded: Transcript) -> None:
    result = loaded.messages[3]
    assert dict(result.blocks[0].api) == ANTHROPIC[3]["content"][0]
    assert dict(result.extra) == {"note": 1}
    assert "citations" in loaded.messages[2].blocks[1].api


def test_a_body_is_a_prompt(tmp_path: Path) -> None:
    path = tmp_path / "body.json"
    blocks = [
        {"type": "text", "text": "One.", "cache_control": {"type": "ephemeral"}},
        {"type": "text", "text": "Two."},
    ]
    path.write_text(
        json.dumps({"model": "m", "system": blocks, "messages": ANTHROPIC[1:3], "tools": [{"name": "read"}]})
    )
    body = load(path)
    assert body.is_prompt
    assert body.tools == ({"name": "read"},)
    assert body.messages[0].role == "system"
    assert [dict(block.api) for block in body.messages[0].blocks] == blocks
    path.write_text(json.dumps({"session_id": "s", "system_prompt": "P", "tools": [], "messages": ANTHROPIC[1:3]}))
    snapshot = load(path)
    assert (snapshot.is_prompt, snapshot.session, snapshot.messages[0].blocks[0].text) == (False, "s", "P")


def test_a_body_on_one_line_among_lines(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "one.jsonl", [{"messages": ANTHROPIC, "model": "m"}])
    assert len(load(path).messages) == 6
    write_lines(path, [{"messages": ANTHROPIC}, {"messages": ANTHROPIC}])
    with pytest.raises(TranscriptError, match="2 conversations"):
        load(path)


OPENAI: list[dict[str, Any]] = [
    {"role": "developer", "content": "Rules."},
    {"role": "user", "content": [{"type": "text", "text": "Go."}], "name": "ann"},
    {
        "role": "assistant",
        "content": "Calling.",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{"path":"a","n":1}'}},
            {"id": "c2", "type": "function", "function": {"name": "write", "arguments": '{"path": "b", '}},
            {"id": "c3", "type": "function", "function": {"name": "stop", "arguments": ""}},
            {"id": "c4", "type": "function", "function": {"name": "list", "arguments": "[1, 2]"}},
            {"id": "c5", "type": "custom", "custom": {"name": "patch", "input": "*** free text"}},
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 60}},
    },
    {"role": "tool", "tool_call_id": "c1", "content": "A", "name": "read"},
    {"role": "tool", "tool_call_id": "c2", "content": [{"type": "text", "text": "x"}, {"type": "text", "text": "y"}]},
    {"role": "assistant", "content": None, "refusal": "I will not."},
    {"role": "assistant", "content": None},
]


def test_openai(tmp_path: Path) -> None:
    transcript = load(write_lines(tmp_path / "t", OPENAI))
    assert transcript.format == "openai"
    assert [m.role for m in transcript.messages] == [
        "developer",
        "user",
        "assistant",
        "tool",
        "tool",
        "assistant",
        "assistant",
    ]
    assert [m.author for m in transcript.messages][:5] == ["system", "human", "model", "tool", "tool"]
    calls = transcript.messages[2].blocks
    assert dict(calls[0].api) == {"type": "text", "text": "Calling."}
    assert dict(calls[1].api) == {"type": "tool_use", "id": "c1", "name": "read", "input": {"path": "a", "n": 1}}
    assert [block.input for block in calls[2:]] == [
        {"_raw_arguments": '{"path": "b", '},
        {},
        {"_raw_arguments": "[1, 2]"},
        {"_raw_arguments": "*** free text"},
    ]
    result = transcript.messages[4].blocks[0]
    assert (result.text, result.tool_id, result.api["content"]) == ("x\ny", "c2", OPENAI[4]["content"])
    assert transcript.messages[3].plain
    assert dict(transcript.messages[3].extra) == {"name": "read"}
    assert transcript.messages[5].blocks[0].text == "I will not."
    assert transcript.messages[6].blocks == ()
    assert transcript.messages[2].usage == Usage(40, 60, 0, 9, 0)


def test_openai_calls_of_the_first_kind_are_joined_by_name(tmp_path: Path) -> None:
    lines = [
        {"role": "user", "content": "Go."},
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": '{"a":1}'}},
        {"role": "function", "name": "f", "content": "one"},
        {"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}},
        {"role": "function", "name": "f", "content": "two"},
    ]
    transcript = load(write_lines(tmp_path / "t", lines))
    structure = transcript.structure
    assert all(structure.partner[block] >= 0 for block in structure.calls + structure.results)
    assert len({block.tool_id for block in structure.blocks if block.kind == "tool_use"}) == 2
    assert transcript.messages[2].blocks[0].api["tool_use_id"] == transcript.messages[1].blocks[0].api["id"]


def test_a_list_with_tools_of_openai_is_openai(tmp_path: Path) -> None:
    path = tmp_path / "t"
    path.write_text(
        json.dumps({"model": "m", "messages": OPENAI[1:2], "tools": [{"type": "function", "function": {"name": "f"}}]})
    )
    assert load(path).format == "openai"


def test_lines_that_are_no_messages_are_reported(tmp_path: Path) -> None:
    lines = [*ANTHROPIC[1:3], {"role": "narrator", "content": "x"}, {"note": 1}, {"role": 5, "content": "x"}]
    transcript = load(write_lines(tmp_path / "t", lines))
    assert len(transcript.messages) == 2
    assert kinds(transcript) == ["unknown-record"] * 3
    assert [problem.line for problem in transcript.report.problems] == [3, 4, 5]


def test_strange_content_is_kept(tmp_path: Path) -> None:
    strange: list[Any] = [
        None,
        [],
        ["bare", 3, None],
        {"type": "text", "text": "alone"},
        7,
        [{"type": 9}, {"text": "no type"}],
        True,
    ]
    transcript = load(write_lines(tmp_path / "t", [{"role": "user", "content": content} for content in strange]))
    assert shape(transcript) == [
        ("user", []),
        ("user", []),
        ("user", ["bare", "3", ""]),
        ("user", ["alone"]),
        ("user", ["7"]),
        ("user", ["", "no type"]),
        ("user", ["true"]),
    ]


def test_messages_in_memory_are_copied_and_cleaned() -> None:
    class Unfolds:
        def model_dump(self, **_: Any) -> dict[str, Any]:
            return {"type": "text", "text": "from an object"}

    given = [{"role": "user", "content": "a\ud83d"}, {"role": "assistant", "content": (Unfolds(),)}]
    transcript = load_messages(given)
    assert shape(transcript) == [("user", ["a\ufffd"]), ("assistant", ["from an object"])]
    given[0]["content"] = "changed"
    assert transcript.messages[0].blocks[0].text == "a\ufffd"
    assert load_messages([]).messages == ()


@pytest.mark.parametrize("given", [["x"], [{"content": "no role"}], [None]])
def test_what_is_no_message_in_memory_is_refused(given: list[Any]) -> None:
    with pytest.raises(TranscriptError, match="message 1"):
        load_messages(given)


def test_arguments_nested_without_end_are_cut(tmp_path: Path) -> None:
    deep: Any = "bottom"
    for _ in range(700):
        deep = {"a": [deep]}
    line = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": deep}], "more": deep}
    path = tmp_path / "t"
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        path.write_text(json.dumps(line) + "\n" + json.dumps({"role": "user", "content": "x"}) + "\n")
    finally:
        sys.setrecursionlimit(limit)
    for message in load(path).messages:
        json.dumps([dict(block.api) for block in message.blocks])
        json.dumps(dict(message.extra))


def test_a_file_part_is_not_always_openais(tmp_path: Path) -> None:
    other = {"role": "user", "content": [{"type": "file", "path": "/a", "content": "what the file says"}]}
    transcript = load(write_lines(tmp_path / "t", [other]))
    assert (transcript.format, transcript.messages[0].blocks[0].text) == ("anthropic", "what the file says")
    assert (
        load(write_lines(tmp_path / "t", [{"role": "user", "content": [{"type": "file", "file": {}}]}])).format
        == "openai"
    )


def test_blocks_and_messages_are_as_if_made_by_their_classes() -> None:
    body = Held("x", {"type": "text"})
    made, real = make_block("text", body, "id", "tool", ()), Block("text", body, "id", "tool", ())
    assert [getattr(made, field.name) for field in fields(Block)] == [
        getattr(real, field.name) for field in fields(Block)
    ]
    values: list[Any] = [1, "user", (), True, "human", 2, "id", "time", "model", None, {}, True, True]
    message, plain = make_message(*values), Message(*values)
    assert [getattr(message, field.name) for field in fields(Message)] == values
    assert [getattr(plain, field.name) for field in fields(Message)] == values
    with pytest.raises(FrozenInstanceError):
        setattr(message, "number", 2)  # noqa: B010


@pytest.mark.parametrize(
    "header", [{"system": "Be brief.", "tools": [{"name": "f"}]}, {"role": "session_meta", "tools": [{"name": "f"}]}]
)
def test_a_header_line_with_system_prompt_or_tools(tmp_path: Path, header: dict[str, Any]) -> None:
    transcript = load(write_lines(tmp_path / "t", [header, {"role": "user", "content": "hi"}]))
    assert transcript.tools == ({"name": "f"},)
    assert shape(transcript) == [*([("system", ["Be brief."])] if "system" in header else []), ("user", ["hi"])]
    assert transcript.messages[-1].line == 2
    assert kinds(transcript) == []


def test_nothing_is_said_to_be_nothing(tmp_path: Path) -> None:
    """No word of Python where a record has a null."""
    given: list[Any] = [
        {"role": None, "content": "x"},
        {"role": {"a": None}, "content": "x"},
        {"role": "user", "content": "on"},
        {"role": "assistant", "content": [None, {"type": "tool_use", "id": "a", "name": None, "input": None}]},
    ]
    transcript = load(write_lines(tmp_path / "t", given))
    assert [problem.reason for problem in transcript.report.problems] == [
        "not a message (role or type: nothing)",
        'not a message (role or type: {"a": null})',
    ]
    assert shape(transcript) == [("user", ["on"]), ("assistant", ["", "a"])]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize(
    "block",
    [
        {"type": "text", "text": "DEEP"},
        {"type": "thinking", "thinking": "t", "signature": "DEEP"},
        {"type": "tool_use", "id": "DEEP", "name": "f", "input": {}},
        {"type": "tool_use", "id": "t", "name": "DEEP", "input": {}},
        {"type": "tool_result", "tool_use_id": "DEEP", "content": "ok"},
    ],
)
def test_nesting_without_end_in_the_place_of_a_string(tmp_path: Path, block: Any, indent: int | None) -> None:
    """What is loaded can be written again, whether a document is on one line or on many, and as lines."""
    body = {"model": "m", "messages": [{"role": "user", "content": [block]}], "tools": [{"name": "DEEP"}]}
    deep = "[" * 450 + "]" * 450
    line = json.dumps(body["messages"][0]) + "\n"  # type: ignore[index]
    for name, words in (("body.json", json.dumps(body, indent=indent)), ("lines.jsonl", line * 2)):
        path = tmp_path / name
        path.write_text(words.replace('"DEEP"', deep))
        found = load(path)
        assert found.messages
        assert orjson.dumps([dict(block.api) for message in found.messages for block in message.blocks])
        assert orjson.dumps([dict(tool) for tool in found.tools])
