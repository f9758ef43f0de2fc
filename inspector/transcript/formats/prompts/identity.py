"""When two recorded messages are the same message: by what they say, not by how it was written down."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import orjson

from inspector.transcript.model import Block, Message

_BILLING = re.compile(r"\b(?:cch|cc_version)=[\w.\-]+")
"""A mark that one client puts into its system prompt, another in each request."""
_REMINDER = "<system-reminder>"
"""How text begins that a client adds to a user's message and leaves out of later prompts."""
_UNSAID = ("cache_control", "signature", "reference")


def key_of(message: Message) -> bytes:
    """Equal for messages that say the same: as string or as blocks, with or without cache marks, ids and usage."""
    role = "system" if message.role == "developer" else message.role
    return _digest([role, [told for block in message.blocks if (told := _told(block, role == "system"))]])


def loose_key(message: Message) -> bytes:
    """Equal for two forms of one message; empty for a message that has only one form.

    A reply is repeated without its thinking, its blanks at the end, its ids; a result with another text; what a person
    said without the client's reminders.
    """
    if message.role == "assistant":
        said: list[Any] = [
            _spoken(message),
            [[b.tool, _plain(b.input)] for b in message.blocks if b.kind == "tool_use"],
        ]
        return _digest(["reply", *said]) if said[0] or said[1] else b""
    kept = [_outline(block) for block in message.blocks if not block.text.startswith(_REMINDER)]
    return _digest([message.role, kept]) if kept and message.role in ("user", "tool") else b""


def differences(one: Message, other: Message) -> tuple[dict[str, str], bool]:
    """What the second form of a message has instead: tool id → text, and whether that is all that differs."""
    theirs = {block.tool_id: block for block in other.blocks if block.kind == "tool_result"}
    replaced: dict[str, str] = {}
    same = [_told(b) for b in one.blocks if _other(b)] == [_told(b) for b in other.blocks if _other(b)]
    for block in one.blocks:
        found = theirs.get(block.tool_id) if block.kind == "tool_result" else None
        if found is not None and found.text != block.text:
            replaced[block.tool_id] = found.text
        if found is not None and found.images != block.images and (found.images or found.text == block.text):
            same = False
    return replaced, same


def related(reply: Message, other: Message) -> bool:
    """Whether a message of a prompt must be the reply in a shortened or completed form."""
    ids = {block.tool_id for block in reply.blocks if block.kind == "tool_use" and block.tool_id}
    if ids & {block.tool_id for block in other.blocks if block.kind == "tool_use"}:
        return True
    one, two = _spoken(reply), _spoken(other)
    return min(len(one), len(two)) > 20 and (one.startswith(two) or two.startswith(one))


def spoken(message: Message) -> str:
    """The text of a message, without thinking and without results."""
    return "\n".join([block.text for block in message.blocks if block.kind in ("text", "summary")])


def _spoken(message: Message) -> str:
    return "\n".join([text for b in message.blocks if b.kind in ("text", "summary") and (text := b.text.strip())])


def _other(block: Block) -> bool:
    return block.kind != "tool_result" and bool(_told(block))


def _outline(block: Block) -> list[Any]:
    return ["result", block.tool_id] if block.kind == "tool_result" and block.tool_id else _told(block)


def _told(block: Block, system: bool = False) -> list[Any]:
    """What a block says; nothing for an empty text."""
    kind = block.kind
    if kind in ("text", "summary"):
        text = _BILLING.sub("", block.text) if system else block.text
        return ["text", text] if text else []
    if kind == "thinking":
        return ["thinking", block.text] if block.text else []
    if kind == "tool_use":
        return ["call", block.tool_id, block.tool, _plain(block.api.get("input"))]
    images = [image.sha256 for image in block.images]
    if kind == "tool_result":
        return ["result", block.tool_id, block.text, images]
    return [kind, images, {key: value for key, value in block.api.items() if key not in _UNSAID}]


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else value


def _digest(value: Any) -> bytes:
    return blake2b(_bytes(value), digest_size=16).digest()


def _bytes(value: Any) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    except TypeError:  # whole numbers of any length
        return json.dumps(value, default=str).encode("utf-8", "replace")
