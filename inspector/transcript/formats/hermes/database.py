"""Hermes' database (`state.db`): `sessions`, `messages`; columns are added over time, so a missing one says nothing.

`active = 1` is what the agent would load. Rows that a compaction put away are `active = 0, compacted = 1`; those that were
taken back are neither, and so are originals of which the compaction made copies (`archive_and_compact`): an original is
known by its copy. The transcript goes back to where the conversation began, over all sessions that it was carried on in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import Choice
from inspector.transcript.formats.format import Source
from inspector.transcript.formats.hermes.documents import system_row
from inspector.transcript.formats.hermes.generations import built, generations
from inspector.transcript.formats.hermes.lineage import Lineage, Session
from inspector.transcript.formats.hermes.rows import Record, Row, row_of
from inspector.transcript.formats.sqlite import read, tables_of
from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.formats.sqlite_parts import chosen_id, tell
from inspector.transcript.formats.sqlite_values import json_of, number_of, text_of
from inspector.transcript.model import Branch, Part, Sidechain, Transcript
from inspector.transcript.problems import Problems

_TEXTS = (
    "role",
    "content",
    "tool_call_id",
    "tool_name",
    "finish_reason",
    "reasoning",
    "reasoning_content",
    "api_content",
)
_COLUMNS = ("id", *_TEXTS, "tool_calls", "timestamp", "token_count", "active", "compacted", "_compressed_summary")


class Kept(NamedTuple):
    """A row of `messages`, and whether it is in use, was put away by a compaction, or neither."""

    row: Row
    number: int
    active: bool
    compacted: bool


class Found(NamedTuple):
    """What was read: the sessions of one conversation, each with its rows and system prompt."""

    chain: list[Session]
    rows: list[list[tuple[Any, ...]]]
    prompt: str
    parts: tuple[Part, ...]
    children: list[tuple[Session, int]]
    stale: str


def opens(source: Source, head: bytes) -> bool:
    """Whether a file is such a database."""
    if not tables_of(source, head) >= {"sessions", "messages"}:
        return False
    return read(source, lambda database: {"role", "session_id", "content"} <= database.columns("messages"))


def parts(source: Source) -> tuple[Part, ...]:
    """The conversations of a database, newest first."""
    return read(source, lambda database: Lineage(database).parts())


def container(problems: Problems, source: Source) -> Transcript:
    """The chosen conversation, else the newest that a person has."""
    found = read(source, lambda database: _found(database, source.choice))
    read(source, lambda database: tell(database, problems))
    problems.bytes = source.file.seek(0, 2)
    sessions = [_kept(rows, session, problems) for session, rows in zip(found.chain, found.rows, strict=True)]
    own = found.chain[-1]
    chosen = _until(sessions[-1], source.choice.leaf)
    listed = [*(part for rows in sessions[:-1] for part in _generations(rows)), *_generations(chosen)]
    first = [*system_row(found.prompt, problems), *(listed[0] if listed else [])]
    made = built([first, *listed[1:]])
    return Transcript(
        "hermes",
        made.messages,
        session=own.id,
        title=own.title or own.name,
        compactions=made.compactions,
        branch=source.choice.leaf or "",
        branches=_branches(sessions[-1], source.choice.leaf),
        sidechains=tuple(Sidechain(child.id, count, child.title or child.name) for child, count in found.children),
        part=own.id,
        parts=found.parts,
        report=problems.report(),
    )


def _found(database: Database, choice: Choice) -> Found:
    lineage = Lineage(database)
    everyone = lineage.parts()
    name = chosen_id(choice, [part for part in everyone if not part.parent] or everyone, lineage.sessions)
    chain = lineage.chain(name)
    rows = [list(database.rows("messages", _COLUMNS, "session_id = ?", (each.id,), "id")) for each in chain]
    children = [(each, lineage.count(each.id)) for each in lineage.children(chain)]
    return Found(chain, rows, _prompt(database, chain), everyone, children, database.stale)


def _prompt(database: Database, chain: Sequence[Session]) -> str:
    """The system prompt of the conversation, as it is now: in the session's row, or by its hash in a table of prompts."""
    for session in reversed(chain):
        columns = ("system_prompt", "system_prompt_hash")
        for prompt, digest in database.rows("sessions", columns, "id = ?", (session.id,)):
            if prompt:
                return text_of(prompt)
            if digest:
                for (shared,) in database.rows("system_prompts", ("prompt",), "hash = ?", (text_of(digest),)):
                    return text_of(shared)
    return ""


