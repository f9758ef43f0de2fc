"""Copilot CLI: `session-state/<session>/events.jsonl`."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import last, title, within, words


def roots(machine: Machine) -> list[Path]:
    return [machine.moved("COPILOT_HOME", ".copilot") / "session-state"]


def wanted(parts: Parts) -> bool:
    return (len(parts) == 2 and parts[1] == "events.jsonl") or (len(parts) == 1 and parts[0].endswith(".jsonl"))


def describe(ends: Ends) -> Details:
    records = ends.records
    typed = (words(within(each, "data", "content")) for each in records if each.get("type") == "user.message")
    models = (words(within(each, "data", key)) for each in records for key in ("selectedModel", "newModel", "model"))
    count = sum(each.get("type") == "session.compaction_complete" for each in records)
    return Details(
        title=title(typed),
        model=last(models),
        compactions=count if count or ends.whole else None,
        more=not ends.whole,
        project=next((cwd for each in records if (cwd := words(within(each, "data", "context", "cwd")))), ""),
    )


AGENT = Agent("copilot", "Copilot CLI", roots, wanted, describe, sign={"type": "session.start", "data": {}})
