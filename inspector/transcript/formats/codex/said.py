"""Response items: what each is to the conversation, who says it, and by what it is known again when a compaction keeps it."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.codex.contexts import is_setting, is_typed
from inspector.transcript.formats.codex.items import MAKE
from inspector.transcript.formats.codex.nodes import NOTHING, Said
from inspector.transcript.model import Author, Block, Json, Role

Item = dict[str, Any]
Blocks = tuple[Block, ...]

ROLES: dict[str, tuple[Role, Author]] = {
    "user": ("user", "client"),
    "developer": ("developer", "client"),
    "system": ("system", "system"),
}
_AGENT = ("author", "recipient")


def item_kind(item: Item) -> str | None:
    """ "said", "reply", "result", or "silent" for what is never sent; None for an item that is not known."""
    kind = item.get("type")
    if kind == "message" and item.get("role") == "assistant":
        return "reply"
    return MAKE[kind][0] if isinstance(kind, str) and kind in MAKE else None


def message_key(role: str, content: Any, blocks: Blocks) -> object:
    """By what a message is known again: its role, its words, its pictures. Texts of any size become one number."""
    if len(blocks) == 1 and blocks[0].kind == "text":
        return hash((role, ("text", blocks[0].text)))
    parts = content if isinstance(content, list) else [content]
    return hash((role, *map(_part_key, parts, blocks)))


def _part_key(part: Any, block: Block) -> tuple[str, str]:
    """What is encrypted, and a picture, by what was recorded: the block holds its size alone."""
    told = (part.get("encrypted_content"), part.get("image_url")) if isinstance(part, dict) else ()
    return block.kind, next((each for each in told if isinstance(each, str)), block.text)


def block_keys(blocks: Blocks) -> list[object]:
    """By what calls, outputs and the words of the model are known again."""
    return [
        (block.kind, block.tool_id) if block.tool_id else hash(("assistant", block.text))
        for block in blocks
        if block.tool_id or block.kind == "text"
    ]


def item_key(item: Item, blocks: Blocks) -> object:
    """The key of an item that a compaction kept; None for one that is never known again."""
    role = item.get("role")
    if item_kind(item) == "said":
        return message_key(role if isinstance(role, str) else "", item.get("content"), blocks)
    keys = block_keys(blocks)
    return keys[0] if keys else None


def said_of(item: Item, blocks: Blocks) -> Said:
    """What a message to the model is. One from another agent begins a turn as a person's does, but nobody typed it."""
    recorded = item.get("role")
    name = recorded if isinstance(recorded, str) else ""
    role, author = ROLES.get(name, ("user", "client"))
    key = message_key(name, item.get("content"), blocks)
    texts = [block.text for block in blocks]
    if role != "user":
        return Said(role, author, key, setting=role == "developer" and is_setting(texts))
    size = sum([len(text) if text.isascii() else len(text.encode()) for text in texts])
    agent = item.get("type") == "agent_message"
    typed = not agent and name == "user" and is_typed(texts)
    return Said(role, "human" if typed else author, key, size, typed, typed or agent, not (typed or agent))


def extra_of(item: Item) -> Json:
    """Fields that no other field carries: the phase of a reply, who an agent's message is from and to."""
    phase = item.get("phase")
    if isinstance(phase, str):
        return {"phase": phase}
    if item.get("type") == "agent_message":
        return {key: item[key] for key in _AGENT if isinstance(item.get(key), str)}
    return NOTHING


REPLY, RESULT, UNKNOWN = Said("assistant", "model"), Said("tool", "tool"), Said("user", "client", setting=True)
