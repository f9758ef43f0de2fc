"""Files below a folder that a person named, which may be sessions of any agent: only their content can tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inspector.transcript.discover.agent import Agent, Details, Found, Parts
from inspector.transcript.discover.openclaw import NO_SESSIONS
from inspector.transcript.discover.walk import Missed, files_of

DEPTH = 12
"""Folders that are entered below the one that was named."""
ENDINGS = (".jsonl", ".ndjson", ".json", ".jsonl.zst", ".traj", ".eval", ".db", ".sqlite")
"""Endings of the names of sessions."""
_PASSED = frozenset((".git", "node_modules", "__pycache__", "events", "tool-results", "tool-outputs", "tool-output"))
"""Folders that hold none: code of others, single events, full outputs."""
_COPIES = (".compaction.",)
"""In the names of working copies of a session that lies beside them."""


def candidates(folder: Path, missed: Missed) -> Iterator[Found]:
    """The files that may be sessions, of no agent so far."""
    return files_of(_ANYBODY, folder, missed=missed)


def _wanted(parts: Parts) -> bool:
    name = parts[-1]
    return name.endswith(ENDINGS) and not any(each in name for each in (*NO_SESSIONS, *_COPIES))


_ANYBODY = Agent(
    "",
    "",
    lambda machine: (),
    _wanted,
    lambda ends: Details(),
    depth=DEPTH,
    enter=lambda parts: parts[-1] not in _PASSED,
)
