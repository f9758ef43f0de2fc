"""Counting in exports of Hermes' sessions."""

from __future__ import annotations

import json
from pathlib import Path

from tests.transcript.formats.counts import Counts, requests

FOLDERS = ("hermes",)


def expected(path: Path) -> Counts | str:
    """Messages without those that were taken back; a tool's message is one for each of its results."""
    text = path.read_text(encoding="utf-8")
    if '"atof_version"' in text:
        return "a Hermes event trace"
    listed = [each for each in json.loads(text)["messages"] if each["state"] != "rewound"]
    results = sum(len(each["tool_results"]) for each in listed if each["role"] == "tool")
    messages = sum(len(each["tool_results"]) or 1 for each in listed)
    compacted = any(each["state"] == "compacted" for each in listed)
    roles = [each["role"] for each in listed]
    return Counts(messages, requests(roles, bool(listed[-1]["tool_calls"])), int(compacted), results)
