"""Messages of a view back in OpenAI's chat form: a call has JSON text as arguments, a result is a `tool` message."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inspector.engine.api_form import block_api
from inspector.engine.pictures import without_pictures
from inspector.engine.view import ViewBlock, ViewMessage

RAW_ARGUMENTS = "_raw_arguments"
"""Where the loader keeps arguments that are no JSON object, as they were written."""


def chat_messages(messages: Sequence[ViewMessage]) -> list[dict[str, Any]]:
    """The messages in order. Results come before whatever else their message holds, as the API wants them."""
    return [chat for message in messages for chat in _chat(message)]


def _chat(message: ViewMessage) -> Iterable[dict[str, Any]]:
    results = [block for block in message.blocks if block.kind == "tool_result"]
    rest = [block for block in message.blocks if block.kind != "tool_result"]
    yield from map(_result, results)
    if rest or not results:
        yield _message(message, rest)


def _result(block: ViewBlock) -> dict[str, Any]:
    api = without_pictures(block_api(block))
    content = api.get("content")
    parts = [_part(part) for part in content] if isinstance(content, list | tuple) else content
    return {"role": "tool", "tool_call_id": api.get("tool_use_id", ""), "content": parts}


def _message(message: ViewMessage, blocks: Sequence[ViewBlock]) -> dict[str, Any]:
    calls = [_call(block) for block in blocks if block.kind == "tool_use"]
    parts = [_part(without_pictures(block_api(block))) for block in blocks if block.kind != "tool_use"]
    refusals = [part["text"] for part in parts if part.pop("refusal", False) and message.role == "assistant"]
    said = [part for part in parts if part.get("text") not in refusals] if refusals else parts
    role = "user" if message.role == "tool" else message.role
    found: dict[str, Any] = {"role": role, "content": _content(said, message.plain, bool(calls or refusals))}
    if refusals:
        found["refusal"] = "\n".join(refusals)
    if calls:
        found["tool_calls"] = calls
    return found


def _content(parts: list[dict[str, Any]], plain: bool, optional: bool) -> str | list[dict[str, Any]] | None:
    """A string where a string was recorded; null where calls are all that was said."""
    if not parts:
        return None if optional else ""
    if plain and all(part.get("type") == "text" for part in parts):
        return "\n".join(part["text"] for part in parts)
    return parts


def _call(block: ViewBlock) -> dict[str, Any]:
    api = block_api(block)
    function = {"name": api.get("name", ""), "arguments": arguments(api.get("input"))}
    return {"id": api.get("id", ""), "type": "function", "function": function}


def arguments(value: Any) -> str:
    """Arguments as JSON text; those that were never valid JSON as they were written."""
    if isinstance(value, Mapping) and list(value) == [RAW_ARGUMENTS] and isinstance(value[RAW_ARGUMENTS], str):
        return str(value[RAW_ARGUMENTS])
    return json.dumps({} if value is None else value, ensure_ascii=False)


def _part(part: Any) -> dict[str, Any]:
    """One part of a content list."""
    if not isinstance(part, Mapping):
        return {
            "type": "text",
            "text": part if isinstance(part, str) else "" if part is None else json.dumps(part, default=str),
        }
    source = part.get("source")
    if part.get("type") == "image" and isinstance(source, Mapping):
        more = {key: value for key, value in part.items() if key not in ("type", "source")}
        return {"type": "image_url", "image_url": {"url": source.get("url", ""), **more}}
    if part.get("type") == "summary":
        return {"type": "text", "text": part.get("text", "")}
    return dict(part)
