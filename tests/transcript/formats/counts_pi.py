"""Sessions of pi and OpenClaw, counted by id: the way from the last record back, and what of it is a message."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.transcript.formats.counts import Counts, Record, records, requests

FOLDERS = ("pi", "openclaw")
SENT = ("custom_message", "branch_summary", "compaction")


def expected(path: Path) -> Counts | str:
    rows = [row for row in records(path) if row["type"] != "session"]
    claw = path.parent.name == "openclaw"
    for number, row in enumerate(rows):
        row.setdefault("id", f"#{number}")
        row.setdefault("parentId", rows[number - 1]["id"] if number else None)
    way = [row for row in walk(rows, claw) if says(row)]
    roles = [row["message"]["role"] if row["type"] == "message" else "user" for row in way]
    content = way[-1]["message"]["content"] if roles[-1] == "assistant" else ()
    return Counts(
        len(way),
        requests(roles, any(part["type"] == "toolCall" for part in content)),
        sum(row["type"] == "compaction" for row in way),
        roles.count("toolResult"),
        lost(path, rows),
    )


def walk(rows: list[Record], claw: bool) -> Iterator[Record]:
    """Backwards by parents, then turned round. OpenClaw goes on with the record before it where a parent is not there."""
    at = {row["id"]: number for number, row in enumerate(rows)}
    way = []
    here = len(rows) - 1
    while here >= 0:
        way.append(rows[here])
        parent = rows[here]["parentId"]
        here = at.get(parent, here - 1 if claw else -1) if parent else -1
    return reversed(way)


def says(row: Record) -> bool:
    message = row.get("message", {})
    if row["type"] != "message":
        return row["type"] in SENT
    if message["role"] == "assistant":
        return bool(message["content"]) or message.get("stopReason") not in ("error", "aborted")
    return not message.get("excludeFromContext")


def lost(path: Path, rows: list[Record]) -> int:
    """Parents that are no record, and not the session itself."""
    known = {row["id"] for row in rows} | {records(path)[0]["id"]}
    return sum(row["parentId"] is not None and row["parentId"] not in known for row in rows)
