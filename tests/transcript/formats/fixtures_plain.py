"""Sound files of no agent in particular: message lists of both providers, request bodies, event envelopes."""

from __future__ import annotations

import json
from typing import Any

ANTHROPIC: list[dict[str, Any]] = [
    {"role": "user", "content": "which port does the staging server use?"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "the settings say", "signature": "s"},
            {"type": "tool_use", "id": "t1", "name": "read_file", "input": {"path": "staging.toml", "lines": [1, 20]}},
        ],
        "usage": {"input_tokens": 40, "output_tokens": 12},
    },
    {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "port = 8443"}]},
            {"type": "text", "text": "and be quick"},
        ],
    },
    {"role": "assistant", "content": "8443"},
]
OPENAI: list[dict[str, Any]] = [
    {"role": "developer", "content": "be short"},
    {"role": "user", "content": [{"type": "text", "text": "list the files"}]},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": '{"path": "."}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "a.py\nb.py"},
    {"role": "assistant", "content": "a.py, b.py", "refusal": None},
]


def _lines(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def _event(number: int, message: dict[str, Any]) -> dict[str, Any]:
    time = f"2025-03-01T09:00:{number:02d}Z"
    return {"event_id": f"e{number}", "session_id": "s1", "sequence": number, "timestamp": time, "message": message}


TOOLS = [{"name": "read_file", "input_schema": {"type": "object"}}]

FUZZED = (
    json.dumps(ANTHROPIC).encode(),
    _lines(ANTHROPIC),
    _lines(OPENAI),
    _lines([_event(number, message) for number, message in enumerate(ANTHROPIC, 1)]),
    json.dumps({"model": "m", "system": "be short", "tools": TOOLS, "messages": ANTHROPIC}, indent=1).encode(),
    _lines([{"role": "session_meta", "tools": TOOLS}, *OPENAI]),
    _lines([{"messages": OPENAI}]),
)
