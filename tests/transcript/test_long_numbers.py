"""Whole numbers past 64 bits keep their digits in the arguments of calls, whatever the form of the record."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import load, load_messages, store
from tests.transcript.cc import Writer

NUMBERS: dict[str, Any] = {
    "wei": 999_999_999_999_999_999_999_999_999_999,
    "below": -(1 << 63) - 1,
    "nested": {"list": [1 << 64, 1.5, "x"]},
    "float": 1e30,
    "small": (1 << 64) - 1,
}


def anthropic() -> list[dict[str, Any]]:
    call = {"type": "tool_use", "id": "a", "name": "n", "input": NUMBERS}
    result = {"type": "tool_result", "tool_use_id": "a", "content": "x"}
    return [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [result]},
    ]


def openai() -> list[dict[str, Any]]:
    call = {"id": "a", "type": "function", "function": {"name": "n", "arguments": json.dumps(NUMBERS)}}
    return [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "x"},
    ]


def lines(messages: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


def claude_code() -> str:
    log = Writer()
    log.user("u1", "go")
    log.reply("a1", "m1", *anthropic()[1]["content"])
    log.user("u2", anthropic()[2]["content"])
    return "".join(json.dumps(record) + "\n" for record in log.records)


FILES = {
    "claude code": claude_code(),
    "lines": lines(anthropic()),
    "chat lines": lines(openai()),
    "list": json.dumps(anthropic()),
    "body": json.dumps({"model": "m", "messages": openai()}, indent=1),
    "body on one line": json.dumps({"model": "m", "messages": anthropic()}) + "\n",
}


@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("name", FILES)
def test_a_file_keeps_every_digit(name: str, held: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not held:
        monkeypatch.setattr(store, "HOLD_BELOW", 0)
    path = tmp_path / "session"
    path.write_text(FILES[name])
    transcript = load(path)
    assert transcript.messages[1].blocks[0].input == NUMBERS
    assert transcript.messages[2].blocks[0].text == "x"
    assert not transcript.report.problems


@pytest.mark.parametrize("messages", [anthropic(), openai()])
def test_messages_in_memory_keep_every_digit(messages: list[dict[str, Any]]) -> None:
    assert load_messages(messages).messages[1].blocks[0].input == NUMBERS


def test_only_files_with_a_long_number_are_read_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("inspector.transcript.load")
    read = 0
    once = module._load

    def counted(*given: Any) -> Any:
        nonlocal read
        read += 1
        return once(*given)

    monkeypatch.setattr(module, "_load", counted)
    path = tmp_path / "session.jsonl"
    for number, times in ((1 << 63, 1), (1.5, 1), (1 << 64, 2)):
        messages = anthropic()
        messages[1]["content"][0]["input"] = {"n": number}
        path.write_text(lines(messages))
        read = 0
        assert load(path).messages[1].blocks[0].input == {"n": number}
        assert read == times
