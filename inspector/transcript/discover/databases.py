"""Sessions that lie together in one database: each is an entry of its own, told from its row.

Only what is cheap is done: a database that lies at rest is read where it lies; one that an agent has open would have to be
copied, and is so only up to `COPIED` bytes. A larger one stays one entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import PurePath
from typing import NamedTuple

from inspector.transcript.discover.agent import Details, Found
from inspector.transcript.discover.telling import title
from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import MARK
from inspector.transcript.formats.format import Format, Source
from inspector.transcript.formats.registry import formats
from inspector.transcript.load import opened
from inspector.transcript.model import Part
from inspector.transcript.opening import HEAD

ENDINGS = (".db", ".sqlite")
"""How the names of databases end."""
COPIED = 64 << 20
"""Bytes of a database in use that are copied to list what it holds."""


class _Held(NamedTuple):
    """What a database is, and the sessions in it, newest first."""

    format: Format
    parts: tuple[Part, ...]


def is_database(found: Found) -> bool:
    """Whether it is one by its name."""
    return found.told is None and found.path.endswith(ENDINGS)


def each_session(met: Iterable[Found]) -> list[Found]:
    """The same, with the sessions of each database in its place. A session that has a file of its own, too, is listed once.

    It is the database's: an agent that moved its sessions there left the files as they were.
    """
    listed = list(met)
    inside = {each.path: sessions_of(each) for each in listed if is_database(each)}
    known = {(found.agent, _id(found.path)) for held in inside.values() for found in held}
    files = [each for each in listed if each.path in inside or (each.agent, _id(each.path)) not in known]
    return [one for each in files for one in inside.get(each.path) or (each,)]


def sessions_of(database: Found) -> list[Found]:
    """The sessions of a database; none when it is not known, cannot be read, or would cost too much. Never raises."""
    try:
        held = opened(database.path, lambda file: _held(Source(file, database.path)))
    except TranscriptError:
        return []
    return list(_founds(database, held)) if held is not None else []


def _held(source: Source) -> _Held | None:
    head = source.file.read(HEAD)
    if not head.startswith(b"SQLite format 3\0") or not _is_cheap(source):
        return None
    for each in formats():
        if each.parts is not None and each.opens is not None and each.opens(source, head):
            return _Held(each, each.parts(source))
    return None


def _is_cheap(source: Source) -> bool:
    from inspector.transcript.formats.sqlite_copy import Place

    states = Place(source.file, source.path).states()
    return (states.at_rest and not states.fresh) or states.size <= COPIED


def _founds(database: Found, held: _Held) -> Iterator[Found]:
    for part in held.parts:
        told = Details(
            title=title([part.title]),
            model=part.model,
            more=True,
            project=part.project,
            format=held.format.name,
            readable=held.format.readable,
            agent=database.agent or held.format.key,
            kind=held.format.key,
            subagent=bool(part.parent),
        )
        path, modified = f"{database.path}{MARK}{part.id}", _seconds(part.timestamp, database.modified)
        yield Found(path, database.agent, modified, 0, database.project, told.subagent, told)


def _seconds(moment: str, otherwise: float) -> float:
    """A time in ISO 8601 as seconds since 1970; without a zone it is UTC."""
    try:
        found = datetime.fromisoformat(moment)
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, OSError):
        return otherwise


def _id(path: str) -> str:
    """The id of a session: behind the mark, or in the name of its file."""
    file, mark, part = path.rpartition(MARK)
    return part if mark and file.endswith(ENDINGS) else PurePath(path).name.partition(".")[0].removeprefix("session_")
