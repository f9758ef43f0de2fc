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
from inspector.transcript.late import answered, asked, said
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


def blocks_of_content(content: Any, problems: Problems, line: int) -> tuple[Block, ...]:
    """The blocks of a message's content."""
    if not isinstance(content, list):
        return (text_block(content),) if isinstance(content, str) else ()
    made = []
    for part in content:
        kind = part.get("type") if type(part) is dict else None
        if kind == "text" and type(text := part.get("text")) is str:
            made.append(make_block("text", said(text)))
            continue
        build = _BUILD.get(kind) if type(kind) is str else None
        block = build(part) if build is not None else _block(part, problems, line)
        if block is not None:
            made.append(block)
    return tuple(made)


def _block(part: Any, problems: Problems, line: int) -> Block | None:
    kind = part.get("type") if isinstance(part, dict) else None
    if isinstance(kind, str) and kind in NOTICES:
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
    text = part.get("text")
    return make_block("text", said(text if type(text) is str else words_of(text)))


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
    if result.get("status") == "error":
        return block_of(api | {"is_error": True, "content": said_of(result.get("error"))})
    content = _items(value.get("content") if isinstance(value, dict) else value)
    if isinstance(value, dict) and value.get("isError") is True:
        return block_of(api | {"is_error": True, "content": content})
    if isinstance(content, str):
        return make_block("tool_result", answered(content, identity), identity)
    return block_of(api | {"content": content})


def _items(items: Any) -> Any:
    """What the model is sent of a result: one text as a string, else a list in API form."""
    if not isinstance(items, list):
        return said_of(items)
    if len(items) == 1 and type(items[0]) is dict:
        first = items[0]
        if len(first) == 2 and "text" in first and first.get("type") == "text":
            return words_of(first["text"])
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
