"""Sessions that lie together in one database: each is an entry of its own, told from its row.

Only what is cheap is done: a database that lies at rest is read where it lies; one that an agent has open has to be copied
to be read whole, and is so only up to `COPIED` bytes. A larger one is read where it lies, without what was written last: then
its own entry stays in the list beside those of its sessions, and opens the newest.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import PurePath
from typing import NamedTuple

from inspector.transcript.discover.agent import DATABASE, Details, Found
from inspector.transcript.discover.telling import title
from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.choice import MARK
from inspector.transcript.formats.format import Format, Source
from inspector.transcript.formats.registry import formats
from inspector.transcript.formats.sqlite import MAGIC, read_in_place
from inspector.transcript.formats.sqlite_copy import Place
from inspector.transcript.load import opened
from inspector.transcript.model import Part
from inspector.transcript.opening import HEAD

ENDINGS = (".db", ".sqlite")
"""How the names of databases end."""
COPIED = 256 << 20
"""Bytes of a database in use that are copied to list what it holds."""


class _Held(NamedTuple):
    """What a database is, and the sessions in it, newest first."""

    format: Format
    parts: tuple[Part, ...]
    whole: bool


def is_database(found: Found) -> bool:
    """Whether it is one by its name."""
    return found.told is None and found.path.endswith(ENDINGS)


def each_session(met: Iterable[Found]) -> list[Found]:
    """The same, with the sessions of each database in its place. A session that has a file of its own, too, is listed once.

    It is the database's: an agent that moved its sessions there left the files as they were.
    """
    listed = list(met)
    inside = {each.path: held for each in listed if is_database(each) and (held := sessions_of(each)) is not None}
    known = {(found.agent, _id(found.path)) for held in inside.values() for found in held}
    files = [each for each in listed if each.path in inside or (each.agent, _id(each.path)) not in known]
    return [one for each in files for one in inside.get(each.path, (each,))]


def sessions_of(database: Found) -> list[Found] | None:
    """The sessions of a database, and itself where it may hold more; None when it is not known, or cannot be read."""
    try:
        held = opened(database.path, lambda file: _held(Source(file, database.path)))
    except TranscriptError:
        return None
    if held is None:
        return None
    sessions = [_found(database, held.format, part) for part in held.parts]
    if held.whole:
        return sessions
    itself = DATABASE._replace(title="a database of sessions")
    return [*sessions, database._replace(told=_details(database, held.format, itself))]


def _held(source: Source) -> _Held | None:
    head = source.file.read(HEAD)
    if not head.startswith(MAGIC):
        return None
    whole = _is_cheap(source)
    if not whole:
        read_in_place(source)
    for each in formats():
        if each.parts is not None and each.opens is not None and each.opens(source, head):
            return _Held(each, each.parts(source), whole)
    return None


def _is_cheap(source: Source) -> bool:
    states = Place(source.file, source.path).states()
    return (states.at_rest and not states.fresh) or states.size <= COPIED


def _found(database: Found, format: Format, part: Part) -> Found:
    """A session by its row. Its size is not known: the bytes are those of all."""
    told = Details(title([part.title]), part.model, more=True, project=part.project, subagent=bool(part.parent))
    path, modified = f"{database.path}{MARK}{part.id}", _seconds(part.timestamp, database.modified)
    told = _details(database, format, told)
    return Found(path, database.agent, modified, 0, database.project, told.subagent, told)


def _details(database: Found, format: Format, told: Details) -> Details:
    kind = database.agent or format.key
    return told._replace(format=format.name, agent=database.agent, kind=kind, readable=format.readable)


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
