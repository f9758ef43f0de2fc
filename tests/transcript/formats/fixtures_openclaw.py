"""OpenClaw's database: the records of its sessions, as `fixtures_pi` writes them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.transcript.formats.fixtures_pi import Pi, claw, gate

SCHEMA = """
CREATE TABLE session_nodes (session_key TEXT PRIMARY KEY, current_session_id TEXT NOT NULL, entry_json TEXT NOT NULL);
CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT, created_at INTEGER, updated_at INTEGER,
  transcript_updated_at INTEGER, model TEXT, display_name TEXT);
CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, created_at INTEGER,
  event_zstd BLOB, PRIMARY KEY (session_id, seq));
CREATE TABLE trajectory_runtime_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, run_id TEXT, event_json TEXT NOT NULL,
  created_at INTEGER, PRIMARY KEY (session_id, seq));
"""
START = 1_790_000_000_000


def store(path: Path, **sessions: Pi) -> Path:
    """A database with these sessions, the last one written last; one called `sub` was spawned by the one before it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous=off")
        db.executescript(SCHEMA)
        before = ""
        for number, (name, pi) in enumerate(sessions.items()):
            entry: dict[str, Any] = {"sessionId": name, "updatedAt": START + number}
            if name == "sub":
                entry["spawnedBy"] = f"agent:main:{before}"
            key, time = f"agent:main:{name}", START + 1000 * number
            db.execute("INSERT INTO session_nodes VALUES (?, ?, ?)", (key, name, json.dumps(entry)))
            row = (name, key, time, time, time, "glm-5", f"title of {name}")
            db.execute("INSERT INTO session_windows VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            events = [(name, seq, json.dumps(each), time) for seq, each in enumerate(pi.records)]
            db.executemany(
                "INSERT INTO transcript_events VALUES (?, ?, ?, ?, NULL)", [*events[::2], *events[1::2]]
            )  # out of order
            before = name
        db.commit()
    return path


def run(path: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement, values)


def _database() -> bytes:
    with TemporaryDirectory() as folder:
        path = store(Path(folder) / "openclaw-agent.sqlite", main=claw(), sub=gate()[0])
        for number, event in enumerate(gate()[1].events):
            values = ("sub", number, json.dumps(event))
            run(path, "INSERT INTO trajectory_runtime_events(session_id, seq, event_json) VALUES (?, ?, ?)", *values)
        return path.read_bytes()


FUZZED = (_database(),)
