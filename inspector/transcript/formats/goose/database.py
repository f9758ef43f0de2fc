"""Goose's database (`sessions.db`): `sessions`, `messages`, since 2026 `usage_ledger` (one row a request)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.goose.rows import Record, row_of
from inspector.transcript.formats.goose.session import Spent, transcript_of
from inspector.transcript.formats.sqlite import read, tables_of
from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.formats.sqlite_parts import chosen_id, tell
from inspector.transcript.formats.sqlite_values import count_of, json_of, moment_of, number_of, text_of
from inspector.transcript.formats.usage import usage_of_goose
from inspector.transcript.model import Part, Sidechain, Transcript
from inspector.transcript.problems import Problems

_SESSION = (
    "id",
    "name",
    "description",
    "working_dir",
    "updated_at",
    "created_at",
    "parent_session_id",
    "model_config_json",
    "session_type",
)
_MESSAGE = ("id", "message_id", "role", "content_json", "created_timestamp", "metadata_json")
_LEDGER = (
    "model",
    "input_tokens",
    "output_tokens",
    "total_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "is_compaction",
)


class Found(NamedTuple):
    """What was read: one session."""

    id: str
    parts: tuple[Part, ...]
    messages: list[tuple[Any, ...]]
    ledger: list[tuple[Any, ...]]


def opens(source: Source, head: bytes) -> bool:
    """Whether a file is such a database."""
    if not tables_of(source, head) >= {"sessions", "messages"}:
        return False
    return read(source, lambda database: "content_json" in database.columns("messages"))


def parts(source: Source) -> tuple[Part, ...]:
    """All sessions, newest first; those of subagents name who started them."""
    return read(source, _parts)


def container(problems: Problems, source: Source) -> Transcript:
    """The chosen session, else the newest that a person began."""
    found = read(source, lambda database: _found(database, source.choice))
    read(source, lambda database: tell(database, problems))
    problems.bytes = source.file.seek(0, 2)
    rows = [row_of(_record(cells), number, problems) for number, cells in enumerate(found.messages, 1)]
    own = next((part for part in found.parts if part.id == found.id), Part(found.id))
    return replace(
        transcript_of([row for row in rows if row is not None], problems, [_spent(cells) for cells in found.ledger]),
        session=found.id,
        title=own.title,
        part=found.id,
        parts=found.parts,
        sidechains=tuple(_children(found)),
    )


def _parts(database: Database) -> tuple[Part, ...]:
    counts = database.counts("messages", "session_id")
    rows = {text_of(row[0]): row for row in database.rows("sessions", _SESSION) if row[0] is not None}
    listed = []
    for name, row in rows.items():
        time = _time(row[4] or row[5])
        title = text_of(row[1]) or text_of(row[2])
        parent = text_of(row[6]) if text_of(row[6]) in rows and text_of(row[6]) != name else ""
        listed.append((time, Part(name, title, counts.get(name, 0), time, text_of(row[3]), _model(row[7]), parent)))
    listed.sort(key=lambda each: each[1].id)
    listed.sort(key=lambda each: each[0], reverse=True)
    return tuple(part for _, part in listed)


def _time(value: Any) -> str:
    """`2026-03-01 09:00:00`, in UTC, or seconds since 1970."""
    words = text_of(value)
    if len(words) == 19 and words[10] == " ":
        return f"{words[:10]}T{words[11:]}Z"
    return moment_of(value)


def _model(value: Any) -> str:
    found = json_of(value)
    return words_of(found.get("model_name")) if isinstance(found, dict) else ""


def _found(database: Database, choice: Choice) -> Found:
    everyone = _parts(database)
    name = chosen_id(choice, [part for part in everyone if not part.parent] or everyone, {part.id for part in everyone})
    messages = list(database.rows("messages", _MESSAGE, "session_id = ?", (name,), "id"))
    ledger = list(database.rows("usage_ledger", _LEDGER, "session_id = ?", (name,), "id"))
    return Found(name, everyone, messages, [row for row in ledger if not number_of(row[-1])])


def _record(cells: tuple[Any, ...]) -> Record:
    _, identity, role, content, created, metadata = cells
    return {
        "id": text_of(identity),
        "role": text_of(role),
        "content": json_of(content),
        "created": number_of(created) or None,
        "metadata": json_of(metadata),
    }


def _spent(cells: tuple[Any, ...]) -> Spent:
    return Spent(text_of(cells[0]), usage_of_goose(*(count_of(cell) for cell in cells[1:6])))


def _children(found: Found) -> Iterator[Sidechain]:
    """Sessions of subagents that this one started."""
    for part in found.parts:
        if part.parent == found.id:
            yield Sidechain(part.id, part.messages or 0, part.title)
