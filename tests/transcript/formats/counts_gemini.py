"""Gemini CLI sessions: a record of the model with results is two messages.

A record of the model that says nothing, thought nothing and cost nothing, but has calls, is the rest of the reply before it when
that reply has no calls: a turn ends with a reply without calls, so that nobody can have asked again in between. (Records that
are no user's and no model's are only shown.)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
    told = [{**row, "more": at > 0 and _rest(told[at - 1], row)} for at, row in enumerate(told)]
    roles, results = [], 0
    for row in told:
        answered = [call for call in row.get("toolCalls", []) if call.get("result")]
        own = [] if row["more"] else ["user" if row["type"] == "user" else "assistant"]
        roles += own + ["results"] * bool(answered)
        results += len(answered)
    open_calls = bool(told) and bool(told[-1].get("toolCalls"))
    return Counts(len(roles), requests(roles, open_calls), 0, results)


def _rest(before: dict[str, Any], row: dict[str, Any]) -> bool:
    both = before["type"] == row["type"] == "gemini"
    cost = any((row.get("tokens") or {}).values())
    nothing = not row.get("content") and not row.get("thoughts") and not cost
    return both and nothing and bool(row.get("toolCalls")) and not before.get("toolCalls")
