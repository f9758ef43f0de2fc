"""Goose's content as blocks. Its types are camelCase; what a tool returns only for a person (`audience`) is not sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.formats.blocks import RAW_ARGUMENTS, block_of, kind_words, said_of, text_block, words_of
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
    if isinstance(content, str):
        return (text_block(content),)
    found = [_block(part, problems, line) for part in content] if isinstance(content, list) else []
    return tuple([block for block in found if block is not None])


def _block(part: Any, problems: Problems, line: int) -> Block | None:
    kind = part.get("type") if isinstance(part, dict) else None
    if isinstance(kind, str):
        if kind in NOTICES:
            problems.records[kind] += 1
            return None
        if kind in _BUILD:
            return _BUILD[kind](part)
    return _unknown(part, kind, problems, line)


def _unknown(part: Any, kind: Any, problems: Problems, line: int) -> Block:
    name = f"content of type {kind_words(kind, 40)}"
    if not problems.records[name]:
        problems.add(line, "unknown-record", name)
    problems.records[name] += 1
    if not isinstance(part, dict):
        return text_block(said_of(part))
    block = block_of({**part, "type": "goose-content"})
    return make_block("opaque", Held(block.text, {**block.api, "type": kind}), images=block.images)


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
    return block_of({"type": "tool_use", "id": identity, "name": name, "input": arguments})


def _response(part: Record) -> Block:
    result = part.get("toolResult")
    result = result if isinstance(result, dict) else {"value": result}
    value = result.get("value")
    api: Record = {"type": "tool_result", "tool_use_id": words_of(part.get("id"))}
    if result.get("status") == "error" or (isinstance(value, dict) and value.get("isError") is True):
        api["is_error"] = True
    if result.get("status") == "error":
        return block_of(api | {"content": said_of(result.get("error"))})
    items = value.get("content") if isinstance(value, dict) else value
    return block_of(api | {"content": _items(items)})


def _items(items: Any) -> Any:
    """What the model is sent of a result: one text as a string, else a list in API form."""
    if not isinstance(items, list):
        return said_of(items)
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
