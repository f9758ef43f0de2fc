"""Outputs of tools as results in API form. What the model saw is all that a rollout has: long ones are cut in the middle."""

from __future__ import annotations

import json
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import joined, words_of
from inspector.transcript.formats.codex.parts import Item, block_of_part
from inspector.transcript.late import answered
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held

Blocks = tuple[Block, ...]


def output(item: Item) -> Blocks:
    """A string; parts; in old versions an object with `content`."""
    output = item.get("output")
    if type(output) is str:
        identity = item.get("call_id")
        identity = identity if type(identity) is str else ""
        return (make_block("tool_result", answered(output, identity), identity),)
    if isinstance(output, dict) and "type" not in output:
        output = output.get("content_items") or output.get("content")
    return (_result(item, output),)


def search_output(item: Item) -> Blocks:
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
