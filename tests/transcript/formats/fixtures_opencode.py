"""Sessions of opencode: the same objects as an export, as a folder of files, as a database."""

from __future__ import annotations

import base64
import json
import sqlite3
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

Record = dict[str, Any]

START = 1_770_000_000_000
"""Milliseconds: early February 2026, before summaries came before what is kept."""
LATER = 1_780_000_000_000
"""End of May 2026."""

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 64, 32)).decode()


def session(**more: Any) -> Record:
    return {
        "id": "ses_main",
        "projectID": "p1",
        "directory": "/home/u/shop",
        "title": "Fix the cart",
        "version": "1.1.12",
        "time": {"created": START, "updated": START + 9000},
        **more,
    }


def _message(number: int, info: Record, parts: tuple[Record, ...]) -> Record:
    name = f"msg_{number:04d}"
    made = [{**part, "id": f"prt_{number:04d}_{at}", "messageID": name} for at, part in enumerate(parts)]
    return {"info": {"id": name, "sessionID": "ses_main", **info}, "parts": made}


def user(number: int, *parts: Record | str, at: int = START, **more: Any) -> Record:
    made = tuple(text(part) if isinstance(part, str) else part for part in parts)
    return _message(number, {"role": "user", "time": {"created": at + number * 1000}, "agent": "build", **more}, made)


def reply(number: int, *parts: Record | str, parent: int = 0, at: int = START, **more: Any) -> Record:
    made = tuple(text(part) if isinstance(part, str) else part for part in parts)
    info = {
        "role": "assistant",
        "time": {"created": at + number * 1000, "completed": at + number * 1000 + 500},
        "parentID": f"msg_{parent:04d}",
        "modelID": "claude-sonnet-4-5",
        "providerID": "anthropic",
        "mode": "build",
        "finish": "stop",
        "tokens": tokens(1000 * number),
        **more,
    }
    return _message(number, info, ({"type": "step-start"}, *made, {"type": "step-finish", "tokens": info["tokens"]}))


