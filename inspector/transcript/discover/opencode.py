"""opencode: one file a session in the older store, one database in the newer (one for each channel of releases)."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import DATABASE, Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import title, within, words


def roots(machine: Machine) -> list[Path]:
    data = machine.moved("XDG_DATA_HOME", ".local", "share") / "opencode"
    return [data / "storage" / "session", data]


def wanted(parts: Parts) -> bool:
    if len(parts) == 2:
        return parts[1].startswith("ses_") and parts[1].endswith(".json")
    return parts[0].startswith("opencode") and parts[0].endswith(".db")


def describe(ends: Ends) -> Details:
    if ends.is_database:
        return DATABASE
    return Details(
        title=title([words(within(ends.document, "title"))]),
        project=words(within(ends.document, "directory")),
        subagent=bool(words(within(ends.document, "parentID"))),
    )


AGENT = Agent(
    "opencode",
    "opencode",
    roots,
    wanted,
    describe,
    sign={"id": "ses_1", "version": "1.1.12", "time": {}, "title": ""},
    databases=True,
)
