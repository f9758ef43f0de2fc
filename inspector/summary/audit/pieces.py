"""The texts of a source, block by block: what each says, who wrote it, and what a tool call was asked to do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from inspector.engine.durable import DurableContextState
from inspector.engine.summariser import SummaryPart, SummaryRequest
from inspector.transcript.model import Block, Message

Voice = Literal["person", "model", "tool", "call", "client", "summary"]
"""Whose words they are: typed by a person, the model's, a tool's output, the arguments of a call, the client's, or those
of an earlier summary."""

PREVIOUS = "previous"
FOCUS = "focus"
FILES = "files"
DEEPEST = 12
_ESCAPE = re.compile(r"\x1b\[[0-9;:?]{0,40}[@-~]|\x1b.|[\x00-\x08\x0b-\x1f\x7f-\x9f]", re.S)


class Piece(NamedTuple):
    """One block in words. `about` names the call that a result answers; `failed` says that the tool reported an error."""

    name: str
    voice: Voice
    text: str
    about: str = ""
    failed: bool = False


def plain(text: str) -> str:
    """The text with control characters and terminal escapes as spaces; every other character stays where it was."""
    return _ESCAPE.sub(lambda found: " " * len(found[0]), text)


def of_request(request: SummaryRequest, durable: DurableContextState | None) -> Iterator[Piece]:
    """Everything that a summary of this request may rest on."""
    if request.previous.strip():
        yield Piece(PREVIOUS, "summary", plain(request.previous))
    if request.focus.strip():
        yield Piece(FOCUS, "model", plain(request.focus))
    if request.recent_files:
        yield Piece(FILES, "client", plain("\n".join(request.recent_files)))
    yield from _of_durable(durable)
    yield from _of_parts(request.parts)


def of_messages(messages: Sequence[Message]) -> Iterator[Piece]:
    """The same for recorded messages; blocks are named `message.block`, both from 1."""
    parts = (
        SummaryPart(message.role, message.author, f"{message.number}.{place}", block.text, block)
        for message in messages
        for place, block in enumerate(message.blocks, 1)
    )
    return _of_parts(parts)


def _of_durable(durable: DurableContextState | None) -> Iterator[Piece]:
    if durable is None:
        return
    for fact in durable.facts:
        yield Piece(fact.fact_id, "client", plain(fact.content))
    for item in durable.pending_items:
        yield Piece(item.item_id, "client", plain(f"{item.description}\n{item.status}"))


def _of_parts(parts: Iterable[SummaryPart]) -> Iterator[Piece]:
    calls: dict[str, str] = {}
    for part in parts:
        block = part.source
        if block.kind == "tool_use":
            calls[block.tool_id] = called = call_text(block)
            yield Piece(part.name, "call", called)
        elif text := _said(part):
            about = calls.get(block.tool_id, "") if block.kind == "tool_result" else ""
            yield Piece(part.name, _voice(part), text, about, block.api.get("is_error") is True)


def _said(part: SummaryPart) -> str:
    """The recorded text; where the view held other words in its place (a notice, an injected text), those after it."""
    text, shown = part.source.text, part.text
    if shown and shown != text and shown not in text:
        text = f"{text}\n{shown}" if text else shown
    return plain(text) if text.strip() else ""


def _voice(part: SummaryPart) -> Voice:
    if part.source.kind == "summary":
        return "summary"
    if part.source.kind == "tool_result" or part.author == "tool":
        return "tool"
    if part.role == "assistant" or part.author == "model":
        return "model"
    return "person" if part.author == "human" and part.role == "user" else "client"


def call_text(block: Block) -> str:
    """A call in words: the tool's name, then its arguments one a line, with their names."""
    return plain("\n".join([block.tool, *_arguments(block.input, DEEPEST)]))


def _arguments(value: Any, depth: int) -> Iterator[str]:
    if depth == 0:
        return
    if isinstance(value, Mapping):
        for name, held in value.items():
            lines = list(_arguments(held, depth - 1))
            yield f"{name}: {lines[0]}" if lines else str(name)
            yield from lines[1:]
    elif isinstance(value, (list, tuple)):
        for held in value:
            yield from _arguments(held, depth - 1)
    else:
        yield str(value)
