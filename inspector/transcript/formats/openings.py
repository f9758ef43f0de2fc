"""How the summaries begin that known clients put into a user's mouth, where a record does not mark them.

Only a message that begins so is one: the same words quoted further on are a person's (NousResearch/hermes-agent#86234).
"""

from __future__ import annotations

from inspector.transcript.make import make_block
from inspector.transcript.model import Block

SUMMARIES = (
    "This session is being continued from a previous conversation",
    "[CONTEXT COMPACTION",
    "[CONTEXT SUMMARY]:",
    "Another language model started to solve this problem and produced a summary of its thinking process.",
    "The conversation history before this point was compacted into the following summary:",
    "Here is a summary of the conversation to date:",
)
"""Claude Code, Hermes (two wordings), Codex, pi, LangChain's middleware."""


def with_summary(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of a user's message; the first one is a summary where it begins like one."""
    first = blocks[0] if blocks else None
    if first is None or first.kind != "text" or not first.text.startswith(SUMMARIES):
        return blocks
    return (make_block("summary", first.body), *blocks[1:])


def begins_with_summary(blocks: tuple[Block, ...]) -> bool:
    """Whether the client wrote the message: a summary, and nothing that a person added."""
    return bool(blocks) and blocks[0].kind == "summary" and all(block.kind != "text" for block in blocks[1:])
