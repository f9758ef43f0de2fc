"""Messages and compactions while a rollout is gone through."""

from __future__ import annotations

from inspector.transcript.formats.codex.nodes import NOTHING, Item, Node
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Block, Json, Message, Role, Usage

AUTO, MANUAL = "auto", "manual"


class Draft:
    """A message: of one record, or all items of one reply. `keys` is what its items are known again by."""

    __slots__ = (
        "author",
        "blocks",
        "boundary",
        "extra",
        "id",
        "interrupts",
        "keys",
        "line",
        "model",
        "more",
        "role",
        "setting",
        "size",
        "timestamp",
        "typed",
        "uncertain",
        "usage",
    )

    def __init__(self, role: Role, author: Author, blocks: tuple[Block, ...], line: int, timestamp: str) -> None:
        self.role, self.author, self.blocks = role, author, blocks
        self.line, self.timestamp = line, timestamp
        self.id = self.model = ""
        self.usage: Usage | None = None
        self.extra: Json = NOTHING
        self.uncertain = self.interrupts = False
        self.keys: list[int] = []
        self.more: list[Block] = []
        """Blocks of the items after the first one."""
        self.size = 0
        self.typed = False
        self.boundary = False
        """Whether Codex counts it as the beginning of a turn when turns are taken back."""
        self.setting = False
        """Context of the turn that follows, taken back together with it."""


def of_node(node: Node) -> Draft:
    """The message of one record."""
    draft = Draft(node.role, node.author, node.blocks, node.line, node.timestamp)
    draft.id, draft.extra, draft.size, draft.typed = node.id, node.extra, node.size, node.typed
    if node.key:
        draft.keys.append(node.key)
    draft.boundary = node.typed or node.value == "agent"
    draft.setting = not draft.boundary and (node.role == "user" or (node.role == "developer" and node.value is True))
    draft.uncertain = node.role == "system"  # Codex sends no such item
    return draft


def brought(item: Item, line: int, timestamp: str) -> Draft:
    """A message that a compaction put into the prompt. Nobody typed it, and it is no reply."""
    draft = Draft(item.role, item.author, item.blocks, line, timestamp)
    draft.extra = {"brought": True}
    if item.key:
        draft.keys.append(item.key)
    return draft


def finished(number: int, draft: Draft) -> Message:
    return make_message(
        number,
        draft.role,
        (*draft.blocks, *draft.more) if draft.more else draft.blocks,
        False,
        draft.author,
        draft.line,
        draft.id,
        draft.timestamp,
        draft.model,
        draft.usage,
        draft.extra,
        draft.uncertain,
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
