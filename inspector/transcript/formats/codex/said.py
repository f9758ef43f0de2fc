"""Response items as nodes: who says it, and by what it is known again when a compaction keeps it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import words_of
from inspector.transcript.formats.codex.contexts import is_setting, is_typed
from inspector.transcript.formats.codex.items import MODEL, OUTPUTS, SILENT
from inspector.transcript.formats.codex.nodes import Node
from inspector.transcript.model import Author, Block, Role

Item = dict[str, Any]
Blocks = tuple[Block, ...]

ROLES: dict[str, tuple[Role, Author]] = {
    "user": ("user", "client"),
    "developer": ("developer", "client"),
    "system": ("system", "system"),
}


def item_kind(item: Item) -> str | None:
    """ "said", "reply", "result", or "silent" for what is never sent; None for an item that is not known."""
    kind = item.get("type")
    if kind == "message":
        return "reply" if item.get("role") == "assistant" else "said"
    if kind == "agent_message":
        return "said"
    if not isinstance(kind, str):
        return None
    if kind in MODEL:
        return "reply"
    return "result" if kind in OUTPUTS else "silent" if kind in SILENT else None


def key_of(item: Item, blocks: Blocks) -> int:
    """By what an item is known again: role and words of a message, the id of a call or an output."""
    kind = item.get("type")
    if kind in ("message", "agent_message"):
        told = [block.images[0].sha256 if block.images else block.text for block in blocks]
        return hash((words_of(item.get("role")), *told))
    if len(blocks) == 1 and blocks[0].tool_id:
        return hash((blocks[0].kind, blocks[0].tool_id))
    identity = item.get("id")
    return hash(("item", identity)) if isinstance(identity, str) and identity else 0


def _said(node: Node, item: Item, blocks: Blocks) -> None:
    role = item.get("role")
    node.role, node.author = ROLES.get(role if isinstance(role, str) else "", ("user", "client"))
    node.id = words_of(item.get("id"))
    node.key = key_of(item, blocks)
    if node.role == "user":
        _user(node, item, blocks)
    elif node.role == "developer":
        node.value = is_setting([block.text for block in blocks])


def _user(node: Node, item: Item, blocks: Blocks) -> None:
    """Messages between agents begin a turn as those of a person do, but nobody typed them."""
    texts = [block.text for block in blocks]
    node.size = sum(len(text) if text.isascii() else len(text.encode()) for text in texts)
    if item.get("type") == "agent_message":
        node.extra = {key: item[key] for key in ("author", "recipient") if isinstance(item.get(key), str)}
        node.value = "agent"
    elif is_typed(texts) and item.get("role") == "user":
        node.typed, node.author = True, "human"


def _reply(node: Node, item: Item, blocks: Blocks) -> None:
    node.id = words_of(item.get("id"))
    node.key = key_of(item, blocks)
    phase = item.get("phase")
    if isinstance(phase, str):
        node.extra = {"phase": phase}


def _result(node: Node, item: Item, blocks: Blocks) -> None:
    node.role, node.author = "tool", "tool"
    node.id = words_of(item.get("id"))
    node.key = key_of(item, blocks)


def _other(node: Node, item: Item, blocks: Blocks) -> None:
    node.role, node.author = "user", "client"
    node.extra = {"item": words_of(item.get("type"))}
    prune(node.extra)


FILL: dict[str | None, Callable[[Node, Item, Blocks], None]] = {
    "said": _said,
    "reply": _reply,
    "result": _result,
    None: _other,
}
