"""One message of Goose, in any of its stores."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import kind_words, words_of
from inspector.transcript.formats.goose.blocks import blocks_of_content
from inspector.transcript.formats.sqlite_values import moment_of
from inspector.transcript.model import Author, Block, Role
from inspector.transcript.problems import Problems

Record = dict[str, Any]

CONTINUE = "Your context was compacted"
"""How the client's own words begin that follow a summary."""


class Row(NamedTuple):
    """A message. `agent`, `user`: who can see it; without a word about it, both."""

    role: Role
    blocks: tuple[Block, ...]
    line: int
    id: str
    timestamp: str
    agent: bool
    user: bool

    @property
    def has_tools(self) -> bool:
        return any(block.kind in ("tool_use", "tool_result") for block in self.blocks)

    @property
    def author(self) -> Author:
        """Who wrote it: what only the model can see comes from the client."""
        if self.role == "assistant":
            return "model" if self.user or self.has_tools else "client"
        if self.blocks and all(block.kind == "tool_result" for block in self.blocks):
            return "tool"
        return "human" if self.user or not self.agent else "client"


def row_of(record: Any, line: int, problems: Problems) -> Row | None:
    """The row of a message; None, and a problem, for what is none."""
    role = record.get("role") if isinstance(record, dict) else None
    if role not in ("user", "assistant"):
        problems.records[kind_words(role)] += 1
        problems.add(line, "unknown-record", f"not a message (role: {kind_words(role, 40)})")
        return None
    problems.records[role] += 1
    metadata = record.get("metadata")
    seen = metadata if isinstance(metadata, dict) else {}
    return Row(
        role,
        blocks_of_content(record.get("content"), problems, line),
        line,
        words_of(record.get("id")),
        moment_of(record.get("created")) if isinstance(record.get("created"), int | float) else "",
        seen.get("agentVisible") is not False,
        seen.get("userVisible") is not False,
    )
