"""Rows of `output.jsonl`: each is a conversation of its own; only the one that is asked for is looked into."""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from inspector.transcript.errors import TranscriptChanged
from inspector.transcript.formats.blocks import said_of, words_of
from inspector.transcript.formats.format import Source
from inspector.transcript.lines import Line
from inspector.transcript.model import Part
from inspector.transcript.problems import Problems
from inspector.transcript.store import HOLD_BELOW


class Row(NamedTuple):
    """A row: what it is called, and where it is. `record` is None where it stays in the file."""

    id: str
    title: str
    events: int
    timestamp: str
    line: int
    record: dict[str, Any] | None
    offset: int
    length: int


class Kept:
    """A single event on a line, or a row."""

    __slots__ = ("event", "line", "row")

    def __init__(self, line: int, event: dict[str, Any] | None, row: Row | None) -> None:
        self.line, self.event, self.row = line, event, row


class Rows:
    """Takes lines. Rows of a large file are read again when they are wanted."""

    def __init__(self, source: Source) -> None:
        self._path, self._handle = source.path, -1
        try:
            handle = source.file.fileno()
        except OSError:
            return
        if os.fstat(handle).st_size >= HOLD_BELOW:
            self._handle = os.dup(handle)
            weakref.finalize(self, os.close, self._handle)

    def __call__(self, line: Line, problems: Problems) -> Kept:
        """A row by its signs, else an event."""
        if not is_row(line.value):
            return Kept(line.line, line.value, None)
        problems.records["row"] += 1
        return Kept(line.line, None, self._row(line))

    def _row(self, line: Line) -> Row:
        record = line.value
        history = record.get("history")
        events = history if isinstance(history, list) else []
        times = [words_of(each.get("timestamp")) for each in events[-1:] if isinstance(each, dict)]
        kept = None if self._handle >= 0 and line.exact else record
        return Row(
            name_of(record), title_of(record), len(events), "".join(times), line.line, kept, line.offset, line.length
        )

    def record(self, row: Row) -> dict[str, Any]:
        """The whole row."""
        if row.record is not None:
            return row.record
        try:
            value = orjson.loads(os.pread(self._handle, row.length, row.offset))
        except (OSError, orjson.JSONDecodeError):
            value = None
        if not isinstance(value, dict):
            raise TranscriptChanged(f"{self._path} was changed or shortened after it was opened; open it again")
        return value


def is_row(record: dict[str, Any]) -> bool:
    """Whether a record is a conversation with what it was for."""
    return "history" in record and ("instance_id" in record or "instruction" in record)


def name_of(record: dict[str, Any]) -> str:
    """What a row is called: its instance, or the issue that it works on."""
    issue = record.get("issue")
    number = issue.get("number") if isinstance(issue, dict) else None
    named = record.get("instance_id")
    name = (
        said_of(named) if isinstance(named, str | int) else f"issue-{number}" if isinstance(number, int | str) else ""
    )
    return name.replace("#", "-")[:200]


def title_of(record: dict[str, Any]) -> str:
    """The title of the issue, or how the instruction begins."""
    issue = record.get("issue")
    title = words_of(issue.get("title")) if isinstance(issue, dict) else ""
    return " ".join((title or words_of(record.get("instruction")))[:400].split())[:80]


def parts_of_rows(rows: Sequence[Row]) -> tuple[Part, ...]:
    """All rows, the last first; of several of one name the later ones get a number."""
    seen: dict[str, int] = {}
    parts = []
    for place, row in enumerate(rows, 1):
        name = row.id or f"row-{place}"
        seen[name] = seen.get(name, 0) + 1
        parts.append(Part(name if seen[name] == 1 else f"{name}~{seen[name]}", row.title, row.events, row.timestamp))
    return tuple(reversed(parts))
