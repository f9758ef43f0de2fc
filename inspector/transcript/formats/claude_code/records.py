"""One line of a session file as a node of the tree: what is needed of it, and nothing of what only the client displays."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import blocks_of, text_block, words_of
from inspector.transcript.formats.claude_code.attachments import content_of, rule_of
from inspector.transcript.model import Author, Block, Held, Usage

Record = dict[str, Any]

NOTHING: Record = {}


class Node:
    """A record of the tree. `index` is its place in file order; `blocks` is empty for what the model never sees.

    What most records lack is a default of the class; an instance only holds what is its own.
    """

    logical = ""
    """Of a compaction boundary: the record that came before it."""
    subtype = ""
    source = ""
    """Of a result: the record that holds its call."""
    blocks: tuple[Block, ...] = ()
    plain = False
    author: Author = "client"
    doubt = ""
    key = ""
    """Of a reply: what all its lines have in common. Empty for everything else."""
    model = ""
    usage: Usage | None = None
    meta: Record = NOTHING
    extra: Record = NOTHING

    def __init__(self, record: Record, kind: str, index: int, line: int) -> None:
        get = record.get
        self.index = index
        self.line = line
        self.kind = kind
        uuid, parent = get("uuid"), get("parentUuid")
        self.uuid = uuid if uuid and isinstance(uuid, str) else f"line:{line}"
        self.parent = parent if isinstance(parent, str) else ""
        self.timestamp = words_of(get("timestamp"))
        self.session = words_of(get("sessionId"))
        self.sidechain = get("isSidechain") is True
        self.agent = words_of(get("agentId")) if "agentId" in record else ""

    @property
    def says(self) -> bool:
        """Whether it is (a part of) a message."""
        return bool(self.blocks) or (self.kind in ("user", "assistant") and self.subtype != "synthetic")

    @property
    def boundary(self) -> bool:
        """A full compaction: the prompt starts anew here."""
        return self.subtype == "compact_boundary"

    @property
    def summary(self) -> bool:
        return self.subtype == "summary"


def blocks_of_claude_code(record: Record) -> tuple[Block, ...]:
    """The blocks that one record adds to a message; the same every time it is read."""
    if record.get("type") == "attachment":
        return _attachment_blocks(record)
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if "isCompactSummary" in record and is_summary(record):
        return tuple([Block("summary", Held(block.text, block.api)) for block in blocks_of(content)])
    return blocks_of(content)


def is_summary(record: Record) -> bool:
    """The summary that a compaction left (or, in files of some versions, a `summary` record that is part of the tree)."""
    return record.get("isCompactSummary") is True or (record.get("type") == "summary" and "message" in record)


def _attachment_blocks(record: Record) -> tuple[Block, ...]:
    attachment = record.get("attachment")
    if not isinstance(attachment, dict):
        return ()
    rule = rule_of(attachment)
    content = content_of(attachment, rule) if rule.effect != "none" else ""
    if isinstance(content, str):
        return (text_block(content),) if content else ()
    return blocks_of(content)
