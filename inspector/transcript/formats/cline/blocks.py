"""What Cline, Roo and Kilo write into a message, and who wrote it."""

from __future__ import annotations

import json
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import block_of, blocks_of, words_of
from inspector.transcript.make import held, make_block
from inspector.transcript.model import Author, Block, Held

ENVIRONMENT = "<environment_details>"
"""How the block begins that the client adds to everything a person says (`core/task`, Cline and Roo)."""

SUMMARIES = (
    "This session is being continued from a previous conversation",
    "Context summary:",
    "## Conversation Summary",
)
"""How summaries begin: Cline's `continuationPrompt`, the SDK's working copies, Roo's `summarizeConversation`."""

_NOTICE = "<SYSTEM_NOTICE>\nEarlier context was compacted."
"""What a basic compaction of the SDK adds to a prompt: a list of what was done after it."""

_TYPED = ("<task>", "<feedback>", "<user_message>", "<answer>", "<user_feedback>")
_CLIENT = (
    ENVIRONMENT,
    "[ERROR]",
    "[TASK RESUMPTION]",
    "[TASK_RESUMPTION]",
    "<SYSTEM_NOTICE>",
    "<system-reminder>",
    "<explicit_instructions",
    "[NOTE]",
    *SUMMARIES,
)


def cline_blocks(content: Any) -> tuple[Block, ...]:
    """The blocks of a message's content, the SDK's own kinds among them."""
    if not isinstance(content, list):
        return blocks_of(content)
    return tuple([_block(part) for part in content])


def _block(part: Any) -> Block:
    if not isinstance(part, dict):
        return block_of(part)
    kind = part.get("type")
    if kind == "text" and len(part) == 2 and type(text := part.get("text")) is str:
        return make_block("summary" if text.startswith(_NOTICE) else "text", held(text, part))
    if kind == "file":
        return _file(part)
    if kind == "tool_result" and isinstance(part.get("content"), list):
        return block_of({**part, "content": _said(part["content"])})
    if kind == "text" and words_of(part.get("text")).startswith(_NOTICE):
        return make_block("summary", Held(part["text"], part))
    return block_of(part)


def _file(part: dict[str, Any]) -> Block:
    """A file that a prompt mentions (`@path`): its text goes with the prompt."""
    prune(part)
    text = words_of(part.get("content"))
    source = {"type": "text", "media_type": "text/plain", "data": text}
    return make_block(
        "document", Held(text, {"type": "document", "title": words_of(part.get("path")), "source": source})
    )


def _said(content: list[Any]) -> Any:
    """Results of the SDK's tools are objects of no type of the API; they are sent as JSON."""
    if not content or any(isinstance(each, dict) and "type" in each for each in content):
        return content
    prune(content)
    return json.dumps(content, ensure_ascii=False, default=str)


def author_of(role: str, blocks: tuple[Block, ...]) -> Author:
    """Who wrote a message. Before native calls results were text, told by the first: `[read_file for 'a.py'] Result:`."""
    if role == "assistant":
        return "model"
    said: list[str] = []
    results = False
    for block in blocks:
        kind = block.kind
        if kind == "tool_result":
            results = True
        elif kind == "text" and (text := block.body.text[:400].lstrip()) and not text.startswith(ENVIRONMENT):
            if "<" in text and any(tag in text for tag in _TYPED):
                return "human"
            said.append(text)
    if not said:
        return "tool" if results else _unsaid(blocks)
    said = [text for text in said if not text.startswith(_CLIENT)]
    if results or (said and _is_result(said[0])):
        return "tool"
    return "human" if said else _unsaid(blocks)


def _unsaid(blocks: tuple[Block, ...]) -> Author:
    """Who wrote a message in which nobody says anything."""
    return "client" if any(block.kind == "text" for block in blocks) else "human"


def _is_result(text: str) -> bool:
    return text.startswith("[") and "] Result:" in text


def with_summary(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """The blocks of a summary message: its text is the summary; what the client added stays text."""
    return tuple(
        [
            Block("summary", b.body)
            if b.kind == "text" and not b.text[:80].lstrip().startswith((ENVIRONMENT, "<system"))
            else b
            for b in blocks
        ]
    )


def says_summary(blocks: tuple[Block, ...]) -> bool:
    """Whether a message begins as one of the client's summaries does; a person who quotes one does not."""
    for block in blocks:
        if block.kind == "text":
            return block.body.text[:120].lstrip().startswith(SUMMARIES)
    return False