def _kept(rows: Sequence[tuple[Any, ...]], session: Session, problems: Problems) -> list[Kept]:
    """The rows of a session."""
    found = []
    for number, cells in enumerate(rows, 1):
        record = _record(cells)
        active, compacted, summary = cells[-3:]
        row = row_of(record, number, problems, number_of(summary) > 0, session=session.id)
        if row is not None:
            name = text_of(cells[0])
            found.append(
                Kept(row.having(id=name), number, active is None or number_of(active) > 0, number_of(compacted) > 0)
            )
    return found


def _record(cells: tuple[Any, ...]) -> Record:
    """A row as the message that was sent; what was sent in the place of the content, where the two differ."""
    record: Record = {key: text_of(value) for key, value in zip(_TEXTS, cells[1:], strict=False) if value is not None}
    content = record.get("content", "")
    if content[:6] in ("\0json:", "\1json:"):
        record["content"] = json_of(content[6:].encode())
    sent = record.pop("api_content", "")
    if sent:
        record |= {"content": sent}
    calls, timestamp, tokens = cells[len(_TEXTS) + 1 : len(_TEXTS) + 4]
    if calls:
        record["tool_calls"] = json_of(calls)
    if timestamp is not None:
        record["timestamp"] = timestamp if isinstance(timestamp, int | float) else text_of(timestamp)
    return record | ({"token_count": tokens} if isinstance(tokens, int) else {})


def _until(rows: list[Kept], leaf: str | None) -> list[Kept]:
    """The rows of the chosen branch: with what was taken back, as far as its last row."""
    if leaf is None:
        return rows
    at = next((at for at, kept in enumerate(rows) if kept.row.message.id == leaf and not kept.active), None)
    if at is None:
        raise TranscriptError(f"there is no branch {leaf[:60]!r} in this session")
    return [kept._replace(compacted=kept.compacted or not kept.active) for kept in rows[: at + 1]]


def _generations(rows: list[Kept]) -> list[list[Row]]:
    """The rows as one compaction after the other left them."""
    originals = _originals(rows)
    said = [kept for kept in rows if kept.active or kept.compacted or kept.number in originals]
    first = next((at for at, kept in enumerate(said) if kept.active), len(said))
    away, now = [kept.row for kept in said[:first]], [kept.row for kept in said[first:]]
    return [*(generations(away) if away else []), *([now] if now else [])]


def _originals(rows: Sequence[Kept]) -> frozenset[int]:
    """Rows neither in use nor put away that a later row repeats: a compaction carried them on."""
    later: Counter[Hashable] = Counter()
    found = set()
    for kept in reversed(rows):
        if kept.active or kept.compacted:
            later[kept.row.key] += 1
        elif later[kept.row.key]:
            later[kept.row.key] -= 1
            found.add(kept.number)
    return frozenset(found)


def _branches(rows: Sequence[Kept], leaf: str | None) -> tuple[Branch, ...]:
    """What was taken back, each stretch by its last row."""
    originals = _originals(rows)
    taken = [kept for kept in rows if not kept.active and not kept.compacted and kept.number not in originals]
    numbers = {kept.number for kept in taken}
    ends = [kept for kept in taken if kept.number + 1 not in numbers]
    return tuple(
        Branch(end.row.message.id, end.number, end.number, end.row.message.timestamp, "taken back")
        for end in ends
        if end.row.message.id != leaf
    )
