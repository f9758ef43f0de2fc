"""Gemini CLI sessions: a record of the model with results is two messages."""

from __future__ import annotations

import json
from pathlib import Path

from tests.transcript.formats.counts import Counts, requests

FOLDERS = ("gemini",)


def expected(path: Path) -> Counts:
    """None of the recorded ones was compressed or rewound; none repeats an id."""
    text = path.read_text(encoding="utf-8")
    try:
        rows = json.loads(text)["messages"]
    except ValueError:
        rows = [json.loads(line) for line in text.splitlines()]
    told = [row for row in rows if row.get("type") in ("user", "gemini")]
    assert len({row["id"] for row in told}) == len(told)
    roles, results = [], 0
    for row in told:
        answered = [call for call in row.get("toolCalls", []) if call.get("result")]
        roles += ["user" if row["type"] == "user" else "assistant"] + ["results"] * bool(answered)
        results += len(answered)
    open_calls = bool(told) and bool(told[-1].get("toolCalls"))
    return Counts(len(roles), requests(roles, open_calls), 0, results)
