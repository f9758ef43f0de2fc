"""What the events of a conversation say, in API form. Of an output that is `content`: the rest is what a person was shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.arguments import arguments_of
from inspector.transcript.formats.blocks import RAW_ARGUMENTS, block_of, joined, text_block, words_of
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held

Data = dict[str, Any]
Blocks = tuple[Block, ...]


def blocks_of_event(record: dict[str, Any]) -> Blocks:
    """The blocks of one event, the same each time."""
    data, kind = record.get("data"), record.get("type")
    make = _MAKE.get(kind) if isinstance(kind, str) else None
    return make(data) if make is not None and isinstance(data, dict) else ()


def _text(data: Data) -> Blocks:
    return (text_block(words_of(data.get("content"))),)


def _user(data: Data) -> Blocks:
    """The words as they were sent, with what the client wrapped around them, and pictures that went along."""
    text = words_of(data.get("transformedContent")) or words_of(data.get("content"))
    attached = data.get("attachments")
    pictures = [_picture(each) for each in attached if _is_picture(each)] if isinstance(attached, list) else []
    return (text_block(text), *pictures)


def _is_picture(each: Any) -> bool:
    if not isinstance(each, dict) or each.get("type") not in ("blob", "image"):
        return False
    return isinstance(each.get("data"), str) or "assetId" in each


def _picture(each: Data) -> Block:
    """Data that was sent natively; kept in another event it is named by `assetId` alone."""
    kind = words_of(each.get("mimeType"))
    data = each.get("data")
    if isinstance(data, str):
        return block_of({"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}})
    return block_of(
        {"type": "image", "source": {"type": "asset", "media_type": kind, "id": words_of(each.get("assetId"))}}
    )


def _assistant(data: Data) -> Blocks:
    """Thinking, words, calls, in the order in which the API gives them."""
    blocks = []
    if not data.keys().isdisjoint(_SECRET):
        blocks.append(_thinking(data))
    text = data.get("content")
    if isinstance(text, str) and text:
        blocks.append(text_block(text))
    calls = data.get("toolRequests")
    if isinstance(calls, list):
        blocks += [_call(call) for call in calls if isinstance(call, dict)]
    served = data.get("serverTools")
    items = served.get("items") if isinstance(served, dict) else None
    if isinstance(items, list):
        blocks += [block_of(item) for item in items if isinstance(item, dict)]
    return tuple(blocks)


_SECRET = ("reasoningText", "reasoningOpaque", "encryptedContent")


def _thinking(data: Data) -> Block:
    text = words_of(data.get("reasoningText"))
    size = sum(len(words_of(data.get(name))) for name in _SECRET[1:])
    api: Data = {"type": "thinking", "thinking": text}
    if size:
        api["encrypted_bytes"] = size
    return make_block("thinking", Held(text, api))


def _call(call: Data) -> Block:
    given = call.get("arguments")
    arguments = (
        {RAW_ARGUMENTS: given} if isinstance(given, str) and call.get("type") == "custom" else arguments_of(given)
    )
    identity, name = words_of(call.get("toolCallId")), words_of(call.get("name"))
    api = {"type": "tool_use", "id": identity, "name": name, "input": arguments}
    return make_block("tool_use", Held("", api), identity, name)


def _result(data: Data) -> Blocks:
    result, error = data.get("result"), data.get("error")
    api: Data = {"type": "tool_result", "tool_use_id": words_of(data.get("toolCallId"))}
    text = words_of(result.get("content")) if isinstance(result, dict) else ""
    if isinstance(error, dict) and not text:
        text = words_of(error.get("message"))
    if data.get("success") is False:
        api["is_error"] = True
    pictures = _sent(result.get("binaryResultsForLlm")) if isinstance(result, dict) else []
    api["content"] = [{"type": "text", "text": text}, *[each.api for each in pictures]] if pictures else text
    images = tuple([image for each in pictures for image in each.images])
    if pictures:
        prune(api)
    return (make_block("tool_result", Held(joined(api["content"]), api), api["tool_use_id"], "", images),)


def _sent(results: Any) -> list[Block]:
    """Pictures that the model was given beside the text."""
    return [_picture(each) for each in results if isinstance(each, dict)] if isinstance(results, list) else []


_MAKE: dict[str, Callable[[Data], Blocks]] = {
    "system.message": _text,
    "system.notification": _text,
    "user.message": _user,
    "assistant.message": _assistant,
    "tool.execution_complete": _result,
}
