"""OpenAI chat messages, normalised to blocks in Anthropic API form."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.arguments import Called, arguments_of
from inspector.transcript.formats.blocks import RAW_ARGUMENTS, block_of, joined, text_block, words_of
from inspector.transcript.images import strip
from inspector.transcript.late import answered, asked, said
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, ImageRef

_SIGNS = frozenset({"tool_calls", "function_call", "tool_call_id", "refusal"})
_ROLES = ("tool", "developer", "function")  # tuples: what a record has there may not be hashable
_PARTS = ("image_url", "input_audio", "file", "refusal")


def is_openai(message: dict[str, Any]) -> bool:
    """Whether only OpenAI writes a message like this; plain text says nothing either way."""
    if message.get("role") in _ROLES or not _SIGNS.isdisjoint(message):
        return True
    content = message.get("content")
    if isinstance(content, list):
        for part in content:
            if isinstance(part, dict) and part.get("type") in _PARTS and part["type"] in part:
                return True
    return False


def blocks_of_message(message: dict[str, Any]) -> tuple[Block, ...]:
    """All blocks of one message: text first, then refusal, then calls, as the API orders them."""
    if message.get("role") in ("tool", "function"):
        return (_result(message),)
    content = message.get("content")
    blocks = [make_block("text", said(content))] if content and isinstance(content, str) else _content(content)
    if _SIGNS.isdisjoint(message):
        return tuple(blocks)
    if "refusal" in message and isinstance(message["refusal"], str) and message["refusal"]:
        blocks.append(_refusal(message["refusal"]))
    calls = message.get("tool_calls")
    for call in calls if type(calls) is list else ():
        if type(call) is dict:
            blocks.append(_call(call))
    if "function_call" in message and isinstance(message["function_call"], dict):
        blocks.append(_function_call(message["function_call"], ""))
    return tuple(blocks)


def usual_call(call: Any) -> Block | None:
    """A call of a function whose arguments are JSON in a string, as nearly all are; None for any other."""
    try:
        function = call["function"]
        identity, name, arguments = call["id"], function["name"], function["arguments"]
    except (KeyError, TypeError):
        return None
    if type(identity) is type(name) is type(arguments) is str and type(function) is dict:
        return make_block("tool_use", Called(identity, name, arguments), identity, name)
    return None


def _content(content: Any) -> list[Block]:
    if isinstance(content, str):
        return [text_block(content)] if content else []
    return [_part(part) for part in content] if isinstance(content, list) else []


def _part(part: Any) -> Block:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "image_url":
        return _image(part)
    if kind == "refusal":
        return _refusal(words_of(part.get("refusal")))
    if kind in ("input_text", "output_text"):
        return text_block(words_of(part.get("text")))
    return block_of(part)


def _image(part: dict[str, Any]) -> Block:
    found: list[ImageRef] = []
    link = part.get("image_url")
    url = words_of(link.get("url") if isinstance(link, dict) else link)
    stripped = strip(url, found)
    if found:
        data = stripped.partition(",")[2]
        source = {"type": "base64", "media_type": found[0].media_type, "data": data, "reference": True}
    else:
        source = {"type": "url", "url": url}
    more = {key: value for key, value in link.items() if key != "url"} if isinstance(link, dict) else {}
    return Block(
        "image", Held("", {"type": "image", "source": source, **more}), images=tuple(found) or (ImageRef("", 0, ""),)
    )


def _refusal(text: str) -> Block:
    return make_block("text", Held(text, {"type": "text", "text": text, "refusal": True}))


def _call(call: dict[str, Any]) -> Block:
    """A `function` call, or a `custom` one whose input is free text."""
    function, identity = call.get("function"), call.get("id")
    if type(identity) is not str:
        identity = words_of(identity)
    if isinstance(function, dict):
        return _function_call(function, identity)
    custom = call.get("custom")
    body = custom if isinstance(custom, dict) else call
    raw = body.get("input", body.get("arguments"))
    return _tool_use(identity, words_of(body.get("name")), raw if isinstance(raw, dict) else {RAW_ARGUMENTS: raw})


def _function_call(function: dict[str, Any], identity: str) -> Block:
    name, arguments = function.get("name"), function.get("arguments")
    if type(name) is not str:
        name = words_of(name)
    if type(arguments) is str:
        return make_block("tool_use", Called(identity, name, arguments), identity, name)
    return _tool_use(identity, name, arguments_of(arguments))


def _tool_use(identity: str, name: str, arguments: dict[str, Any]) -> Block:
    return make_block("tool_use", asked(identity, name, arguments), identity, name)


def _result(message: dict[str, Any]) -> Block:
    """A message of role `tool` (or `function`) is one result."""
    found: list[ImageRef] = []
    content = message.get("content")
    prune(message)
    if isinstance(content, list):
        content = [_part(part).api for part in content]
        found = [image for part in message["content"] for image in _part(part).images]
    identity = words_of(message.get("tool_call_id"))
    if isinstance(content, str):
        return make_block("tool_result", answered(content, identity), identity)
    api = {"type": "tool_result", "tool_use_id": identity, "content": "" if content is None else content}
    return make_block("tool_result", Held(joined(content), api), identity, "", tuple(found))
