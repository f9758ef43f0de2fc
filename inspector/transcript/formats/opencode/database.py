"""opencode's database (`opencode.db`): `session`, `message` and `part`, the JSON of each without the ids that are columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.opencode.objects import Record, objects_of
from inspector.transcript.formats.opencode.session import transcript_of
from inspector.transcript.formats.sqlite import read, tables_of
from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.formats.sqlite_parts import chosen_id, newest_first, tell
from inspector.transcript.formats.sqlite_values import json_of, moment_of, number_of, text_of
from inspector.transcript.model import Part, Sidechain, Transcript
from inspector.transcript.problems import Problems

_TABLES = frozenset({"session", "message", "part"})
_SESSION = ("id", "parent_id", "title", "version", "directory", "time_created", "time_updated", "revert", "model")


class Sessions(NamedTuple):
    """All sessions, newest first, and each one's row."""

    parts: tuple[Part, ...]
    rows: dict[str, Record]
    counts: dict[str, int]


class Found(NamedTuple):
    """What was read of a database: one session."""

    id: str
    sessions: Sessions
    messages: list[tuple[Record, list[Any]]]


def opens(source: Source, head: bytes) -> bool:
    """Whether a file is such a database."""
    return tables_of(source, head) >= _TABLES


def parts(source: Source) -> tuple[Part, ...]:
    """All sessions, newest first; those of subagents name who started them."""
    return read(source, _sessions).parts


def container(problems: Problems, source: Source) -> Transcript:
    """The chosen session; a subagent's is chosen by its id, as its own session or as a sidechain."""
    found = read(source, lambda database: _found(database, source.choice))
    read(source, lambda database: tell(database, problems))
    objects = objects_of(found.sessions.rows[found.id], found.messages, problems)
    problems.bytes = source.file.seek(0, 2)
    transcript, calls = transcript_of(objects, problems, source.choice)
    return replace(
        transcript,
        part=found.id,
        parts=found.sessions.parts,
        sidechains=tuple(_children(found, calls)),
    )


def _sessions(database: Database) -> Sessions:
    rows = {text_of(row[0]): _session(row) for row in database.rows("session", _SESSION) if row[0] is not None}
    counts = database.counts("message", "session_id")
    listed = [(number_of(row["updated"]), _part(name, row, rows, counts)) for name, row in rows.items()]
    return Sessions(newest_first(listed), rows, counts)


def _part(name: str, row: Record, rows: dict[str, Record], counts: dict[str, int]) -> Part:
    parent = row["parentID"] if row["parentID"] in rows and row["parentID"] != name else ""
    time = moment_of(row["updated"], 1000)
    return Part(name, row["title"], counts.get(name, 0), time, row["directory"], row["model"], parent)


def _session(row: tuple[Any, ...]) -> Record:
    names = ("id", "parentID", "title", "version", "directory")
    made: Record = {name: text_of(value) for name, value in zip(names, row, strict=False)}
    return made | {"updated": row[6] or row[5], "revert": json_of(row[7]), "model": _model(row[8])}


def _model(cell: Any) -> str:
    """The model of a session: newer versions keep it, as JSON."""
    found = json_of(cell) if isinstance(cell, bytes) and cell.startswith(b"{") else None
    return words_of(found.get("id") or found.get("modelID")) if isinstance(found, dict) else text_of(cell)


def _found(database: Database, choice: Choice) -> Found:
    sessions = _sessions(database)
    main = [part for part in sessions.parts if not part.parent] or sessions.parts
    name = chosen_id(choice, main, sessions.rows)
    return Found(name, sessions, list(_messages(database, name)))


def _messages(database: Database, session: str) -> Iterator[tuple[Record, list[Any]]]:
    listed = list(database.rows("message", ("id", "data"), "session_id = ?", (session,)))
    by_message: dict[str, list[Any]] = {text_of(row[0]): [] for row in listed}
    for name, owner, data in _parts(database, session, by_message):
        if (held := by_message.get(text_of(owner))) is not None:
            held.append(_with(json_of(data), name))
    for row in listed:
        yield _with(json_of(row[1]), row[0]), by_message[text_of(row[0])]


def _parts(database: Database, session: str, messages: dict[str, list[Any]]) -> Iterator[tuple[Any, ...]]:
    columns = ("id", "message_id", "data")
    if "session_id" in database.columns("part"):
        yield from database.rows("part", columns, "session_id = ?", (session,))
        return
    for message in messages:
        yield from database.rows("part", columns, "message_id = ?", (message,))


def _with(data: Any, name: Any) -> Record:
    """The object of a row with its id; what is no object stays visible as a kind that nobody knows."""
    return {**(data if isinstance(data, dict) else {"data": data}), "id": text_of(name)}


def _children(found: Found, calls: dict[str, str]) -> Iterator[Sidechain]:
    """Sessions of subagents that this one started."""
    for name, row in found.sessions.rows.items():
        if row["parentID"] == found.id and name != found.id:
            yield Sidechain(name, found.sessions.counts.get(name, 0), row["title"], "", calls.get(name, ""))
