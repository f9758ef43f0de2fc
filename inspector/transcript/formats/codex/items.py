"""Response items of a rollout as blocks in API form (formats.md §3.3; codex-rs `protocol/src/models.rs`, `ResponseItem`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import RAW_ARGUMENTS, joined, words_of
from inspector.transcript.formats.codex.parts import (
    Item,
    block_of_part,
    blocks_of_content,
    drawn,
    sealed,
    without_secrets,
)
from inspector.transcript.formats.openai import arguments_of
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held

Blocks = tuple[Block, ...]


def _message(item: Item) -> Blocks:
    return blocks_of_content(item.get("content"))


def _reasoning(item: Item) -> Blocks:
    """Its summary, or its own text where the provider shows that; mostly nothing but something encrypted."""
    text = _texts(item.get("summary")) or _texts(item.get("content"))
    api: Item = {"type": "thinking", "thinking": text}
    secret = item.get("encrypted_content")
    if isinstance(secret, str):
        api["encrypted_bytes"] = len(secret)
    return (make_block("thinking", Held(text, api)),)


def _texts(parts: Any) -> str:
    if isinstance(parts, str):
        return parts
    if not isinstance(parts, list):
        return ""
    return "\n\n".join([words_of(part.get("text")) for part in parts if isinstance(part, dict)])


def _call(item: Item, name: str, arguments: dict[str, Any]) -> Blocks:
    identity = words_of(item.get("call_id")) or words_of(item.get("id"))
    api: Item = {"type": "tool_use", "id": identity, "name": name, "input": arguments}
    if isinstance(item.get("namespace"), str):
        api["namespace"] = item["namespace"]
    return (make_block("tool_use", Held("", api), identity, name),)


def _function_call(item: Item) -> Blocks:
    return _call(item, words_of(item.get("name")), arguments_of(item.get("arguments")))


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


def _output(item: Item) -> Blocks:
    """A string; parts; in old versions an object with `content`."""
    output = item.get("output")
    if isinstance(output, dict) and "type" not in output:
        output = output.get("content_items") or output.get("content")
    return (_result(item, output),)


def _search_output(item: Item) -> Blocks:
    tools = item.get("tools")
    prune(tools)
    return (_result(item, json.dumps(tools, ensure_ascii=False, default=str)),)


def _result(item: Item, output: Any) -> Block:
    identity = words_of(item.get("call_id"))
    api: Item = {"type": "tool_result", "tool_use_id": identity}
    if isinstance(output, str) or output is None:
        api["content"] = output or ""
        return make_block("tool_result", Held(output or "", api), identity)
    parts = [block_of_part(part) for part in (output if isinstance(output, list) else [output])]
    api["content"] = content = [part.api for part in parts]
    return make_block(
        "tool_result",
        Held(joined(content), api),
        identity,
        "",
        tuple([image for part in parts for image in part.images]),
    )


def _sealed(item: Item) -> Blocks:
    return (sealed(item),)


def _kept(item: Item) -> Blocks:
    """What the provider did by itself (a search): no result of it is in the file, and none is missing."""
    return (block_of_part(without_secrets(item)),)


def _drawn(item: Item) -> Blocks:
    return (drawn(item),)


MODEL: dict[str, Callable[[Item], Blocks]] = {
    "reasoning": _reasoning,
    "function_call": _function_call,
    "custom_tool_call": _custom_call,
    "local_shell_call": _shell_call,
    "tool_search_call": _tool_search,
    "web_search_call": _kept,
    "image_generation_call": _drawn,
    "compaction": _sealed,
    "compaction_summary": _sealed,
    "context_compaction": _sealed,
}
"""Items that a model wrote, messages aside."""

OUTPUTS: dict[str, Callable[[Item], Blocks]] = {
    "function_call_output": _output,
    "custom_tool_call_output": _output,
    "local_shell_call_output": _output,
    "tool_search_output": _search_output,
}
SEALED = ("compaction", "compaction_summary", "context_compaction")
SILENT = frozenset({"ghost_snapshot", "compaction_trigger", "other"})
"""Items that are never sent."""


def blocks_of_item(item: Item) -> Blocks:
    """The blocks of any item; what is not known is kept as an opaque block, what is never sent gives nothing."""
    kind = item.get("type")
    if not isinstance(kind, str) or kind in ("message", "agent_message"):
        return _message(item)
    if kind in SILENT:
        return ()
    return (MODEL.get(kind) or OUTPUTS.get(kind) or _kept)(item)
