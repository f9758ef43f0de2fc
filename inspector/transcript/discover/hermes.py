"""Hermes: one database, `sessions/session_<id>.json` (a snapshot) or `<id>.jsonl`."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import DATABASE, Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import said, title, within, words

_SUMMARY = ("[CONTEXT COMPACTION", "[CONTEXT SUMMARY]")
"""How a summary begins that took the place of earlier messages."""


def roots(machine: Machine) -> list[Path]:
    home = machine.moved("HERMES_HOME", ".hermes")
    return [home, home / "sessions"]


def wanted(parts: Parts) -> bool:
    """In either folder: what else lies in the first one has other names."""
    name = parts[-1]
    return name == "state.db" or (name.startswith("session_") and name.endswith(".json")) or name.endswith(".jsonl")


def describe(ends: Ends) -> Details:
    if ends.is_database:
        return DATABASE
    listed = within(ends.document, "messages")
    records = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else ends.records
    texts = [said(each.get("content")) for each in records if each.get("role") == "user"]
    count = sum(text.startswith(_SUMMARY) for text in texts)
    return Details(
        title=title([*texts, ends.prompt()], _SUMMARY),
        model=words(within(ends.document, "model")) or ends.model(),
        compactions=count if count or ends.whole else None,
        more=not ends.whole,
    )


AGENT = Agent(
    "hermes",
    "Hermes",
    roots,
    wanted,
    describe,
    depth=0,
    sign={"role": "session_meta", "tools": [], "model": ""},
    databases=True,
    formats=("hermes-lines",),
)
