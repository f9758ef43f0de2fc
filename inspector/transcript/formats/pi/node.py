"""One record of a session file as a node of the tree: what is needed of it, and nothing of what only the screen shows."""

from __future__ import annotations

from typing import Any

from inspector.transcript.formats.blocks import kind_words
from inspector.transcript.model import Author, Block, Message, Role, Usage

Record = dict[str, Any]

NOTHING: Record = {}
BEFORE = "\n"
"""Stands for the parent of a record that has no such field: the record before it (version 1, and old OpenClaw appenders)."""


class Node:
    """A record, in file order: every record of the file is one, so that the place in the list is pi's own entry index.

    `role` is None for what no prompt holds. `ordinary`: a message that does nothing but stand in the prompt. `parent` is empty
    for a beginning. `side`: OpenClaw put it beside the conversation. `size` is the length of its line in bytes. `meta` holds
    the fields of the record that the tree and the compactions ask for. Slots: there may be millions.
    """

    __slots__ = (
        *(
            "author",
            "blocks",
            "doubt",
            "extra",
            "id",
            "kind",
            "line",
            "made",
            "meta",
            "model",
            "ordinary",
            "parent",
            "plain",
        ),
        *("role", "side", "size", "timestamp", "usage"),
    )

    def __init__(self, record: Record, kind: str, line: int, size: int) -> None:
        get = record.get
        identity, parent, time = get("id"), get("parentId", BEFORE), get("timestamp")
        self.kind = kind
        self.line = line
        self.size = size
        self.id = identity if isinstance(identity, str) else ""
        self.parent = parent if isinstance(parent, str) else "" if parent is None else kind_words(parent)
        self.timestamp = time if isinstance(time, str) else ""
        self.side = "appendMode" in record and record["appendMode"] == "side"
        self.role: Role | None = None
        self.author: Author = "client"
        self.blocks: tuple[Block, ...] = ()
        self.ordinary = self.plain = False
        self.model = self.doubt = ""
        self.usage: Usage | None = None
        self.extra = self.meta = NOTHING
        self.made: Message | None = None
        """The message that was made of it last, for its number."""

    @property
    def name(self) -> str:
        """Its id; of a record without one, its line."""
        return self.id or f"line:{self.line}"
