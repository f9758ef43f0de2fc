"""OpenAI's Responses: `input` and `output` are lists of items; the items of one reply follow one another."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats import openai
from inspector.transcript.formats.arguments import arguments_of
from inspector.transcript.formats.blocks import RAW_ARGUMENTS, text_block, words_of
from inspector.transcript.images import strip
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, ImageRef

_RESULTS = ("function_call_output", "custom_tool_call_output", "local_shell_call_output", "computer_call_output")
_ROLES = ("user", "system", "developer", "tool")


def grouped(items: Any) -> list[dict[str, Any]]:
    """Items as records of messages: what the model wrote between two things that it was given is one reply."""
    if isinstance(items, str):
        return [{"role": "user", "content": items}]
    found: list[dict[str, Any]] = []
    for item in items if isinstance(items, list) else ():
        if isinstance(item, str):
            found.append({"role": "user", "content": item})
        elif not isinstance(item, dict):
            found.append({"role": item})
        elif item.get("role") in _ROLES and item.get("type", "message") == "message":
            found.append(item)
        elif item.get("type") in _RESULTS:
            found.append({"role": "tool", "items": [item]})
        elif found and found[-1].get("role") == "assistant" and "items" in found[-1]:
            found[-1]["items"].append(item)
        else:
            found.append({"role": "assistant", "items": [item]})
    return found


def blocks_of_items(items: list[Any]) -> tuple[Block, ...]:
    """The blocks of one message that consists of items."""
    return tuple([block for item in items if isinstance(item, dict) for block in _blocks(item)])


def _blocks(item: dict[str, Any]) -> list[Block]:
    kind = item.get("type", "message")
    if kind == "message":
        return list(openai.blocks_of_message({"role": "assistant", "content": item.get("content")}))
    if kind == "reasoning":
        return [_reasoning(item)]
    if kind in ("function_call", "custom_tool_call", "local_shell_call"):
        return [_call(item)]
    if kind in _RESULTS:
        return [_result(item)]
    return [_other(item)]


def _reasoning(item: dict[str, Any]) -> Block:
    """Its summary in words; the reasoning itself is encrypted, or not there at all."""
    texts = [
        words_of(part.get("text"))
        for key in ("summary", "content")
        for part in (item[key] if isinstance(item.get(key), list) else ())
        if isinstance(part, dict)
    ]
    text = "\n".join(each for each in texts if each)
    if text or not item.get("encrypted_content"):
        return make_block("thinking", Held(text, {"type": "thinking", "thinking": text}))
    return _other(item)


def _call(item: dict[str, Any]) -> Block:
    identity = words_of(item.get("call_id")) or words_of(item.get("id"))
    name = words_of(item.get("name")) or ("local_shell" if item.get("type") == "local_shell_call" else "")
    if item.get("type") == "custom_tool_call":
        arguments: dict[str, Any] = {RAW_ARGUMENTS: words_of(item.get("input"))}
    else:
        arguments = arguments_of(item.get("arguments", item.get("action")))
    api = {"type": "tool_use", "id": identity, "name": name, "input": arguments}
    return make_block("tool_use", Held("", api), identity, name)


def _result(item: dict[str, Any]) -> Block:
    output = item.get("output")
    if isinstance(output, dict):
        output = [output]
    (block,) = openai.blocks_of_message(
        {
            "role": "tool",
            "tool_call_id": item.get("call_id"),
            "content": [*map(_part, output)] if isinstance(output, list) else output,
        }
    )
    return block


def _part(part: Any) -> Any:
    """A part of an output in the form of chat messages."""
    if isinstance(part, dict) and part.get("type") in ("input_image", "computer_screenshot"):
        return {"type": "image_url", "image_url": {"url": words_of(part.get("image_url"))}}
    if isinstance(part, dict) and part.get("type") in ("input_text", "output_text"):
        return {"type": "text", "text": words_of(part.get("text"))}
    return part


def _other(item: dict[str, Any]) -> Block:
    """Encrypted reasoning, a compaction, calls of the provider's own tools: a size, and no words."""
    found: list[ImageRef] = []
    kind = item.get("type")
    if kind == "compaction" and not item.get("encrypted_content"):
        return text_block(words_of(item.get("summary")) or words_of(item.get("content")), "summary")
    return make_block("opaque", Held(words_of(item.get("text")), strip(item, found)), images=tuple(found))
