"""Messages of a session: by their role, who wrote them, and the blocks that are sent for them (pi `convertToLlm`).

A result is a message of its own with role "tool": a range that is kept may begin at any entry. A command that a person ran
from the prompt is client text: it asks nothing of the model.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import text_block
from inspector.transcript.formats.pi.content import blocks_of_content, result_block
from inspector.transcript.formats.pi.wording import bash_text, branch_text, mentions_text, python_text, summary_text
from inspector.transcript.model import Author, Block, Role

Record = dict[str, Any]


class Speaker(NamedTuple):
    """What a role means."""

    role: Role
    author: Author
    blocks: Callable[[Record], tuple[Block, ...]]
    content: bool = False
    """Whether it says what it says in `content`."""


def _content(message: Record) -> tuple[Block, ...]:
    return blocks_of_content(message.get("content"))


def _result(message: Record) -> tuple[Block, ...]:
    return (result_block(message),)


def _worded(words: Callable[[Record], str], summary: bool = False) -> Callable[[Record], tuple[Block, ...]]:
    return lambda message: (text_block(words(message), "summary" if summary else "text"),)


def system_blocks(message: Record) -> tuple[Block, ...]:
    """A system prompt in `content`, and in named `sections` after it (pi since version 0.86)."""
    blocks = blocks_of_content(message.get("content"))
    sections = message.get("sections")
    if not isinstance(sections, dict):
        return blocks
    return (*blocks, *(text_block(text) for text in sections.values() if isinstance(text, str) and text))


SPEAKERS: dict[str, Speaker] = {
    "user": Speaker("user", "human", _content, True),
    "assistant": Speaker("assistant", "model", _content, True),
    "toolResult": Speaker("tool", "tool", _result),
    "system": Speaker("system", "system", system_blocks, True),
    "developer": Speaker("user", "client", _content, True),
    "custom": Speaker("user", "client", _content, True),
    "hookMessage": Speaker("user", "client", _content, True),
    "bashExecution": Speaker("user", "client", _worded(bash_text)),
    "pythonExecution": Speaker("user", "client", _worded(python_text)),
    "fileMention": Speaker("user", "client", _worded(mentions_text)),
    "branchSummary": Speaker("user", "client", _worded(branch_text)),
    "compactionSummary": Speaker("user", "client", _worded(summary_text, True)),
}


def speaker_of(message: Any) -> Speaker | None:
    """What the role of a message means; None for one that is not known, which is not sent either."""
    role = message.get("role") if isinstance(message, dict) else None
    return SPEAKERS.get(role) if isinstance(role, str) else None


def is_typed(message: Record) -> bool:
    """Whether a user message was typed: Oh My Pi says who began it, OpenClaw where it came from."""
    if message.get("attribution", "user") != "user" or message.get("synthetic") is True:
        return False
    origin = message.get("provenance")
    return not isinstance(origin, dict) or origin.get("kind", "external_user") == "external_user"
