"""Which format a file has, decided by what is in it and never by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

from inspector.transcript.formats.claude_code.kinds import BOOKKEEPING, MESSAGE_TYPES
from inspector.transcript.formats.document import is_body, says_something
from inspector.transcript.formats.envelope import is_envelope

Record = dict[str, Any]
Kind = Literal["claude-code", "events", "messages", "body"]

LOOK = 200
"""Records looked at before a file is called unknown."""


@dataclass(frozen=True, slots=True)
class Recogniser:
    """One row of the table: what a record must look like, and what that makes the file.

    `kind` is empty for a format that is known but cannot be read; `name` then says what the file is.
    """

    name: str
    test: Callable[[Record], bool]
    kind: Kind | Literal[""] = ""


_CODEX = ("session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state")


def _has(*keys: str) -> Callable[[Record], bool]:
    return lambda record: all(key in record for key in keys)


def _type(*names: str) -> Callable[[Record], bool]:
    return lambda record: record.get("type") in names


def _claude_code(record: Record) -> bool:
    return (
        record.get("type") in MESSAGE_TYPES
        and "uuid" in record
        and ("parentUuid" in record or "sessionId" in record or "isSidechain" in record)
    )


def _pi(record: Record) -> bool:
    return record.get("type") == "session" and "id" in record and ("timestamp" in record or "version" in record)


def _copilot(record: Record) -> bool:
    return isinstance(record.get("type"), str) and record["type"].startswith("session.") and "data" in record


def _message(record: Record) -> bool:
    return says_something(record) or (record.get("role") == "session_meta" and "tools" in record)


TABLE: tuple[Recogniser, ...] = (
    Recogniser("Claude Code session", _claude_code, "claude-code"),
    Recogniser("event envelopes", is_envelope, "events"),
    Recogniser("a Codex rollout", lambda record: "payload" in record and record.get("type") in _CODEX),
    Recogniser(
        "a Codex rollout of the oldest layout",
        lambda r: r.get("record_type") == "state" or _has("id", "instructions", "git")(r),
    ),
    Recogniser("an OpenClaw sidecar", _has("traceSchema")),
    Recogniser("a pi or OpenClaw session", _pi),
    Recogniser("a Copilot CLI event log", _copilot),
    Recogniser("a Gemini CLI session", _has("sessionId", "projectHash")),
    Recogniser("a Gemini CLI session", _has("$set")),
    Recogniser("an opencode export", lambda r: "info" in r and "messages" in r and _parts(r["messages"])),
    Recogniser("a Hermes event trace", _has("atof_version")),
    Recogniser("an ATIF trajectory", lambda r: str(r.get("schema_version", "")).startswith("ATIF")),
    Recogniser("a SWE-agent trajectory", lambda r: "trajectory" in r and ("history" in r or "environment" in r)),
    Recogniser("an OpenHands output file", lambda r: "history" in r and ("instance_id" in r or "instruction" in r)),
    Recogniser("an OpenHands event", lambda r: "source" in r and "id" in r and ("action" in r or "observation" in r)),
    Recogniser("an Inspect log", _has("eval", "status", "version")),
    Recogniser("a Goose session", _has("working_dir", "message_count")),
    Recogniser(
        "a reduced checkpoint transcript", lambda r: "v" in r and "agent" in r and "type" in r and "uuid" not in r
    ),
    Recogniser("a Claude Code prompt history", _has("display", "project")),
    Recogniser("an OpenAI Responses request", lambda r: "input" in r and "model" in r and "messages" not in r),
    Recogniser(
        "a LangChain or LangSmith record", lambda r: "lc" in r or "dotted_order" in r or _has("run_type", "inputs")(r)
    ),
    Recogniser("a request body", is_body, "body"),
    Recogniser("a Hermes export", lambda r: "messages" in r and "session_id" in r),
    Recogniser("a Cline session manifest", _has("session_id", "provider", "cwd")),
    Recogniser("a request and response log", lambda r: isinstance(r.get("request"), dict) and "response" in r),
    Recogniser("a JSON-RPC log", _has("jsonrpc")),
    Recogniser("messages, one a line", _message, "messages"),
)


def _parts(messages: Any) -> bool:
    return isinstance(messages, list) and any(isinstance(item, dict) and "parts" in item for item in messages)


def recognise(records: Iterable[Record]) -> Recogniser | None:
    """The first row that a record answers to; a file of nothing but bookkeeping is an empty Claude Code session."""
    bookkeeping = False
    for seen, record in enumerate(records):
        if not isinstance(record.get("type", ""), str):
            continue
        for row in TABLE:
            if row.test(record):
                return row
        bookkeeping = bookkeeping or record.get("type") in BOOKKEEPING
        if seen >= LOOK:
            break
    return TABLE[0] if bookkeeping else None
