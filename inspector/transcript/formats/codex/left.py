"""What a `compacted` record says of the prompt that it left (formats.md §3.5; codex-rs `core/src/compact.rs`)."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import text_block, words_of
from inspector.transcript.formats.codex.contexts import SUMMARY_PREFIX
from inspector.transcript.formats.codex.items import SEALED, blocks_of_item
from inspector.transcript.formats.codex.nodes import Item, Left
from inspector.transcript.formats.codex.said import ROLES, item_key, item_kind
from inspector.transcript.model import Author, Block, Role

NO_SUMMARY = "(no summary available)"
"""What Codex sends where the summary is empty."""

Blocks = tuple[Block, ...]
Record = dict[str, Any]


def blocks_of_left(payload: Record) -> Blocks:
    """All blocks of the record: those of its items, one after the other; without items that of its summary."""
    items = _items(payload)
    if items is None:
        return (text_block(words_of(payload.get("message")) or NO_SUMMARY, "summary"),)
    summary = words_of(payload.get("message"))
    return tuple([block for item in items for block in _blocks(item, summary)])


def left_of(payload: Record, kept: Blocks, made: Blocks) -> Left:
    """The record with its blocks: `kept` are to be used, `made` are the same with their texts at hand."""
    items = _items(payload)
    if items is None:
        return Left(None, kept)
    found, at = [], 0
    summary = words_of(payload.get("message"))
    for item in items:
        end = at + len(_blocks(item, summary))
        if end > at or item.get("type") == "message":
            found.append(_item(item, kept[at:end], made[at:end]))
        at = end
    return Left(tuple(found), ())


def _items(payload: Record) -> list[Record] | None:
    items = payload.get("replacement_history")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else None


def _blocks(item: Record, summary: str) -> Blocks:
    blocks = blocks_of_item(item)
    if len(blocks) == 1 and item.get("role") == "user" and blocks[0].kind == "text":
        text = blocks[0].text
        if text.startswith(SUMMARY_PREFIX) or (summary and text == summary):
            return (text_block(text, "summary"),)
    return blocks


def _item(item: Record, kept: Blocks, made: Blocks) -> Item:
    """What a compaction brings was written by the client. An item of the model that it brings is no reply of its own."""
    sealed = item.get("type") in SEALED
    role, author = _who(item)
    return Item(role, author, kept, None if sealed else item_key(item, made), sealed)


def _who(item: Record) -> tuple[Role, Author]:
    role = item.get("role")
    if item_kind(item) == "said":
        return ROLES.get(role if isinstance(role, str) else "", ("user", "client"))
    if item_kind(item) == "result":
        return "tool", "tool"
    return ("user" if item.get("type") in SEALED else "assistant"), "client"
