"""Bodies of single requests: the system prompt is a message, and each message is one; the last request is the body."""

from __future__ import annotations

import json
from pathlib import Path

from tests.transcript.formats.counts import Counts, requests

FOLDERS = ("request-logs",)


def expected(path: Path) -> Counts | str:
    body = json.loads(path.read_text())
    listed = body.get("messages", body.get("input"))
    roles = ["system"] * bool(body.get("system") or body.get("instructions")) + [each["role"] for each in listed]
    contents = [each["content"] for each in listed]
    parts = [part for content in contents if isinstance(content, list) for part in content]
    results = sum(part["type"] == "tool_result" for part in parts) + roles.count("tool")
    last = listed[-1]
    open_calls = bool(last.get("tool_calls")) or any(
        part["type"] == "tool_use" for part in last["content"] if isinstance(part, dict)
    )
    return Counts(len(roles), requests(roles, open_calls), 0, results)
