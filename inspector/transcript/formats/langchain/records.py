"""The ways in which a message is written: by `messages_to_dict`, by `dumpd`, as a plain dump, or as the provider does."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import words_of

Record = dict[str, Any]

KINDS = {
    "human": "user",
    "user": "user",
    "ai": "assistant",
    "assistant": "assistant",
    "system": "system",
    "developer": "developer",
    "tool": "tool",
    "function": "function",
    "chat": "",
    "remove": "remove",
}
"""Type of a message → its role; of a chat message the role is a field."""

REMOVE_ALL = "__remove_all__"


class Said(NamedTuple):
    """A message: its role ("remove" where it takes others away), and its fields."""

    role: str
    data: Record


def said(record: Any) -> Said | None:
    """None for what is no message of these."""
    if not isinstance(record, dict):
        return None
    kind, data = _kind(record)
    role = KINDS.get(kind)
    if role is None or not isinstance(data, dict):
        return _as_provider(record)
    if role == "remove":
        return Said(role, data) if isinstance(data.get("id"), str) else None
    return Said(role or words_of(data.get("role")), data) if "content" in data else None


def is_message(record: Any) -> bool:
    """Whether only LangChain writes a message like this."""
    if not isinstance(record, dict) or said(record) is None:
        return False
    if "lc" in record or isinstance(record.get("data"), dict):
        return True
    return "role" not in record and any(
        key in record for key in ("additional_kwargs", "response_metadata", "tool_calls")
    )


def listed(value: Any) -> list[Any]:
    """Messages in a field that holds a list of them, or a list of such lists (one prompt each; the first counts)."""
    if not isinstance(value, list):
        return []
    return value[0] if value and isinstance(value[0], list) else value


def _kind(record: Record) -> tuple[str, Any]:
    if "lc" in record:
        names = record.get("id")
        name = names[-1] if isinstance(names, list) and names else None
        return _plain(words_of(name)), record.get("kwargs")
    data = record.get("data")
    return _plain(words_of(record.get("type"))), data if isinstance(data, dict) else record


def _plain(name: str) -> str:
    """`AIMessageChunk` is an `ai`."""
    return name.removesuffix("Chunk").removesuffix("Message").lower()


def _as_provider(record: Record) -> Said | None:
    """A message as a provider writes it, with a role."""
    role = record.get("role")
    known = isinstance(role, str) and ("content" in record or "tool_calls" in record)
    return Said(KINDS.get(role, role), record) if isinstance(role, str) and known else None
