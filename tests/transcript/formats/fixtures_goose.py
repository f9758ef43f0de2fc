"""Sessions of Goose: lines, an export, the database."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Record = dict[str, Any]

START = 1_772_355_600
HEADER = {"working_dir": "/home/u/shop", "description": "Fix the cart", "message_count": 4, "total_tokens": 900}
SUMMARY = "The total was rounded twice; cart.py was mended."
GO_ON = "Your context was compacted. The previous message contains a summary of the conversation so far."
BY_REQUEST = "Your context was compacted at the user's request. The previous message contains a summary."
AGENT_ONLY = {"userVisible": False, "agentVisible": True}
HIDDEN = {"userVisible": True, "agentVisible": False}


def message(role: str, *parts: Record | str, **more: Any) -> Record:
    made = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"role": role, "created": START, "content": made, **more}


def user(*parts: Record | str, **more: Any) -> Record:
    return message("user", *parts, **more)


def reply(*parts: Record | str, **more: Any) -> Record:
    return message("assistant", *parts, **more)


def call(identity: str, name: str = "developer__shell", **arguments: Any) -> Record:
    value = {"name": name, "arguments": arguments or {"command": "ls"}}
    return {"type": "toolRequest", "id": identity, "toolCall": {"status": "success", "value": value}}


def answer(identity: str, *items: Record | str) -> Record:
    made = [{"type": "text", "text": item} if isinstance(item, str) else item for item in items]
    return {"type": "toolResponse", "id": identity, "toolResult": {"status": "success", "value": {"content": made}}}


BEGINNING = (
    user("the total is wrong"),
    reply("I look.", call("c1")),
    user(answer("c1", "cart.py")),
    reply("Rounded twice."),
    user("mend it"),
)


def hidden(*messages: Record) -> tuple[Record, ...]:
    """As a compaction leaves them."""
    return tuple({**each, "metadata": {**each.get("metadata", {}), "agentVisible": False}} for each in messages)


def compacted(*messages: Record, words: str = GO_ON, again: str = "mend it") -> tuple[Record, ...]:
    """These messages after a compaction: hidden from the model, a summary, words to go on, the last prompt once more."""
    added = [user(SUMMARY, metadata=AGENT_ONLY), reply(words, metadata=AGENT_ONLY)]
    return (*hidden(*messages), *added, *([user(again)] if again else []))


def lines(*messages: Record) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in (HEADER, *messages))


def export(*messages: Record) -> Record:
    return {"id": "20260301_1", "name": "Fix the cart", "working_dir": "/home/u/shop", "conversation": list(messages)}


SCHEMA = """
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
  session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL, created_at TIMESTAMP, updated_at TIMESTAMP,
  model_config_json TEXT, parent_session_id TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL, role TEXT NOT NULL,
  content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL, tokens INTEGER, metadata_json TEXT);
CREATE TABLE usage_ledger (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, created_timestamp INTEGER,
  model TEXT, input_tokens INTEGER, output_tokens INTEGER, total_tokens INTEGER, cache_read_tokens INTEGER,
  cache_write_tokens INTEGER, is_compaction INTEGER DEFAULT 0);
CREATE INDEX idx_messages_session ON messages(session_id);
"""


class Store:
    """A database that is written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._day = 0
        self._run(lambda db: db.executescript(SCHEMA))

    def session(self, name: str, *messages: Record, parent: str = "", **more: Any) -> Store:
        self._day += 1
        config = json.dumps({"model_name": "claude-sonnet-4-5"})
        row = {
            "id": name,
            "name": f"title of {name}",
            "working_dir": "/home/u/shop",
            "updated_at": f"2026-03-{self._day:02d} 09:00:00",
            "model_config_json": config,
            "parent_session_id": parent or None,
            **more,
        }
        self.insert("sessions", row)
        for each in messages:
            made = {
                "message_id": each.get("id"),
                "session_id": name,
                "role": each["role"],
                "content_json": json.dumps(each["content"]),
                "created_timestamp": each["created"],
                "metadata_json": json.dumps(each["metadata"]) if "metadata" in each else None,
            }
            self.insert("messages", made)
        return self

    def spent(self, name: str, given: int, output: int, read: int = 0, written: int = 0, **more: Any) -> Store:
        names = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
        row = dict(zip(names, (given, output, read, written), strict=True))
        return self.insert(
            "usage_ledger", {"session_id": name, "model": "gpt-5", "total_tokens": given + output, **row, **more}
        )

    def insert(self, table: str, row: Record) -> Store:
        marks = ", ".join("?" for _ in row)
        self._run(
            lambda db: db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
        )
        return self

    def _run(self, work: Any) -> None:
        with closing(sqlite3.connect(self.path)) as db:
            db.execute("PRAGMA synchronous=off")
            work(db)
            db.commit()


def _database() -> bytes:
    with TemporaryDirectory() as folder:
        store = Store(Path(folder) / "sessions.db").session("one", *compacted(*BEGINNING), reply("Mended.", call("c2")))
        store.session("sub", user("look"), reply("Seen."), parent="one").spent("sub", 100, 10, 40)
        return store.path.read_bytes()


FUZZED = (
    lines(
        *compacted(*BEGINNING),
        reply("Mended.", call("c2")),
        user(answer("c2", "ok", {"type": "image", "data": "AA=="})),
    ),
    json.dumps(export(*compacted(*BEGINNING), reply("Mended."))).encode(),
    _database(),
)


def large(size: int) -> bytes:
    """A file of lines of about so many bytes."""
    made = [lines()]
    total, number = len(made[0]), 0
    while total < size:
        words = f"line {number} of a file that was read; " * 205  # 10,000 messages of 20 MB
        turn = (
            user(f"question {number}"),
            reply(words[:400], call(f"c{number}", command=f"cat src/file_{number}.py")),
            user(answer(f"c{number}", words)),
            reply("So."),
        )
        made.append(b"".join(json.dumps(each).encode() + b"\n" for each in turn))
        total, number = total + len(made[-1]), number + 1
    return b"".join(made)
