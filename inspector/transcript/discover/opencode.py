"""opencode: one file a session in the older store, one database in the newer."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import title, within, words


def roots(machine: Machine) -> list[Path]:
    data = machine.moved("XDG_DATA_HOME", ".local", "share") / "opencode"
    return [data / "storage" / "session", data]


def wanted(parts: Parts) -> bool:
    if len(parts) == 2:
        return parts[1].startswith("ses_") and parts[1].endswith(".json")
    return parts == ("opencode.db",)


def describe(ends: Ends) -> Details:
    if ends.head.startswith(b"SQLite format 3"):
        return Details(title="a database of sessions")
    return Details(
        title=title([words(within(ends.document, "title"))]), project=words(within(ends.document, "directory"))
    )


AGENT = Agent("opencode", "opencode", roots, wanted, describe)
