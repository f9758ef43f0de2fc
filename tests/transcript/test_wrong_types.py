"""Fields of the wrong type, anywhere in a record: what is left loads, is measured and shown; nothing ends in an error of ours."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.engine import Replay
from inspector.export.json_view import view_json
from inspector.meter import COUNTERS, counter, sizes
from inspector.transcript import TranscriptError, load
from tests.transcript.cc import Record

WRONG: tuple[Any, ...] = (["a"], {"a": ["b"]}, 5, None, "", True, -1.5)

PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}}
RESULT = {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "out"}, PICTURE]}
SEARCH = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"type": ["string", "null"]}}
CALL = {"id": "c", "type": "function", "function": {"name": "ls", "arguments": '{"path": "a"}'}}
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}}
TREE = {"sessionId": "s", "isSidechain": False, "timestamp": "2025-01-01T00:00:00Z"}

SESSIONS: dict[str, list[Record]] = {
    "anthropic": [
        {"role": "user", "content": [{"type": "text", "text": "hi"}, PICTURE]},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {"type": "x"}}, SEARCH],
        },
        {"role": "user", "content": [RESULT]},
    ],
    "openai": [
        {"role": "user", "content": [{"type": "text", "text": "hi"}, IMAGE]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "c", "content": "out"},
    ],
    "claude-code": [
        {**TREE, "type": "user", "uuid": "1", "parentUuid": None, "message": {"role": "user", "content": "hi"}},
        {
            **TREE,
            "type": "assistant",
            "uuid": "2",
            "parentUuid": "1",
            "message": {
                "id": "m",
                "role": "assistant",
                "model": "x",
                "content": [{"type": "tool_use", "id": "t", "name": "ls", "input": {}}],
                "usage": {"input_tokens": 1, "output_tokens": 2},
            },
        },
        {**TREE, "type": "user", "uuid": "3", "parentUuid": "2", "message": {"role": "user", "content": [RESULT]}},
        {
            **TREE,
            "type": "attachment",
            "uuid": "4",
            "parentUuid": "3",
            "attachment": {"type": "hook_success", "hookEvent": "SessionStart", "content": "x"},
        },
        {
            **TREE,
            "type": "system",
            "subtype": "compact_boundary",
            "uuid": "5",
            "parentUuid": None,
            "logicalParentUuid": "4",
            "compactMetadata": {"trigger": "auto", "preTokens": 9, "preservedMessages": {"uuids": ["3"]}},
        },
    ],
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value inside a value stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def changed(rows: list[Record], path: tuple[Any, ...], value: Any) -> list[Record]:
    rows = copy.deepcopy(rows)
    at: Any = rows
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return rows


@pytest.mark.parametrize("name", SESSIONS)
def test_a_field_of_a_wrong_type_is_no_error_of_ours(name: str, tmp_path: Path) -> None:
    rows = SESSIONS[name]
    path = tmp_path / "session.jsonl"
    for place in places(rows):
        for value in WRONG:
            path.write_text("".join(json.dumps(row) + "\n" for row in changed(rows, place, value)), "utf-8")
            try:
                transcript = load(path)
            except TranscriptError:
                continue
            for meter in COUNTERS:
                sizes(transcript, counter(meter))
            replay = Replay(transcript)
            if replay.requests:
                json.dumps(view_json(replay.view(replay.requests), transcript, replay.policy))
