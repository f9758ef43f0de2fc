"""The sessions on a machine as JSON: the stable contract of `inspector sessions --json`.

sessions    newest first; each with
    agent       whose it is, as a key of `--agent`; null for messages that any program may have written
    path        where it lies; what every other command takes as PATH (`FILE#ID`: one of several sessions in a file)
    title       how it was named, else the first thing that a person typed, on one line; "" where the ends do not tell
    project     the folder or project that it is about, as the file says, else as its place does
    model       the last model that is named in its ends
    modified    when it was written last, as "2026-11-30T10:00:00Z"; null for a time that no calendar has
    bytes       its size; null for a session that lies with others in a database
    compactions how many were seen; null where that is not known: nothing was seen and the middle was not looked at, or the
                format has to be read whole for it
    more        there may be more of them: the middle was not looked at
    readable    whether this program can load it
    format      how it is written, as the loader knows it ("claude-code", "body", …); null where its ends do not tell
    subagent    another session started it
    trouble     why it could not be read at all, else null
looked      the folders that were looked through: agent (null for a path that was named), folder, found
unopened    how many older ones were not looked into, because of --limit
subagents   how many were left out because another session started them
others      how many files below the named folders are no sessions
missed      folders that could not be read, or that hold more than is looked at
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Any

from inspector.transcript.discover import Listing, Looked, Session


def sessions_json(listing: Listing) -> dict[str, Any]:
    """The whole document."""
    return {
        "sessions": [session_json(each) for each in listing.sessions],
        "looked": [_looked(each) for each in listing.looked],
        "unopened": listing.unopened,
        "subagents": listing.subagents,
        "others": listing.others,
        "missed": list(listing.missed),
    }


def session_json(session: Session) -> dict[str, Any]:
    """One of them."""
    found, told = session.found, session.details
    when = written(session)
    return {
        "agent": session.agent.key if session.agent else None,
        "path": os.path.abspath(found.path),
        "title": told.title,
        "project": session.project,
        "model": told.model,
        "modified": None if when is None else when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "bytes": None if found.told and not found.size else found.size,
        "compactions": told.compactions,
        "more": told.more,
        "readable": session.readable,
        "format": told.kind or None,
        "subagent": session.subagent,
        "trouble": told.trouble or None,
    }


def written(session: Session) -> datetime | None:
    """When it was written last, in UTC; None for a time that no calendar has."""
    try:
        return datetime.fromtimestamp(session.found.modified, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _looked(looked: Looked) -> dict[str, Any]:
    return {"agent": looked.agent or None, "folder": looked.folder, "found": looked.found}
