"""Documents of Cline's SDK: every message is one; a copy that a compaction kept is no reply."""

from __future__ import annotations

import json
from pathlib import Path

from tests.transcript.formats.counts import Counts, requests

FOLDERS = ("cline",)


def expected(path: Path) -> Counts | str:
    value = json.loads(path.read_bytes())
    if "messages" not in value:
        return "a Cline session manifest"
    rows = value["messages"]
    made = [row.get("metadata", {}).get("generatedAt", 0) for row in rows]
    roles = ["system"] + [kind(row, max(made)) for row in rows]
    results = sum(part["type"] == "tool_result" for row in rows for part in row["content"])
    return Counts(len(roles), requests(roles, any(p["type"] == "tool_use" for p in rows[-1]["content"])), 0, results)


def kind(row: dict, since: int) -> str:  # type: ignore[type-arg]
    copied = row.get("metadata", {}).get("compaction") == "preserved" or row.get("ts", since) < since
    return "copied" if row["role"] == "assistant" and copied else row["role"]
