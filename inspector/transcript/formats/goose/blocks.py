"""Goose's content as blocks. Its types are camelCase; what a tool returns only for a person (`audience`) is not sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import (
    RAW_ARGUMENTS,
    block_of,
    kind_words,
    said_of,
    searched,
    text_block,
    words_of,
)
from inspector.transcript.late import answered, asked
from inspector.transcript.long_numbers import notice
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held
from inspector.transcript.problems import Problems

Record = dict[str, Any]

NOTICES = frozenset(
    {
        "contextLengthExceeded",
        "summarizationRequested",
        "conversationCompacted",
        "systemNotification",
        "toolConfirmationRequest",
        "actionRequired",
    }
)
"""What Goose shows and does not send."""


_PLAIN = frozenset({"type", "text"})


def blocks_of_content(content: Any, problems: Problems, line: int) -> tuple[Block, ...]:
    """The blocks of a message's content."""
    if isinstance(content, str):
        return (text_block(content),)
    if not isinstance(content, list):
        return ()
    if len(content) == 1 and type(content[0]) is dict and content[0].get("type") == "text":
        return (text_block(words_of(content[0].get("text"))),)
    return tuple([block for part in content if (block := _block(part, problems, line)) is not None])


def _block(part: Any, problems: Problems, line: int) -> Block | None:
    kind = part.get("type") if isinstance(part, dict) else None
    if isinstance(kind, str):
        build = _BUILD.get(kind)
        if build is not None:
            return build(part)
        if kind in NOTICES:
            problems.records[kind] += 1
            return None
    return _unknown(part, kind, problems, line)


def _unknown(part: Any, kind: Any, problems: Problems, line: int) -> Block:
    name = f"content of type {kind_words(kind, 40)}"
    if not problems.records[name]:
        problems.add(line, "unknown-record", name)
    problems.records[name] += 1
    if not isinstance(part, dict):
        return text_block(said_of(part))
    prune(part)
    block = block_of({**part, "type": "goose-content"})
    return make_block("opaque", Held(block.text, {**block.api, "type": part.get("type")}), images=block.images)


def _text(part: Record) -> Block:
    return text_block(words_of(part.get("text")))


def _image(part: Record) -> Block:
    return block_of(_picture(part))


def _picture(part: Record) -> Record:
    media = words_of(part.get("mimeType"))
    return {"type": "image", "source": {"type": "base64", "media_type": media, "data": words_of(part.get("data"))}}


def _thinking(part: Record) -> Block:
    api = {"type": "thinking", "thinking": words_of(part.get("thinking")) or words_of(part.get("text"))}
    signature = part.get("signature")
    return block_of(api | {"signature": signature} if isinstance(signature, str) and signature else api)


def _redacted(part: Record) -> Block:
    return block_of({"type": "redacted_thinking", "data": words_of(part.get("data"))})


def _request(part: Record) -> Block:
    """A call; one that could not be parsed has its error in the place of the arguments."""
    call = part.get("toolCall")
    value = call.get("value") if isinstance(call, dict) and "value" in call else call
    value = value if isinstance(value, dict) else {}
    arguments = value.get("arguments")
    if not isinstance(arguments, dict):
        error = call.get("error") if isinstance(call, dict) else None
        raw = arguments if arguments is not None else error
        arguments = {} if raw is None else {RAW_ARGUMENTS: said_of(raw)}
    name, identity = words_of(value.get("name")), words_of(part.get("id"))
    if searched(arguments):
        prune(arguments)
        notice(arguments)
    return make_block("tool_use", asked(identity, name, arguments), identity, name)


def _response(part: Record) -> Block:
    result = part.get("toolResult")
    result = result if isinstance(result, dict) else {"value": result}
    value = result.get("value")
    identity = words_of(part.get("id"))
    api: Record = {"type": "tool_result", "tool_use_id": identity}
    if result.get("status") == "error" or (isinstance(value, dict) and value.get("isError") is True):
        api["is_error"] = True
    if result.get("status") == "error":
        return block_of(api | {"content": said_of(result.get("error"))})
    items = value.get("content") if isinstance(value, dict) else value
    content = _items(items)
    if len(api) == 2 and isinstance(content, str):
        return make_block("tool_result", answered(content, identity), identity)
    return block_of(api | {"content": content})


def _items(items: Any) -> Any:
    """What the model is sent of a result: one text as a string, else a list in API form."""
    if not isinstance(items, list):
        return said_of(items)
    if len(items) == 1 and type(items[0]) is dict and _PLAIN.issuperset(items[0]) and items[0].get("type") == "text":
        return words_of(items[0].get("text"))
    made = [_item(item) for item in items if _for_model(item)]
    if len(made) == 1 and made[0].get("type") == "text":
        return made[0]["text"]
    return made or ""


def _for_model(item: Any) -> bool:
    """Whether the model is among those for whom a part of a result is meant."""
    notes = item.get("annotations") if isinstance(item, dict) else None
    audience = notes.get("audience") if isinstance(notes, dict) else None
    audience = item.get("audience") if audience is None and isinstance(item, dict) else audience
    return not isinstance(audience, list) or not audience or "assistant" in audience


def _item(item: Any) -> Record:
    if not isinstance(item, dict):
        return {"type": "text", "text": said_of(item)}
    if item.get("type") == "image":
        return _picture(item)
    resource = item.get("resource")
    if isinstance(resource, dict):
        return {"type": "text", "text": words_of(resource.get("text")) or words_of(resource.get("uri"))}
    return {"type": "text", "text": words_of(item.get("text"))}


_BUILD: dict[str, Callable[[Record], Block]] = {
    "text": _text,
    "image": _image,
    "thinking": _thinking,
    "reasoning": _thinking,
    "redactedThinking": _redacted,
    "toolRequest": _request,
    "frontendToolRequest": _request,
    "toolResponse": _response,
}
