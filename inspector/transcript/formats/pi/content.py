"""pi's content blocks become blocks in Anthropic API form: `text`, `thinking`, `toolCall`, `image`; anything else is opaque.

Fields that no API knows (`textSignature`, `thoughtSignature`, `partialJson`) are kept under a name with `_` before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.arguments import arguments_of
from inspector.transcript.formats.blocks import block_of, joined, searched, text_block, words_of
from inspector.transcript.images import picture, words
from inspector.transcript.long_numbers import notice
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, ImageRef

Record = dict[str, Any]
NO_IMAGES: tuple[ImageRef, ...] = ()
_PLAIN = frozenset(("type", "text"))


def blocks_of_content(content: Any) -> tuple[Block, ...]:
    """The blocks of a message's `content`: a string, or a list."""
    if isinstance(content, str):
        return (text_block(content),) if content else ()
    if isinstance(content, list):
        return tuple([_block(part) for part in content])
    return () if content is None else (_block(content),)


def result_block(message: Record) -> Block:
    """A `toolResult`: what the model saw of it. `details` are for the screen and are left out."""
    content = message.get("content")
    identity = words_of(message.get("toolCallId"))
    text, images = content if isinstance(content, str) else _only_text(content), NO_IMAGES
    if text is None:
        blocks = blocks_of_content(content)
        content = [block.api for block in blocks]
        text, images = joined(content), tuple([image for block in blocks for image in block.images])
    api: Record = {"type": "tool_result", "tool_use_id": identity, "content": content}
    if message.get("isError") is True:
        api["is_error"] = True
    return make_block("tool_result", Held(text, api), identity, "", images)


def _only_text(content: Any) -> str | None:
    """The text of content that is one plain text, as most is."""
    if not isinstance(content, list) or len(content) != 1 or not isinstance(content[0], dict) or len(content[0]) != 2:
        return None
    text = content[0].get("text")
    return text if content[0].get("type") == "text" and isinstance(text, str) else None


def _block(part: Any) -> Block:
    kind = part.get("type") if isinstance(part, dict) else None
    build = _BUILD.get(kind) if isinstance(kind, str) else None
    return build(part) if build is not None else block_of(part)


def _more(part: Record, known: frozenset[str]) -> Record:
    more = {f"_{key}": value for key, value in part.items() if key not in known}
    prune(more)
    return more


def _text(part: Record) -> Block:
    text = part.get("text")
    if not isinstance(text, str):
        text = ""
    elif len(part) == 2:
        return make_block("text", Held(text, part))
    return make_block("text", Held(text, {"type": "text", "text": text, **_more(part, _PLAIN)}))


_THINKING = frozenset(("type", "thinking", "thinkingSignature", "redacted"))


def _thinking(part: Record) -> Block:
    text, signature = words_of(part.get("thinking")), words_of(part.get("thinkingSignature"))
    more = _more(part, _THINKING) if not _THINKING.issuperset(part) else {}
    if part.get("redacted") is True:
        return make_block("opaque", Held("", {"type": "redacted_thinking", "data": signature, **more}))
    return make_block("thinking", Held(text, {"type": "thinking", "thinking": text, "signature": signature, **more}))


_CALL = frozenset(("type", "id", "name", "arguments"))


def _call(part: Record) -> Block:
    """The id stays as it is, a composite one (`call_x|fc_y`) too: results carry the same."""
    identity, name, arguments = words_of(part.get("id")), words_of(part.get("name")), part.get("arguments")
    if isinstance(arguments, dict):
        if searched(arguments):
            prune(arguments)
            notice(arguments)
    else:
        arguments = arguments_of(arguments)
    api = {"type": "tool_use", "id": identity, "name": name, "input": arguments}
    if len(part) > 4:
        api |= _more(part, _CALL)
    return make_block("tool_use", Held("", api), identity, name)


def _image(part: Record) -> Block:
    data, kind = part.get("data"), words_of(part.get("mimeType"))
    if not isinstance(data, str):
        return block_of(part)
    ref = picture(data, kind)
    source = {"type": "base64", "media_type": kind, "data": words(ref), "reference": True}
    return make_block("image", Held("", {"type": "image", "source": source}), images=(ref,))


_BUILD: dict[str, Callable[[Record], Block]] = {
    "text": _text,
    "thinking": _thinking,
    "toolCall": _call,
    "image": _image,
}
