"""Response items of a rollout as blocks in API form (formats.md §3.3; codex-rs `protocol/src/models.rs`, `ResponseItem`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.formats.arguments import Called, arguments_of, parsed
from inspector.transcript.formats.blocks import RAW_ARGUMENTS, words_of
from inspector.transcript.formats.codex.outputs import output, search_output
from inspector.transcript.formats.codex.parts import (
    Item,
    block_of_part,
    blocks_of_content,
    drawn,
    sealed,
    without_secrets,
)
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held

Blocks = tuple[Block, ...]


def _message(item: Item) -> Blocks:
    return blocks_of_content(item.get("content"))


def _reasoning(item: Item) -> Blocks:
    """Its summary, or its own text where the provider shows that; mostly nothing but something encrypted."""
    get = item.get
    summary, content = get("summary"), get("content")
    text = (_texts(summary) if summary else "") or (_texts(content) if content else "")
    api: Item = {"type": "thinking", "thinking": text}
    secret = get("encrypted_content")
    if type(secret) is str:
        api["encrypted_bytes"] = len(secret)
    return (make_block("thinking", Held(text, api)),)


def _texts(parts: Any) -> str:
    if not parts or not isinstance(parts, list):
        return words_of(parts)
    return "\n\n".join([words_of(part.get("text")) for part in parts if isinstance(part, dict)])


def _call(item: Item, name: str, arguments: dict[str, Any]) -> Blocks:
    api = _called(item, name)
    api["input"] = arguments
    return (make_block("tool_use", Held("", api), api["id"], name),)


def _called(item: Item, name: str) -> dict[str, Any]:
    identity = item.get("call_id")
    if type(identity) is not str:
        identity = words_of(item.get("id"))
    api: Item = {"type": "tool_use", "id": identity, "name": name}
    if "namespace" in item and isinstance(item["namespace"], str):
        api["namespace"] = item["namespace"]
    return api


def _function_call(item: Item) -> Blocks:
    name, raw, identity = item.get("name"), item.get("arguments"), item.get("call_id")
    name = name if type(name) is str else ""
    if type(raw) is not str:
        return _call(item, name, arguments_of(raw))
    if type(identity) is str and "namespace" not in item:
        return (make_block("tool_use", Called(identity, name, raw), identity, name),)
    return _call(item, name, parsed(raw))


def _custom_call(item: Item) -> Blocks:
    """Its input is free text: a patch, a script."""
    given = item.get("input")
    return _call(item, words_of(item.get("name")), arguments_of(given) if isinstance(given, dict) else _raw(given))


def _raw(text: Any) -> dict[str, Any]:
    return {RAW_ARGUMENTS: text} if isinstance(text, str) else arguments_of(text)


def _shell_call(item: Item) -> Blocks:
    return _call(item, "local_shell", arguments_of(item.get("action")))


def _tool_search(item: Item) -> Blocks:
    """Run by the client like any call; where the provider runs it, it answers itself."""
    if item.get("execution") == "server":
        return _kept(item)
    return _call(item, "tool_search", arguments_of(item.get("arguments")))


def _sealed(item: Item) -> Blocks:
    return (sealed(item),)


def _kept(item: Item) -> Blocks:
    """What the provider did by itself (a search): no result of it is in the file, and none is missing."""
    return (block_of_part(without_secrets(item)),)


def _nothing(_: Item) -> Blocks:
    return ()


def _drawn(item: Item) -> Blocks:
    return (drawn(item),)


Make = Callable[[Item], Blocks]

SEALED = ("compaction", "compaction_summary", "context_compaction")
MAKE: dict[str, tuple[str, Make]] = {
    "message": ("said", _message),
    "reasoning": ("reply", _reasoning),
    "function_call": ("reply", _function_call),
    "function_call_output": ("result", output),
    "custom_tool_call": ("reply", _custom_call),
    "custom_tool_call_output": ("result", output),
    "local_shell_call": ("reply", _shell_call),
    "local_shell_call_output": ("result", output),
    "tool_search_call": ("reply", _tool_search),
    "tool_search_output": ("result", search_output),
    "web_search_call": ("reply", _kept),
    "image_generation_call": ("reply", _drawn),
    "agent_message": ("said", _message),
    **dict.fromkeys(SEALED, ("reply", _sealed)),
    **dict.fromkeys(("ghost_snapshot", "compaction_trigger", "other"), ("silent", _nothing)),
}
"""Type of an item → what it is to the conversation ("silent": never sent), and what makes its blocks.

A message of the assistant is a part of a reply.
"""


def blocks_of_item(item: Item) -> Blocks:
    """The blocks of any item; one that is not known is kept as an opaque block."""
    kind = item.get("type")
    found = MAKE.get(kind) if isinstance(kind, str) else None
    return found[1](item) if found is not None else _kept(item)
