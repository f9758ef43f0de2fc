"""A block with other words in it: what is really sent where a layer truncated, cleared or folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from inspector.meter.payload import has_payload
from inspector.meter.pieces import is_text
from inspector.transcript.model import Block, Held, Message


def replaced_block(block: Block, text: str, images: bool = True) -> Block:
    """The block with `text` in the place of its text, its other fields kept.

    The content of a result becomes the string, or `[text, ...other parts]` where it has parts that are not text. With
    `images` false its pictures and documents go as well. A picture, document, call or opaque block turns into a text
    block.
    """
    if block.kind in ("image", "document", "tool_use", "opaque"):
        return Block("text", Held(text, {"type": "text", "text": text}))
    kept = block.images if images else ()
    return Block(block.kind, Held(text, replaced_api(block, text, images)), block.tool_id, block.tool, kept)


def replaced_api(block: Block, text: str, images: bool = True) -> dict[str, Any]:
    """The API form of `replaced_block`, for the kinds that keep their kind."""
    if block.kind == "tool_result":
        rest = kept_parts(block.api.get("content"), images)
        return {**block.api, "content": [{"type": "text", "text": text}, *rest] if rest else text}
    if block.kind == "thinking":
        return {**block.api, "thinking": text}
    if block.kind == "summary" and "text" not in block.api and "content" in block.api:
        return {**block.api, "content": text}
    return {**block.api, "text": text}


def kept_parts(content: object, images: bool) -> list[Any]:
    """The parts of a result that stay beside its new text."""
    if not isinstance(content, list | tuple):
        return []
    return [part for part in content if not is_text(part) and (images or not has_payload(part))]


def is_string(message: Message, block: Block) -> bool:
    """Whether the message's content is sent as one string: recorded so, and nothing but words."""
    return message.plain and len(message.blocks) == 1 and block.kind in ("text", "summary")


class Shells:
    """Size of a block without its text, kept while the block lives: a replacement costs a look-up and the new text."""

    def __init__(self, measure: Callable[[Block], int]) -> None:
        self._measure = measure
        self._whole: WeakKeyDictionary[Block, int] = WeakKeyDictionary()
        self._bare: WeakKeyDictionary[Block, int] = WeakKeyDictionary()

    def __call__(self, block: Block, images: bool) -> int:
        """The size that `measure` gives for the block with an empty text, with or without its images."""
        kept = self._whole if images else self._bare
        size = kept.get(block)
        if size is None:
            size = kept[block] = self._measure(replaced_block(block, "", images))
        return size
