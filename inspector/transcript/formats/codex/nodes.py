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
    """One item of a `replacement_history`. `key` as in `Said`, for a message of the model its words; `sealed`: encrypted."""

    role: Role
    author: Author
    blocks: tuple[Block, ...]
    key: object
    sealed: bool


class Left(NamedTuple):
    """A `compacted` record. `items` is None where it holds a summary alone."""

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


class Said(NamedTuple):
    """What a message to the model is. `key` is equal for equal messages, `size` is its text in bytes."""

    role: Role
    author: Author
    key: object = None
    size: int = 0
    typed: bool = False
    """Typed by a person: a turn begins here."""
    boundary: bool = False
    """Whether Codex counts it as the beginning of a turn when turns are taken back."""
    setting: bool = False
    """Context of the turn that follows, taken back together with it."""


class Node(NamedTuple):
    """One record. `kind` says what it is, and what `value` holds:

    "said" a message to the model (`Said`), "reply" an item of the model, "result" an output; "tokens" (`Tokens`),
    "compacted" (`Left`), "back" (how many turns are taken back), "head" (`Head`), "task" (a turn begins: its id and time),
    "end" (it ends), "turn" (its settings: its id and the model), "told" (the client says that it compacted), "child"
    (another thread: id, call, name), "name" (of the thread).
    """

    kind: str
    line: int
    timestamp: str
    value: Any = None
    blocks: tuple[Block, ...] = ()
    id: str = ""
    extra: Json = NOTHING
