"""What is kept of a record of a rollout."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.transcript.model import Author, Block, Json, Role, Usage

NOTHING: dict[str, Any] = {}


class Tokens(NamedTuple):
    """A `token_count`. `total` is cumulative over the thread, the rest speaks of one request.

    `used` is `total_tokens` of that request: prompt and reply; where all else is 0, the client's estimate of the prompt to come.
    """

    total: tuple[Any, ...] | None
    usage: Usage | None
    used: int


class Item(NamedTuple):
    """One item of a `replacement_history`. `typed`: a message of the user that is no context."""

    role: Role
    author: Author
    blocks: tuple[Block, ...]
    key: int
    typed: bool
    sealed: bool


class Left(NamedTuple):
    """A `compacted` record. `items` is None where it holds a summary alone; `size` is that of the record in bytes."""

    items: tuple[Item, ...] | None
    summary: tuple[Block, ...]


class Head(NamedTuple):
    """A `session_meta`."""

    id: str
    forked_from: str
    parent: str
    system: tuple[Block, ...]
    """The system prompt (`base_instructions`), in one block."""
    instructions: tuple[Block, ...]
    """`instructions` of older versions: the system prompt, or what is sent as a user's message again."""
    tools: tuple[Json, ...]
    timestamp: str


class Node:
    """One record. `kind` says what it is:

    "said" a message to the model, "reply" an item of the model, "result" an output; "tokens", "compacted" (with `value`
    `Tokens`, `Left`), "back" (a rollback of `value` turns), "head" (`Head`), "task" (a turn begins; `value` is its id and
    time), "turn" (its settings; `value` is id and model), "told" (the client says that it compacted), "child" (another
    thread: id, call, name), "name" (of the thread).
    """

    __slots__ = (
        "author",
        "blocks",
        "extra",
        "id",
        "key",
        "kind",
        "line",
        "role",
        "size",
        "timestamp",
        "typed",
        "value",
    )

    def __init__(self, kind: str, line: int, timestamp: str, value: Any = None) -> None:
        self.kind = kind
        self.line = line
        self.timestamp = timestamp
        self.value = value
        self.role: Role = "assistant"
        self.author: Author = "model"
        self.blocks: tuple[Block, ...] = ()
        self.id = ""
        self.key = 0
        """Equal for equal messages, of calls and outputs for equal ids; 0 where nothing is ever equal."""
        self.size = 0
        """Bytes of text of a message of the user."""
        self.typed = False
        """Typed by a person: a turn begins here."""
        self.extra: Json = NOTHING
