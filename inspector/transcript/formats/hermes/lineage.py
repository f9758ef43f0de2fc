"""How the sessions of a Hermes database hang together: a parent link is no proof of a compaction (formats.md §8).

* The parent ended by compression: the child goes on from it.
* `model_config` names the parent in `_branched_from` or `_reset_from` (or the parent ended so): a conversation of its own.
* Anything else, and `_delegate_from`: a subagent. A continuation inherits the markers of its parent, so one that names
  another session says nothing (`hermes_state_common.py`, `_non_continuation_child_sql`).
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from inspector.transcript.formats.sqlite_database import Database
from inspector.transcript.formats.sqlite_values import json_of, moment_of, number_of, text_of
from inspector.transcript.model import Part

Kind = Literal["root", "continuation", "branch", "subagent"]

_COLUMNS = (
    "id",
    "parent_session_id",
    "end_reason",
    "model_config",
    "title",
    "display_name",
    "model",
    "cwd",
    "source",
    "started_at",
    "ended_at",
    "last_activity_at",
)
_RESETS = frozenset({"session_reset", "session_switch", "idle", "daily", "suspended", "resume_pending_expired"})
_BRANCHED = frozenset({"branched", "new_session"})
_CHAIN = 1000


class Session(NamedTuple):
    """A row of `sessions`."""

    id: str
    parent: str
    end: str
    config: Any
    title: str
    name: str
    model: str
    project: str
    source: str
    written: float

    def marked(self, key: str) -> bool:
        """Whether its own configuration says that it was made of its parent so."""
        value = self.config.get(key) if isinstance(self.config, dict) else None
        return value == self.parent or value is True


class Lineage:
    """All sessions of a database."""

    def __init__(self, database: Database) -> None:
        rows = [_session(row) for row in database.rows("sessions", _COLUMNS) if row[0] is not None]
        self.sessions = {row.id: row for row in rows}
        self._counts = database.counts("messages", "session_id")
        self._followed = {row.parent for row in rows if self.kind(row) == "continuation"}

    def kind(self, session: Session) -> Kind:
        """What a session is to its parent."""
        parent = self.sessions.get(session.parent)
        if parent is None or parent.id == session.id:
            return "root"
        if session.marked("_branched_from") or session.marked("_reset_from"):
            return "branch"
        if session.marked("_delegate_from") or session.source in ("tool", "subagent"):
            return "subagent"
        if "compress" in parent.end or "compact" in parent.end:
            return "continuation"
        return "branch" if parent.end in _RESETS | _BRANCHED else "subagent"

    def chain(self, name: str) -> list[Session]:
        """A session and those that it goes on from, the oldest first."""
        session = self.sessions[name]
        found, seen = [session], {session.id}
        while self.kind(session) == "continuation" and len(found) < _CHAIN:
            session = self.sessions[session.parent]
            if session.id in seen:
                break
            seen.add(session.id)
            found.append(session)
        return found[::-1]

    def parts(self) -> tuple[Part, ...]:
        """Every session but those that another goes on from, newest first; subagents' name who started them."""
        listed = [session for session in self.sessions.values() if session.id not in self._followed]
        listed.sort(key=lambda session: (-session.written, session.id))
        return tuple(self._part(session) for session in listed)

    def count(self, name: str) -> int:
        """How many rows a session has."""
        return self._counts.get(name, 0)

    def children(self, chain: list[Session]) -> list[Session]:
        """Subagents that one of these sessions started."""
        own = {session.id for session in chain}
        return [each for each in self.sessions.values() if each.parent in own and self.kind(each) == "subagent"]

    def _part(self, session: Session) -> Part:
        return Part(
            session.id,
            session.title or session.name,
            self.count(session.id),
            moment_of(session.written),
            session.project,
            session.model,
            session.parent if self.kind(session) == "subagent" else "",
        )


def _session(row: tuple[Any, ...]) -> Session:
    written = max(number_of(row[11]), number_of(row[10]), number_of(row[9]))
    texts = [text_of(each) for each in row[:9]]
    name, parent, end, _, title, display, model, project, source = texts
    return Session(name, parent, end, json_of(row[3]), title, display, model, project, source, written)
