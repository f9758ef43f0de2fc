"""One message as Hermes writes it down, in any of its stores: OpenAI's chat form, with reasoning beside the content."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from inspector.transcript.depth import prune
from inspector.transcript.formats import openai
from inspector.transcript.formats.blocks import kind_words, said_of, words_of
from inspector.transcript.formats.hermes.markers import divided, is_clients
from inspector.transcript.formats.sqlite_values import moment_of
from inspector.transcript.make import make_block, make_message
from inspector.transcript.model import Author, Block, Held, Message, Role
from inspector.transcript.problems import Problems

Record = dict[str, Any]

_ROLES: dict[str, Role] = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
_AUTHORS: dict[Role, Author] = {"system": "system", "developer": "system", "assistant": "model", "tool": "tool"}
_KEPT = ("finish_reason", "tool_name", "name", "token_count", "observed", "platform_message_id", "display_kind")


class Row(NamedTuple):
    """A message. Two rows with the same `key` are the same message, one perhaps a copy that a compaction made."""

    role: Role
    blocks: tuple[Block, ...]
    key: Hashable
    text: str
    call: str
    """The call that a tool's message answers."""
    summary: bool
    author: Author
    plain: bool
    line: int
    id: str
    timestamp: str
    model: str
    extra: Record

    def message(self, number: int) -> Message:
        """It, as a message of a transcript."""
        return make_message(
            number,
            self.role,
            self.blocks,
            self.plain,
            self.author,
            self.line,
            self.id,
            self.timestamp,
            self.model,
            None,
            self.extra,
        )


def row_of(record: Any, line: int, problems: Problems, summary: bool = False, **extra: Any) -> Row | None:
    """The row of a message; None, and a problem, for what is none. `summary`: the store itself says that it is one."""
    role = _ROLES.get(record["role"]) if isinstance(record, dict) and isinstance(record.get("role"), str) else None
    if role is None:
        kind = record.get("role", record.get("type")) if isinstance(record, dict) else record
        problems.records[kind_words(kind)] += 1
        problems.add(line, "unknown-record", f"not a message (role or type: {kind_words(kind, 40)})")
        return None
    problems.records[role] += 1
    content = record.get("content")
    text = content if isinstance(content, str) else said_of(content) if content else ""
    found = divided(text) if isinstance(content, str) and role in ("user", "assistant") else None
    blocks = found.blocks if found else _blocks(record, role)
    calls = tuple([block.tool_id for block in blocks if block.kind == "tool_use"])
    call = words_of(record.get("tool_call_id")) if role == "tool" else ""
    return Row(
        role,
        (_summary(blocks) if summary and not found else blocks),
        (role, call) if call else (role, text, calls),
        text,
        call,
        summary or found is not None,
        _author(role, text, summary or found is not None, bool(found and found.after)),
        isinstance(content, str) and found is None,
        line,
        words_of(record.get("id")) or words_of(record.get("message_id")),
        moment_of(record.get("timestamp")) if isinstance(record.get("timestamp"), str | int | float) else "",
        words_of(record.get("model")),
        _extra(record, extra),
    )


def _blocks(record: Record, role: Role) -> tuple[Block, ...]:
    blocks = openai.blocks_of_message(record)
    thought = words_of(record.get("reasoning_content")) or words_of(record.get("reasoning"))
    if not thought or role != "assistant":
        return blocks
    return (make_block("thinking", Held(thought, {"type": "thinking", "thinking": thought})), *blocks)


def _summary(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The same, its texts a summary."""
    return tuple([make_block("summary", block.body) if block.kind == "text" else block for block in blocks])


def _author(role: Role, text: str, summary: bool, typed: bool) -> Author:
    """A summary, in whoever's mouth, is the client's, unless a person's words follow it in the same message."""
    if summary or (role == "user" and is_clients(text)):
        return "human" if typed and role == "user" else "client"
    return _AUTHORS.get(role, "human")


def _extra(record: Record, extra: Record) -> Record:
    made = {key: record[key] for key in _KEPT if record.get(key) is not None} | extra
    prune(made)
    return made
