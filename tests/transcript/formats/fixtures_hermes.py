"""Sessions of Hermes: snapshots, lines, dumps of requests, the database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Record = dict[str, Any]

START = 1_780_000_000.5
SUMMARY = (
    "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted into the summary below.\n\n"
    "## Historical Task Snapshot\nThe port is 8443.\n\n"
    "--- END OF CONTEXT SUMMARY — respond to the message below, not the summary above ---"
)
CLEARED = "[Old tool output cleared to save context space]"
TOOLS = [{"type": "function", "function": {"name": "read_file", "parameters": {"type": "object"}}}]


def user(text: str, **more: Any) -> Record:
    return {"role": "user", "content": text, **more}


def reply(text: str | None, *calls: str, **more: Any) -> Record:
    made: Record = {"role": "assistant", "content": text, "finish_reason": "stop", **more}
    if calls:
        made["tool_calls"] = [
            {"id": call, "type": "function", "function": {"name": "read_file", "arguments": '{"path": "a.py"}'}}
            for call in calls
        ]
    return made


def result(call: str, text: str, **more: Any) -> Record:
    return {"role": "tool", "tool_call_id": call, "tool_name": "read_file", "content": text, **more}


def snapshot(*messages: Record, **more: Any) -> Record:
    return {
        "session_id": "20260528_090000_abc",
        "model": "hermes-4",
        "base_url": "https://models.example/v1",
        "platform": "cli",
        "session_start": "2026-05-28T09:00:00",
        "system_prompt": "You are Hermes.",
        "tools": TOOLS,
        "message_count": len(messages),
        "messages": list(messages),
        **more,
    }


def dump(*messages: Record) -> Record:
    body = {
        "model": "hermes-4",
        "messages": [{"role": "system", "content": "You are Hermes."}, *messages],
        "tools": TOOLS,
    }
    request = {"method": "POST", "url": "https://models.example/v1/chat/completions", "headers": {}, "body": body}
    return {"timestamp": "2026-05-28T09:00:00", "session_id": "s1", "reason": "non_retryable", "request": request}


def lines(*messages: Record) -> bytes:
    meta = {"role": "session_meta", "tools": TOOLS, "model": "hermes-4", "platform": "telegram", "timestamp": START}
    timed = [{**each, "timestamp": START + at} for at, each in enumerate(messages)]
    return b"".join(json.dumps(each).encode() + b"\n" for each in (meta, *timed))


BEGINNING = (
    user("which port?"),
    reply("I look.", "c1", reasoning="the settings say"),
    result("c1", "port = 8443"),
    reply("8443."),
    user("and the host?"),
    reply(None, "c2"),
    result("c2", "host = example"),
    reply("example."),
)
COMPACTED = (BEGINNING[0], user(SUMMARY), *BEGINNING[4:])
"""What a compaction makes of it: the first message, a summary, the last four."""

SCHEMA = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model TEXT, model_config TEXT, system_prompt TEXT,
  system_prompt_hash TEXT, parent_session_id TEXT, started_at REAL, ended_at REAL, end_reason TEXT, title TEXT, cwd TEXT);
CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL, content TEXT,
  tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, token_count INTEGER, finish_reason TEXT,
  reasoning TEXT, observed INTEGER DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0);
CREATE VIRTUAL TABLE messages_fts USING fts5(content, content='messages', content_rowid='id');
CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
"""


class Store:
    """A database that is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA synchronous=off")
            db.executescript(SCHEMA)
        self._time = START

    def session(
        self, name: str, *messages: Record, parent: str = "", config: Record | None = None, **more: Any
    ) -> Store:
        row = {
            "id": name,
            "source": "cli",
            "model": "hermes-4",
            "model_config": json.dumps(config) if config else None,
            "system_prompt": "You are Hermes.",
            "parent_session_id": parent or None,
            "started_at": self._tick(),
            "title": f"title of {name}",
            "cwd": "/home/u/shop",
            **more,
        }
        self._insert("sessions", row)
        return self.add(name, *messages)

    def add(self, name: str, *messages: Record) -> Store:
        for message in messages:
            calls = json.dumps(message["tool_calls"]) if message.get("tool_calls") else None
            self._insert("messages", {"timestamp": self._tick(), **message, "session_id": name, "tool_calls": calls})
        return self

    def run(self, statement: str, *values: Any) -> Store:
        with closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute(statement, values)
        return self

    def compact(self, name: str, *messages: Record, kept: int = 0) -> Store:
        """In place: what is in use is put away, the new messages follow. The originals of the last `kept` count as carried on."""
        last = "SELECT id FROM messages WHERE session_id = ? AND active = 1 ORDER BY id DESC LIMIT ?"
        self.run(f"UPDATE messages SET active = 0 WHERE id IN ({last})", name, kept)
        self.run("UPDATE messages SET active = 0, compacted = 1 WHERE session_id = ? AND active = 1", name)
        return self.add(name, *messages)

    def _insert(self, table: str, row: Record) -> None:
        marks = ", ".join("?" for _ in row)
        self.run(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", *row.values())

    def _tick(self) -> float:
        self._time += 1
        return self._time


def _database() -> bytes:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "state.db").session("one", *BEGINNING)
        store.compact("one", *COMPACTED, kept=4).add("one", user("thanks"), reply("Welcome."))
        store.session("sub", user("look"), reply("Seen."), parent="one")
        return store.path.read_bytes()


FUZZED = (
    json.dumps(snapshot(*COMPACTED, user("thanks"))).encode(),
    lines(*BEGINNING, *COMPACTED, user("thanks"), reply("Welcome.")),
    json.dumps(dump(*BEGINNING)).encode(),
    _database(),
)


def large(size: int) -> bytes:
    """A transcript of lines of about so many bytes."""
    made = [lines()]
    total, number = len(made[0]), 0
    while total < size:
        call = f"call_{number:08d}"
        text = f"line {number} of a file that was read; " * 205  # 10,000 messages of 20 MB
        turn = (user(f"question {number}"), reply("I look.", call), result(call, text), reply(text[:400]))
        made.append(b"".join(json.dumps({**each, "timestamp": START + number}).encode() + b"\n" for each in turn))
        total, number = total + len(made[-1]), number + 1
    return b"".join(made)
