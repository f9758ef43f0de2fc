"""Goose: `sessions/<name>.jsonl`, or one database."""

from __future__ import annotations

from pathlib import Path

from inspector.transcript.discover.agent import DATABASE, Agent, Details, Machine, Parts
from inspector.transcript.discover.ends import Ends
from inspector.transcript.discover.telling import said, title, words


def roots(machine: Machine) -> list[Path]:
    return [machine.moved("XDG_DATA_HOME", ".local", "share") / "goose" / "sessions"]


def wanted(parts: Parts) -> bool:
    return parts[-1].endswith(".jsonl") or parts == ("sessions.db",)


def describe(ends: Ends) -> Details:
    if ends.is_database:
        return DATABASE
    typed = (said(each.get("content")) for each in ends.first if each.get("role") == "user")
    header = ends.first[0] if ends.first else {}
    return Details(title=title([*typed, words(header.get("description"))]), project=words(header.get("working_dir")))


AGENT = Agent(
    "goose",
    "Goose",
    roots,
    wanted,
    describe,
    depth=0,
    sign={"working_dir": "", "message_count": 0, "description": ""},
    databases=True,
    formats=("goose-export",),
)
