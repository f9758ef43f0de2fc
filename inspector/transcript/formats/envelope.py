"""The event envelope: what a line must say about itself before a pointer can rest on it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

SIGNS = ("event_id", "session_id", "sequence", "message")
"""The fields by which an envelope is known; `timestamp` is the fifth that it must have."""


class Fault(NamedTuple):
    """One rule that an envelope breaks. `fatal`: the event cannot stand in this session at all."""

    kind: str
    reason: str
    fatal: bool = False


def is_envelope(record: dict[str, Any]) -> bool:
    """Whether a record means to be an event, sound or not."""
    return all(key in record for key in SIGNS) and isinstance(record["message"], dict)


class Envelopes:
    """Checks the envelopes of one file in order: one session, sequences 1, 2, 3 …, event ids that occur once.

    `session` is the one expected; when empty, the first sound envelope says it.
    """

    def __init__(self, session: str = "") -> None:
        self.session = session
        self.last = 0
        self._ids: set[str] = set()
        self._new: list[str] | None = None
        """Ids since the mark, where there is one."""

    def mark(self) -> tuple[str, int]:
        """Where the check is now, to go back to; from here on, ids that are new are noted."""
        self._new = []
        return self.session, self.last

    def back(self, mark: tuple[str, int]) -> None:
        """Forget the events since."""
        self.session, self.last = mark
        self._ids.difference_update(self._new or ())
        self._new = None

    def faults(self, record: dict[str, Any]) -> list[Fault]:
        """What is wrong with the next event. After a gap the count goes on from the event that was met."""
        broken = _unsound(record)
        if broken:
            return [Fault("bad-envelope", broken, fatal=True)]
        session, identity, sequence = record["session_id"], record["event_id"], record["sequence"]
        self.session = self.session or session
        if session != self.session:
            return [Fault("wrong-session", "the event belongs to another session", fatal=True)]
        if identity in self._ids:
            return [Fault("duplicate-event", "an earlier event has the same event_id", fatal=True)]
        self._ids.add(identity)
        if self._new is not None:
            self._new.append(identity)
        expected, self.last = self.last + 1, sequence
        found = []
        if sequence != expected:
            found.append(Fault("gap", f"sequence {sequence} where {expected} was expected"))
        if not has_zone(record.get("timestamp")):
            found.append(Fault("bad-timestamp", "the timestamp is no time with a zone"))
        return found


def _unsound(record: dict[str, Any]) -> str:
    for key in ("event_id", "session_id"):
        value = record.get(key)
        if not isinstance(value, str) or not value.strip():
            return f"{key} is no text, or empty"
    sequence = record.get("sequence")
    if type(sequence) is not int or sequence < 1:
        return "sequence is no positive number"
    return "" if isinstance(record.get("message"), dict) else "message is no object"


def has_zone(value: Any) -> bool:
    """Whether a value is an ISO 8601 time that says its zone."""
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False
