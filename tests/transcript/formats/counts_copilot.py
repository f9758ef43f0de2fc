"""Copilot CLI event logs, counted by their events: a reply is all messages of one call of the provider."""

from __future__ import annotations

from pathlib import Path

from tests.transcript.formats.counts import Counts, records, requests

FOLDERS = ("copilot-cli",)


def expected(path: Path) -> Counts:
    roles: list[str] = []
    calls: set[str] = set()
    systems: set[str] = set()
    results = compactions = 0
    open_calls = False
    for row in records(path):
        kind, data = row["type"], row["data"]
        if kind == "system.message" and data["content"] not in systems:
            systems.add(data["content"])
            roles.append("system")
        elif kind == "user.message":
            roles.append("user")
        elif kind == "assistant.message":
            if data["apiCallId"] not in calls:
                roles.append("assistant")
                calls.add(data["apiCallId"])
                open_calls = False
            open_calls = open_calls or bool(data["toolRequests"])
        elif kind == "tool.execution_complete":
            roles.append("tool")
            results += 1
        compactions += kind in ("session.compaction_complete", "session.truncation")
    return Counts(len(roles), requests(roles, open_calls), compactions, results)
