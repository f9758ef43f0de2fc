"""Content of Responses items becomes blocks: texts, pictures, and what is encrypted as a block of known size and no text."""

from __future__ import annotations

from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import block_of, text_block, words_of
from inspector.transcript.formats.openai import blocks_of_message
from inspector.transcript.images import picture, words
from inspector.transcript.late import said
from inspector.transcript.make import make_block
from inspector.transcript.model import Block, Held, ImageRef

Item = dict[str, Any]


_TEXTS = ("input_text", "output_text", "text", "reasoning_text", "summary_text")  # a tuple: a kind may not be hashable


def blocks_of_content(content: Any) -> tuple[Block, ...]:
    """The blocks of a message's `content`: a string, or parts."""
    if isinstance(content, list):
        return (block_of_part(content[0]),) if len(content) == 1 else tuple([block_of_part(part) for part in content])
    if isinstance(content, dict):
        return (block_of_part(content),)
    return (text_block(content),) if isinstance(content, str) else ()


def block_of_part(part: Any) -> Block:
    """One part."""
    if not isinstance(part, dict):
        return block_of(part)
    kind = part.get("type")
    if kind in _TEXTS:
        text = part.get("text")
        if type(text) is not str:
            text = ""
        return make_block("text", said(text))
    if kind == "input_image":
        return _image(part)
    if kind in ("encrypted_content", "encrypted_text") or "encrypted_content" in part:
        return sealed(part)
    return block_of(part)


def sealed(part: Item) -> Block:
    """What only the provider can read: an opaque block that says how many bytes it has."""
    api = without_secrets(part)
    prune(api)
    return make_block("opaque", Held("", api))


def without_secrets(part: Item) -> Item:
    """A copy whose encrypted content is its size: it would be measured as text otherwise."""
    secret = part.get("encrypted_content")
    api = {key: value for key, value in part.items() if key not in _LEFT_OUT}
    if isinstance(secret, str):
        api["encrypted_bytes"] = len(secret)
    return api


_LEFT_OUT = frozenset({"encrypted_content", "internal_chat_message_metadata_passthrough", "metadata"})


def _image(part: Item) -> Block:
    made = {"role": "user", "content": [{"type": "image_url", "image_url": words_of(part.get("image_url"))}]}
    return blocks_of_message(made)[0]


def drawn(item: Item) -> Block:
    """A picture that the provider made (`image_generation_call`): bare base64 in `result` becomes a reference."""
    data = item.get("result")
    images: tuple[ImageRef, ...] = ()
    api = without_secrets(item)
    if isinstance(data, str) and data:
        images = (picture(data, "image/png"),)
        api["result"] = words(images[0])
    prune(api)
    return make_block("opaque", Held("", api), images=images)
