"""The messages of a way, one after the other."""

from __future__ import annotations

from bisect import bisect_left

from inspector.transcript.formats.blocks import text_block
from inspector.transcript.formats.pi.node import NOTHING, Node
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Block, Message, Role


class Written:
    """`at` has for each message the index on the way of the record that it comes from."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.at: list[int] = []
        self.system: list[int] = []
        self.aside: set[int] = set()
        """Positions of summaries and other messages that no later compaction keeps."""

    def append(self, index: int, node: Node, role: Role, author: Author, blocks: tuple[Block, ...]) -> int:
        """A message that stands aside, at the end; its position."""
        position = len(self.messages)
        self.messages.append(message_of_node(node, position + 1, role, author, blocks))
        self.at.append(index)
        self.aside.add(position)
        return position

    def supply(self, system: str) -> None:
        """A system prompt that is not in the session, as the first message."""
        made = make_message(1, "system", (text_block(system),), True, "system", 0, "", "", "", None, NOTHING)
        self.messages.append(made)
        self.at.append(-1)
        self.system.append(0)
        self.aside.add(0)

    def between(self, start: int, stop: int) -> list[int]:
        """Positions of what comes from the records between two on the way, but for what stands aside."""
        positions = range(bisect_left(self.at, start), bisect_left(self.at, stop))
        return [each for each in positions if each not in self.aside]


def message_of_node(
    node: Node,
    number: int,
    role: Role | None = None,
    author: Author | None = None,
    blocks: tuple[Block, ...] | None = None,
) -> Message:
    return make_message(
        number,
        role or node.role or "user",
        node.blocks if blocks is None else blocks,
        node.plain,
        author or node.author,
        node.line,
        node.id,
        node.timestamp,
        node.model,
        node.usage,
        node.extra,
        node.doubt,
    )
