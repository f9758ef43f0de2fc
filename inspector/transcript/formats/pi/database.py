"""OpenClaw's database of one agent (`agents/<agent>/agent/openclaw-agent.sqlite`): the records that were lines of a file.

`transcript_events.event_json` is a line as it was, in `seq` order; newer versions pack old ones (`event_zstd`).
`session_windows` tells of each session, `session_nodes` which of them is the present one of a conversation and who spawned
it; `trajectory_runtime_events` is what stood in the trajectory file. Older ones have `session_entries` instead of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.pi.session import transcript_of_events
from inspector.transcript.formats.sqlite import read, tables_of
from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.formats.sqlite_parts import chosen_id, newest_first, tell
from inspector.transcript.formats.sqlite_values import json_of, moment_of, number_of, text_of
from inspector.transcript.model import Part, Sidechain, Transcript
from inspector.transcript.problems import Problems
from inspector.transcript.unpack import unpacked_bytes

_WINDOW = ("session_id", "updated_at", "transcript_updated_at", "created_at", "display_name", "model", "session_key")
_EVENT = 64 << 20
"""Bytes that one packed record may unpack to."""

_TOTAL = 1 << 30
"""The same of all records of a session."""


class Found(NamedTuple):
    """What was read: one session."""

    id: str
    parts: tuple[Part, ...]
    events: list[Any]
    runtime: list[Any]


def opens(source: Source, head: bytes) -> bool:
    """Whether a file is such a database."""
    if "transcript_events" not in tables_of(source, head):
        return False
    return read(source, lambda database: {"session_id", "seq", "event_json"} <= database.columns("transcript_events"))


def parts(source: Source) -> tuple[Part, ...]:
    """All sessions, newest first; those of subagents name who started them."""
    return read(source, _parts)


def container(problems: Problems, source: Source) -> Transcript:
    """The chosen session, else the newest that was not spawned by another."""
    found = read(source, lambda database: _found(database, source.choice))
    read(source, lambda database: tell(database, problems))
    problems.bytes = source.file.seek(0, 2)
    events = list(_records(found.events, problems))
    runtime = [each for each in found.runtime if isinstance(each, dict)]
    transcript = transcript_of_events(events, problems, leaf=source.choice.leaf, runtime=runtime)
    children = [part for part in found.parts if part.parent == found.id]
    own = next((part.title for part in found.parts if part.id == found.id), "")
    return replace(
        transcript,
        session=transcript.session or found.id,
        title=transcript.title or own,
        part=found.id,
        parts=found.parts,
        sidechains=tuple(Sidechain(part.id, part.messages or 0, part.title) for part in children),
    )


def _records(events: list[Any], problems: Problems) -> Iterator[dict[str, Any]]:
    for number, event in enumerate(events, 1):
        if isinstance(event, dict):
            yield event
        else:
            reason = str(event) if isinstance(event, TranscriptError) else "the record is no JSON object"
            problems.add(number, "not-an-object", reason)


def _parts(database: Database) -> tuple[Part, ...]:
    counts = database.counts("transcript_events", "session_id")
    keys, entries = _entries(database)
    rows = {text_of(row[0]): row for row in database.rows("session_windows", _WINDOW)}
    listed = []
    for name in dict.fromkeys((*rows, *counts, *entries)):
        row, entry = rows.get(name, (None,) * len(_WINDOW)), entries.get(name, {})
        written = max(number_of(each) for each in (*row[1:4], entry.get("updatedAt")))
        title = text_of(row[4]) or words_of(entry.get("displayName")) or words_of(entry.get("label"))
        model = text_of(row[5]) or words_of(entry.get("model"))
        parent = keys.get(words_of(entry.get("spawnedBy")), "")
        time = moment_of(written, 1000)
        listed.append(
            (written, Part(name, title, counts.get(name, 0), time, "", model, "" if parent == name else parent))
        )
    return newest_first(listed)


def _entries(database: Database) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """Key of a conversation → its present session; session → what the agent keeps of it."""
    keys: dict[str, str] = {}
    entries: dict[str, dict[str, Any]] = {}
    nodes = database.rows("session_nodes", ("session_key", "current_session_id", "entry_json"))
    older = database.rows("session_entries", ("session_key", "session_id", "entry_json"))
    for key, session, cell in (*nodes, *older):
        name, entry = text_of(session), json_of(cell)
        keys[text_of(key)] = name
        entries[name] = entry if isinstance(entry, dict) else {}
    return keys, entries


def _found(database: Database, choice: Choice) -> Found:
    everyone = _parts(database)
    name = chosen_id(choice, [part for part in everyone if not part.parent] or everyone, {part.id for part in everyone})
    return Found(
        name,
        everyone,
        list(_events(database, "transcript_events", name)),
        list(_events(database, "trajectory_runtime_events", name)),
    )


def _events(database: Database, table: str, session: str) -> Iterator[Any]:
    """The records of a session in order; an error for one that cannot be unpacked."""
    left = _TOTAL
    for cell, packed in database.rows(table, ("event_json", "event_zstd"), "session_id = ?", (session,), "seq"):
        if cell is not None or not isinstance(packed, bytes):
            yield json_of(cell)
            continue
        try:
            raw = unpacked_bytes(packed, min(_EVENT, left))
        except TranscriptError as error:
            yield error
        else:
            left -= len(raw)
            yield json_of(raw)
