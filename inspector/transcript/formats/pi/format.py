"""How sessions of pi, Oh My Pi and OpenClaw are known. One reader reads all three; a transcript says whose it was."""

from __future__ import annotations

from inspector.transcript.formats.format import Format, Record, Records, never
from inspector.transcript.formats.pi import database
from inspector.transcript.formats.pi.session import reader


def _test(record: Record) -> bool:
    """The header, the title before it (Oh My Pi), or, where a file lost its beginning, an entry with a message."""
    kind = record.get("type")
    if kind == "session":
        return "id" in record and ("timestamp" in record or "version" in record or "cwd" in record)
    if kind == "title":
        return "v" in record and "title" in record
    message = record.get("message")
    return kind == "message" and isinstance(message, dict) and "role" in message and "timestamp" in record


_CHOICES = frozenset({"leaf", "sidechain"})

PI = Format(
    "pi",
    "a pi or OpenClaw session",
    _test,
    lines=reader,
    chooses=_CHOICES,
    records=Records(summaries="yes", usage="yes"),
)
OH_MY_PI = Format(
    "oh-my-pi",
    "an Oh My Pi session",
    never,
    lines=reader,
    chooses=_CHOICES,
    records=Records("of subagents", "names, of subagents", summaries="yes", usage="yes"),
)
OPENCLAW = Format(
    "openclaw",
    "an OpenClaw session",
    never,
    opens=database.opens,
    lines=reader,
    container=database.container,
    parts=database.parts,
    chooses=_CHOICES | {"part"},
    records=Records("in the sidecar", "in the sidecar", "in the sidecar", "yes", "yes"),
)
FORMATS = (PI, OH_MY_PI, OPENCLAW)
