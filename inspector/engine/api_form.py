"""Blocks and messages of a Prompt View in the form of the Messages API: what would be sent, pictures apart."""

from __future__ import annotations

from typing import Any

from inspector.engine.view import Fate, ViewBlock, ViewMessage
from inspector.meter.replacing import replaced_api

WORDS = ("text", "summary")
"""Kinds of block that are nothing but their text: one of them alone may stand as a string."""


def content(message: ViewMessage) -> str | list[dict[str, Any]]:
    """The content of a message. What was recorded as one string stays one, whole or with its text replaced."""
    blocks = message.blocks
    if message.plain and not blocks:
        return ""
    if message.plain and message.single and len(blocks) == 1 and blocks[0].kind in WORDS:
        return blocks[0].text
    return [block_api(block) for block in blocks]


def block_api(block: ViewBlock) -> dict[str, Any]:
    """One block: as recorded, fields nobody knows included, when verbatim; else with the text that the view holds.

    It is the same form that the meters count, so that a view's size is the size of what is exported. Only a truncated
    block keeps its pictures.
    """
    if block.source is None:
        return {"type": "text", "text": block.text}
    if block.pieces is None:
        return dict(block.source.api)
    return replaced_api(block.source, block.text, images=block.fate is Fate.TRUNCATED)


def api_message(message: ViewMessage) -> dict[str, Any]:
    """A message as a harness keeps it in its list."""
    return {"role": message.role, "content": content(message)}