def tokens(size: int, output: int = 50, reasoning: int = 0) -> Record:
    cache = {"read": size // 2, "write": 10}
    return {"input": size - size // 2 - 10, "output": output, "reasoning": reasoning, "cache": cache}


def text(words: str, **more: Any) -> Record:
    return {"type": "text", "text": words, **more}


def thought(words: str, **more: Any) -> Record:
    return {"type": "reasoning", "text": words, **more}


def tool(call: str, name: str = "read", status: str = "completed", **state: Any) -> Record:
    made = {"status": status, "input": {"filePath": "cart.py"}, "time": {"start": START, "end": START + 5}}
    if status == "completed":
        made |= {"output": f"output of {call}", "title": "", "metadata": {}}
    return {"type": "tool", "callID": call, "tool": name, "state": {**made, **state}}


def file(mime: str, url: str, **more: Any) -> Record:
    return {"type": "file", "mime": mime, "url": url, **more}


def marker(number: int, at: int = START, **part: Any) -> Record:
    return user(number, {"type": "compaction", "auto": True, **part}, at=at)


def summary(number: int, words: str, parent: int, **more: Any) -> Record:
    return reply(number, words, parent=parent, **{"summary": True, "mode": "compaction", **more})


def export(*messages: Record, **info: Any) -> Record:
    return {"info": session(**info), "messages": list(messages)}


def written(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def storage(root: Path, value: Record) -> Path:
    """The session as the folder of files; the answer is its first file."""
    info = value["info"]
    for message in value["messages"]:
        written(root / "message" / info["id"] / f"{message['info']['id']}.json", message["info"])
        for part in message["parts"]:
            written(root / "part" / message["info"]["id"] / f"{part['id']}.json", part)
    return written(root / "session" / info["projectID"] / f"{info['id']}.json", info)


SCHEMA = """
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, directory TEXT, title TEXT,
  version TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER, data TEXT NOT NULL);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX message_session_idx ON message (session_id);
CREATE INDEX part_session_idx ON part (session_id);
"""


def database(path: Path, *values: Record) -> Path:
    """Several sessions in one database."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA synchronous=off")
        db.executescript(SCHEMA)
        for value in values:
            _insert(db, value)
        db.commit()
    return path


def _insert(db: sqlite3.Connection, value: Record) -> None:
    info = value["info"]
    row = [info.get(key) for key in ("id", "projectID", "parentID", "directory", "title", "version")]
    revert = json.dumps(info["revert"]) if "revert" in info else None
    times = info["time"]["created"], info["time"]["updated"]
    db.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, revert, *times))
    for message in value["messages"]:
        head = message["info"]
        db.execute(
            "INSERT INTO message VALUES (?, ?, ?, ?)",
            (head["id"], info["id"], head["time"]["created"], json.dumps(without(head, "id", "sessionID"))),
        )
        for part in message["parts"]:
            data = json.dumps(without(part, "id", "messageID"))
            db.execute("INSERT INTO part VALUES (?, ?, ?, ?)", (part["id"], head["id"], info["id"], data))


def without(record: Record, *keys: str) -> Record:
    return {key: value for key, value in record.items() if key not in keys}


def sample() -> Record:
    """A session with everything."""
    return export(
        user(1, "the total is wrong", file("image/png", f"data:image/png;base64,{PNG}", filename="cart.png")),
        reply(2, thought("look at the cart"), tool("c1"), tool("c2", "bash", "error", error="no such file"), parent=1),
        reply(3, "rounding, it is", parent=1, tokens=tokens(3000, 80, 20)),
        user(4, "mend it", text("called the read tool", synthetic=True)),
        reply(5, tool("c3", "task", metadata={"sessionId": "ses_child"}), {"type": "patch", "files": []}, parent=4),
        marker(6, tail_start_id="msg_0004"),
        summary(7, "The cart's total was rounded twice.", 6, tokens=tokens(90000)),
        user(8, text("Continue if you have next steps", synthetic=True)),
        reply(9, tool("c4", status="running"), parent=8),
        user(10, {"type": "wonder", "text": "?"}, "and the tests"),
        reply(11, "they pass", parent=10),
    )


def child() -> Record:
    made = export(user(1, "find the rounding"), reply(2, "in cart.py", parent=1), id="ses_child", parentID="ses_main")
    for message in made["messages"]:
        message["info"]["id"] += "c"
        message["parts"] = [{**part, "id": part["id"] + "c"} for part in message["parts"]]
    return made


def _database() -> bytes:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        return database(Path(folder) / "opencode.db", sample(), child()).read_bytes()


FUZZED = (
    json.dumps(sample(), indent=1).encode(),
    json.dumps({**sample(), "info": session(revert={"messageID": "msg_0009"})}).encode(),
    _database(),
)


def large(size: int) -> bytes:
    """An export of about so many bytes, with all that opencode writes beside what is said."""
    made: list[Record] = []
    total = 0
    while total < size:
        number = len(made) + 1
        words = f"line {number} of a file that was read; " * 180
        reading = tool(f"call_{number}", output=words, input={"filePath": f"src/file_{number}.py", "limit": 200})
        made += [
            _as_written(user(number, f"question {number}")),
            _as_written(reply(number + 1, thought("so"), words[:400], reading, parent=number)),
        ]
        total += sum(len(json.dumps(each)) for each in made[-2:])
    return json.dumps(export(*made), indent=2).encode()


def _as_written(message: Record) -> Record:
    """With ids of their true length in each part, times, costs and folders."""
    info, tail = message["info"], "e1f0a7c53001Yq3bTn8LrWzKxV"
    where = {"sessionID": f"ses_{tail}", "messageID": f"{info['id']}{tail}"[:30]}
    info |= {"id": where["messageID"], "sessionID": where["sessionID"]}
    if "parentID" in info:
        info["parentID"] = f"{info['parentID']}{tail}"[:30]
    if info["role"] == "assistant":
        info |= {"path": {"cwd": "/home/u/shop", "root": "/home/u/shop"}, "cost": 0.0123, "agent": "build"}
    for part in message["parts"]:
        part |= {"id": f"{part['id']}{tail}"[:30], **where}
        if part["type"] in ("text", "reasoning"):
            part["time"] = {"start": START, "end": START + 5}
        elif part["type"] == "step-finish":
            part |= {"reason": "tool-calls", "cost": 0.0123}
    return message
