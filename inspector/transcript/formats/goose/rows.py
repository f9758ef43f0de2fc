"""One message of Goose, in any of its stores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from inspector.transcript.formats.blocks import kind_words
from inspector.transcript.formats.goose.blocks import blocks_of_content
from inspector.transcript.formats.sqlite_values import clock, moment_of
from inspector.transcript.model import Author, Block, Role
from inspector.transcript.problems import Problems

Record = dict[str, Any]

CONTINUE = "Your context was compacted"
"""How the client's own words begin that follow a summary."""


_new = tuple.__new__  # a NamedTuple without the cost of its own constructor
_NOTHING: Record = {}
_TOOLS = ("tool_use", "tool_result")


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
        for block in self.blocks:  # noqa: SIM110 - `any` with a generator takes twice as long
            if block.kind in _TOOLS:
                return True
        return False

    @property
    def author(self) -> Author:
        """Who wrote it: what only the model can see comes from the client."""
        if self.role == "assistant":
            return "model" if self.user or self.has_tools else "client"
        for block in self.blocks:
            if block.kind != "tool_result":
                return "human" if self.user or not self.agent else "client"
        return "tool" if self.blocks else "human" if self.user or not self.agent else "client"


def row_of(record: Any, line: int, problems: Problems) -> Row | None:
    """The row of a message; None, and a problem, for what is none."""
    get: Callable[[str], Any] = record.get if type(record) is dict else _NOTHING.get
    role = get("role")
    if role not in ("user", "assistant"):
        problems.records[kind_words(role)] += 1
        problems.add(line, "unknown-record", f"not a message (role: {kind_words(role, 40)})")
        return None
    problems.records[role] += 1
    identity, created, metadata = get("id"), get("created"), get("metadata")
    agent = user = True
    if metadata is not None and isinstance(metadata, dict):
        agent, user = metadata.get("agentVisible") is not False, metadata.get("userVisible") is not False
    return _new(
        Row,
        (
            role,
            blocks_of_content(get("content"), problems, line),
            line,
            identity if type(identity) is str else "",
            clock(created) if type(created) is int else moment_of(created) if isinstance(created, (int, float)) else "",
            agent,
            user,
        ),
    )
