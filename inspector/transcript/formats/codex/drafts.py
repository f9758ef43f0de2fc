"""Messages and compactions while a rollout is gone through."""

from __future__ import annotations

from inspector.transcript.formats.codex.nodes import Item, Node, Said
from inspector.transcript.make import make_message
from inspector.transcript.model import Block, Message, Usage


class Draft:
    """A message: the record it comes from, and `more` blocks where it is a reply of several items.

    Most messages need three of the fields, so the others have no place of their own until they are set.
    """

    model = ""
    more: list[Block] | None = None
    usage: Usage | None = None
    interrupts = False

    def __init__(self, node: Node, said: Said) -> None:
        self.node, self.said, self.extra = node, said, node.extra

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (*self.node.blocks, *self.more) if self.more else self.node.blocks


_UNSENT = "Codex sends no system message in the middle"

BROUGHT = {"brought": True}


def brought(item: Item, node: Node) -> Draft:
    """A message that a compaction put into the prompt. Nobody typed it, and it is no reply."""
    said = Said(item.role, item.author, item.key)
    return Draft(Node("said", node.line, node.timestamp, said, item.blocks, "", BROUGHT), said)


def finished(number: int, draft: Draft) -> Message:
    """The message of a draft. One of role system in the middle is uncertain: Codex sends no such item."""
    said = draft.said
    kind, line, timestamp, _, blocks, name, _ = draft.node
    return make_message(
        number,
        said.role,
        (*blocks, *draft.more) if draft.more else blocks,
        False,
        said.author,
        line,
        name,
        timestamp,
        draft.model,
        draft.usage,
        draft.extra,
        _UNSENT if said.role == "system" and kind == "said" else "",
        draft.interrupts,
    )


class Mark:
    """A compaction. `order` as in `Compaction`; `turn` is the number of the turn in which it was made, 0 where none is told."""

    __slots__ = ("after", "before", "doubt", "doubtful", "line", "order", "rest", "summary", "turn", "used")

    def __init__(self, line: int, before: int, order: list[int], used: int, turn: int) -> None:
        self.line, self.before, self.order, self.used, self.turn = line, before, order, used, turn
        self.rest = before
        self.summary: int | None = None
        self.doubtful: set[int] = set()
        self.doubt = ""
        self.after = 0
