"""Rows of OpenHands without native calls: an action of the agent is a reply, an observation a result; the last row counts."""

from __future__ import annotations

from pathlib import Path

from tests.transcript.formats.counts import Counts, records, requests

FOLDERS = ("openhands",)


def expected(path: Path) -> Counts:
    events = records(path)[-1]["history"]
    roles = ["user" if "observation" in each or each["action"] == "message" else "assistant" for each in events]
    results = sum("observation" in each for each in events)
    return Counts(len(events), requests(roles, events[-1].get("action") not in ("finish", "message")), 0, results)
