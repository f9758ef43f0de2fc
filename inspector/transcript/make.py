"""Blocks and messages, made by the ten thousand.

A frozen dataclass sets each field by way of `object.__setattr__`, which would be a third of the time that loading takes.
Here an object of a class with the same slots is filled, and turned into the frozen one before anybody else sees it.
Only the loaders use this.
"""

from __future__ import annotations

from dataclasses import replace

from inspector.transcript.model import (
    Author,
    Block,
    BlockKind,
    BlockSlots,
    Body,
    Held,
    ImageRef,
    Json,
    Message,
    MessageSlots,
    Role,
    Usage,
)

_number = MessageSlots.__dict__["number"].__set__
_tuple = tuple.__new__  # a NamedTuple without the cost of its own constructor


class _Block(BlockSlots):
    """A block that is being made."""

    __slots__ = ()
    kind: BlockKind
    body: Body
    tool_id: str
    tool: str
    images: tuple[ImageRef, ...]


class _Message(MessageSlots):
    """A message that is being made."""

    __slots__ = ()
    number: int
    role: Role
    blocks: tuple[Block, ...]
    plain: bool
    author: Author
    line: int
    id: str
    timestamp: str
    model: str
    usage: Usage | None
    extra: Json
    doubt: str
    interrupts: bool


def held(text: str, api: Json) -> Held:
    """The same as `Held(...)`."""
    return _tuple(Held, (text, api))


def make_block(
    kind: BlockKind, body: Body, tool_id: str = "", tool: str = "", images: tuple[ImageRef, ...] = ()
) -> Block:
    """The same as `Block(...)`."""
    made = _Block()
    made.kind = kind
    made.body = body
    made.tool_id = tool_id
    made.tool = tool
    made.images = images
    made.__class__ = Block  # type: ignore[assignment]
    return made  # type: ignore[return-value]


def make_message(
    number: int,
    role: Role,
    blocks: tuple[Block, ...],
    plain: bool,
    author: Author,
    line: int,
    id: str,
    timestamp: str,
    model: str,
    usage: Usage | None,
    extra: Json,
    doubt: str = "",
    interrupts: bool = False,
) -> Message:
    """The same as `Message(...)`."""
    made = _Message()
    made.number = number
    made.role = role
    made.blocks = blocks
    made.plain = plain
    made.author = author
    made.line = line
    made.id = id
    made.timestamp = timestamp
    made.model = model
    made.usage = usage
    made.extra = extra
    made.doubt = doubt
    made.interrupts = interrupts
    made.__class__ = Message  # type: ignore[assignment]
    return made  # type: ignore[return-value]


def numbered(message: Message, number: int) -> Message:
    """The message with its number: itself, where it was made with the number 0 or has it already; else a copy."""
    if message.number == number:
        return message
    if message.number:
        return replace(message, number=number)
    _number(message, number)
    return message
