"""Content in Anthropic API form becomes blocks; whatever is not known is kept as an opaque block."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.images import strip
from inspector.transcript.late import said
from inspector.transcript.long_numbers import notice
from inspector.transcript.make import held, make_block
from inspector.transcript.model import Block, BlockKind, Held, ImageRef

RAW_ARGUMENTS = "_raw_arguments"
"""The key under which arguments stand, as a string, that are no JSON object."""


def blocks_of(content: Any) -> tuple[Block, ...]:
    """The blocks of a message's `content`: a string, a list of blocks (or strings), one block, or nothing."""
    if isinstance(content, str):
        return (text_block(content),)
    if isinstance(content, list):
        return tuple([block_of(part) for part in content])
    return () if content is None else (block_of(content),)


def block_of(part: Any) -> Block:
    """One block."""
    if isinstance(part, dict):
        kind = part.get("type")
        return (_BUILD.get(kind, _opaque) if isinstance(kind, str) else _opaque)(part)
    return text_block(said_of(part))


def text_block(text: str, kind: BlockKind = "text") -> Block:
    """A block of plain text, as the API would write it."""
    return make_block(kind, said(text))


def said_of(value: Any) -> str:
    """A value in words where a text is wanted: a string as it is, nothing for nothing, all else as JSON."""
    if value is None or isinstance(value, str):
        return value or ""
    prune(value)  # nested without end it could not be written
    return json.dumps(value, ensure_ascii=False, default=str)


def kind_words(value: Any, most: int = 60) -> str:
    """What a record says it is, to be told in a line: `'summary'` of a string, `3` of what is none, `nothing` of nothing."""
    if value is None or value == "":
        return "nothing"
    return repr(value[:most]) if isinstance(value, str) else said_of(value)[:most]


def words_of(value: Any) -> str:
    """A field that should be a string: itself, or nothing."""
    return value if isinstance(value, str) else ""


def joined(content: Any) -> str:
    """What a tool result says in words: its string, or its text parts, one a line."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [_part_text(part) for part in content]
    return "\n".join([text for text in texts if text])


def _part_text(part: Any) -> str:
    if isinstance(part, dict):
        source = part.get("source")
        if part.get("type") == "document" and isinstance(source, dict) and source.get("type") == "text":
            return words_of(source.get("data"))
        return words_of(part.get("text"))
    return words_of(part)


def _text(part: dict[str, Any]) -> Block:
    text = part.get("text")
    if len(part) > 2 or not isinstance(text, str):
        prune(part)
        text = words_of(text)
    return make_block("text", held(text, part))


def _thinking(part: dict[str, Any]) -> Block:
    text = part.get("thinking")
    if len(part) > 3 or not isinstance(text, str) or not isinstance(part.get("signature", ""), str):
        prune(part)
        text = words_of(text)
    return make_block("thinking", held(text, part))


def _tool_use(part: dict[str, Any]) -> Block:
    identity, name, arguments = part.get("id"), part.get("name"), part.get("input")
    if len(part) > 4 or searched(arguments) or not isinstance(identity, str) or not isinstance(name, str):
        prune(part)
        notice(arguments)
        identity, name = words_of(identity), words_of(name)
    return make_block("tool_use", held("", part), identity, name)


def searched(arguments: Any) -> bool:
    """Whether arguments must be searched for depth, or for long numbers; most hold nothing but plain values."""
    if not isinstance(arguments, dict):
        return True
    for value in arguments.values():  # noqa: SIM110 - `any` with a generator takes twice as long
        if type(value) is not str and isinstance(value, (dict, list, float)):
            return True
    return False


def _tool_result(part: dict[str, Any]) -> Block:
    content, identity = part.get("content"), part.get("tool_use_id")
    if isinstance(content, str) and isinstance(identity, str) and len(part) - ("is_error" in part) <= 3:
        return make_block("tool_result", held(content, part), identity)
    prune(part)
    identity = words_of(identity)
    images: list[ImageRef] = []
    if isinstance(content, (list, dict)):
        content = strip(content if isinstance(content, list) else [content], images)
        part = {**part, "content": content}
    return make_block("tool_result", Held(joined(content), part), identity, "", tuple(images))


def _image(part: dict[str, Any]) -> Block:
    prune(part)
    images: list[ImageRef] = []
    api = strip(part, images)
    return make_block("image", Held("", api), images=tuple(images) or (_linked(part),))


def _linked(part: Mapping[str, Any]) -> ImageRef:
    """A picture that is named by URL or file id: nothing is known of its size."""
    source = part.get("source")
    return ImageRef(words_of(source.get("media_type")) if isinstance(source, Mapping) else "", 0, "")


def _document(part: dict[str, Any]) -> Block:
    prune(part)
    images: list[ImageRef] = []
    api = strip(part, images)
    return make_block("document", Held(_part_text(part), api), images=tuple(images))


def _compaction(part: dict[str, Any]) -> Block:
    """The provider's own summary of what it left out."""
    prune(part)
    return make_block("summary", Held(joined(part.get("content")), part))


def _opaque(part: dict[str, Any]) -> Block:
    prune(part)
    images: list[ImageRef] = []
    api = strip(part, images)
    words = words_of(part.get("text")) or words_of(part.get("content"))
    return make_block("opaque", Held(words, api), images=tuple(images))


_BUILD: dict[str, Callable[[dict[str, Any]], Block]] = {
    "text": _text,
    "thinking": _thinking,
    "tool_use": _tool_use,
    "tool_result": _tool_result,
    "image": _image,
    "document": _document,
    "compaction": _compaction,
}
