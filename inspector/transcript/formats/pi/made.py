"""The blocks of a record, made from it alone: the same each time it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.transcript.formats.blocks import text_block, words_of
from inspector.transcript.formats.pi.content import blocks_of_content
from inspector.transcript.formats.pi.roles import speaker_of, system_blocks
from inspector.transcript.formats.pi.wording import branch_text, summary_text
from inspector.transcript.model import Block

Record = dict[str, Any]


def blocks_of_entry(record: Record) -> tuple[Block, ...]:
    """The blocks of a record. Of a compaction: the summary, then a system prompt where it brought one."""
    kind = record.get("type")
    if kind == "message":
        message = record.get("message")
        speaker = speaker_of(message)
        return speaker.blocks(message) if speaker is not None and isinstance(message, dict) else ()
    build = BLOCKS.get(kind) if isinstance(kind, str) else None
    return build(record) if build is not None else ()


def _summary_blocks(record: Record) -> tuple[Block, ...]:
    system = record.get("systemMessage")
    more = system_blocks(system) if isinstance(system, dict) else ()
    return (text_block(summary_text(record), "summary"), *more)


def _branch_blocks(record: Record) -> tuple[Block, ...]:
    return (text_block(branch_text(record)),) if words_of(record.get("summary")) else ()


def _edit_blocks(record: Record) -> tuple[Block, ...]:
    replacement = record.get("replacement")
    return blocks_of_content(replacement.get("content")) if isinstance(replacement, dict) else ()


def _init_blocks(record: Record) -> tuple[Block, ...]:
    prompt = record.get("systemPrompt")
    parts = prompt if isinstance(prompt, list) else [prompt]
    return tuple([text_block(part) for part in parts if isinstance(part, str) and part])


BLOCKS: dict[str, Callable[[Record], tuple[Block, ...]]] = {
    "custom_message": lambda record: blocks_of_content(record.get("content")),
    "compaction": _summary_blocks,
    "branch_summary": _branch_blocks,
    "context_edit": _edit_blocks,
    "session_init": _init_blocks,
}
