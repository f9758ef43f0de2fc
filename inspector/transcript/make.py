"""Blocks and messages, made by the ten thousand.

A frozen dataclass sets each field by way of `object.__setattr__`, which would be a third of the time that loading takes.
Here the slots are filled directly, before anybody else sees the object. Only the loaders use this.
"""

from __future__ import annotations

from typing import Any

from inspector.transcript.model import Author, Block, BlockKind, Body, Held, ImageRef, Json, Message, Role, Usage


def _setter(owner: type, field: str) -> Any:
    """Fills one slot, frozen or not."""
    return owner.__dict__[field].__set__


_new = object.__new__
_tuple = tuple.__new__
_kind, _body, _tool_id = _setter(Block, "kind"), _setter(Block, "body"), _setter(Block, "tool_id")
_tool, _images = _setter(Block, "tool"), _setter(Block, "images")
_number, _role, _blocks = _setter(Message, "number"), _setter(Message, "role"), _setter(Message, "blocks")
_plain, _author, _line = _setter(Message, "plain"), _setter(Message, "author"), _setter(Message, "line")
_id, _timestamp, _model = _setter(Message, "id"), _setter(Message, "timestamp"), _setter(Message, "model")
_usage, _extra, _doubt = _setter(Message, "usage"), _setter(Message, "extra"), _setter(Message, "doubt")
_interrupts = _setter(Message, "interrupts")


def held(text: str, api: Json) -> Held:
    """The same as `Held(...)`."""
    return _tuple(Held, (text, api))


def make_block(
    kind: BlockKind, body: Body, tool_id: str = "", tool: str = "", images: tuple[ImageRef, ...] = ()
) -> Block:
    """The same as `Block(...)`."""
    made = _new(Block)
    _kind(made, kind)
    _body(made, body)
    _tool_id(made, tool_id)
    _tool(made, tool)
    _images(made, images)
    return made


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
    made = _new(Message)
    _number(made, number)
    _role(made, role)
    _blocks(made, blocks)
    _plain(made, plain)
    _author(made, author)
    _line(made, line)
    _id(made, id)
    _timestamp(made, timestamp)
    _model(made, model)
    _usage(made, usage)
    _extra(made, extra)
    _doubt(made, doubt)
    _interrupts(made, interrupts)
    return made
