"""What a summary looks like that a client put in the place of messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.transcript.model import Message

_SIGNS = re.compile(
    r"summar(?:y|ies|ised|ized)|<summary>|\bcompact(?:ed|ion)\b|continued from a previous conversation"
    r"|previous (?:conversation|context|messages)|conversation (?:so far|history)|earlier (?:messages|conversation)"
    r"|context (?:checkpoint|was reset|window)|handoff|(?:were|was|been) (?:omitted|removed|condensed|trimmed)",
    re.IGNORECASE,
)
_LOOKED_AT = 600
_INNER = re.compile(r"<summary>(.*?)(?:</summary>|\Z)", re.DOTALL)
SHORTEST = 40
"""Characters of a reply that must stand again in a message for the message to be made of the reply."""


def may_be_summary(message: Message) -> bool:
    """Whether a message can be one at all: text of anybody but a tool."""
    kinds = {block.kind for block in message.blocks}
    return bool(kinds & {"text", "summary"}) and not kinds & {"tool_use", "tool_result"}


def looks_like_summary(message: Message) -> bool:
    """Whether a message says of itself, near its beginning, that it stands for others."""
    return may_be_summary(message) and any(
        block.kind == "summary" or (block.kind == "text" and _SIGNS.search(block.text, 0, _LOOKED_AT))
        for block in message.blocks
    )


def core(reply: str) -> str:
    """What a client keeps of the answer to "summarise this": the part in its tags, or all of it."""
    found = _INNER.search(reply)
    return (found[1] if found else reply).strip()


def repeats(message: Message, replies: Iterable[str]) -> str:
    """The reply that a message repeats; nothing when it repeats none of them."""
    if not may_be_summary(message):
        return ""
    texts = [block.text for block in message.blocks if block.kind in ("text", "summary")]
    for reply in replies:
        inner = core(reply)
        if len(inner) >= SHORTEST and any(inner in text for text in texts):
            return reply
    return ""
