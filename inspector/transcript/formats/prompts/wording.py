"""What a summary looks like that a client put in the place of messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.transcript.model import Message

_SURE = re.compile(
    r"<summary>|continued from a previous|summary (?:of|from) (?:the |our |this )?(?:conversation|session|work|earlier|previous)"
    r"|(?:previous|earlier) (?:conversation|context|messages)|conversation (?:so far|history|to date)"
    r"|context (?:checkpoint|compaction|was reset|summary)|\bhandoff\b",
    re.IGNORECASE,
)
"""Words that hardly anybody types."""
_PERHAPS = re.compile(
    r"summar(?:y|ies|ised|ized)|\bcompact(?:ed|ion)\b|(?:were|was|been) (?:omitted|removed|condensed|trimmed)",
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


def looks_like_summary(message: Message, sure: bool = False) -> bool:
    """Whether a message says of itself, near its beginning, that it stands for others; `sure`: in words nobody types."""
    if not may_be_summary(message):
        return False
    texts = [block.text for block in message.blocks if block.kind == "text"]
    if any(block.kind == "summary" or _SURE.search(block.text, 0, _LOOKED_AT) for block in message.blocks):
        return True
    return not sure and any(_PERHAPS.search(text, 0, _LOOKED_AT) for text in texts)


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
