"""Hermes' JSON files: `session_<id>.json` (a snapshot), `request_dump_<id>_<time>.json` (a request that failed).

A snapshot holds the system prompt and the tools. A dump's `request.body` is the prompt exactly as it was sent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.errors import TranscriptError
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.document import is_body, read_document
from inspector.transcript.formats.format import Record, Source
from inspector.transcript.formats.hermes.generations import built, generations
from inspector.transcript.formats.hermes.rows import Row, row_of
from inspector.transcript.model import Json, Transcript
from inspector.transcript.problems import Problems

_SIGNS = frozenset({"platform", "base_url", "system_prompt", "message_count", "session_start"})


def is_snapshot(record: Record) -> bool:
    """Whether an object is a snapshot."""
    return (
        isinstance(record.get("messages"), list)
        and isinstance(record.get("session_id"), str)
        and not _SIGNS.isdisjoint(record)
        and "agent" not in record
    )


def is_dump(record: Record) -> bool:
    """Whether an object is the dump of a request."""
    request = record.get("request")
    return (
        isinstance(request, dict)
        and isinstance(request.get("body"), dict)
        and isinstance(record.get("session_id"), str)
        and "response" not in record
    )


def snapshot(value: Record, problems: Problems, _: Source) -> Transcript:
    """A snapshot: the conversation as it stood when it was written."""
    rows = [row_of(record, number, problems) for number, record in enumerate(value["messages"], 1)]
    return transcript_of(
        [*system_row(value.get("system_prompt"), problems), *(row for row in rows if row is not None)],
        problems,
        session=words_of(value.get("session_id")),
        tools=tools_of(value.get("tools")),
    )


def dump(value: Record, problems: Problems, _: Source) -> Transcript:
    """The one request; what is in it was sent."""
    body = value["request"]["body"]
    if not is_body(body):
        raise TranscriptError("this is a Hermes request dump whose request holds no messages")
    found = read_document(body, problems)
    return replace(found, session=value["session_id"], is_prompt=True)


def transcript_of(rows: list[Row], problems: Problems, **fields: Any) -> Transcript:
    """The transcript of one list of rows."""
    made = built(generations(rows))
    return Transcript("hermes", made.messages, compactions=made.compactions, report=problems.report(), **fields)


def system_row(prompt: Any, problems: Problems) -> list[Row]:
    """The system prompt as the first row; none where it is not recorded."""
    row = row_of({"role": "system", "content": prompt}, 0, problems) if isinstance(prompt, str) and prompt else None
    return [row] if row is not None else []


def tools_of(value: Any) -> tuple[Json, ...]:
    """Tool definitions."""
    prune(value)
    return tuple([tool for tool in value if isinstance(tool, dict)]) if isinstance(value, list) else ()
