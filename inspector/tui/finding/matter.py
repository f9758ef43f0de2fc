"""What is searched of a block: its words, and what is known about it without them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from inspector.transcript import TranscriptChanged
from inspector.transcript.call_words import DEEP, call_words
from inspector.transcript.model import Block, Message, Transcript
from inspector.tui import body

_PATHLIKE = re.compile(r"path|file|dir|folder|cwd", re.IGNORECASE).search


def matter(block: Block) -> str:
    """All words of a block: of a call its name and its arguments as they are, without the quoting of JSON."""
    try:
        if block.kind == "tool_use":
            return call_words(block)
        if block.kind in ("text", "thinking", "tool_result", "summary"):
            return block.text or body.pictures(block.images)
        return body.text_of(block, expanded=True)
    except TranscriptChanged:
        return ""


def role_of(block: Block, message: Message) -> str:
    """Whose words a block holds; a result is the tool's, whoever sent it."""
    return "tool" if block.kind == "tool_result" else message.role


def is_typed(block: Block, message: Message) -> bool:
    """A person typed it."""
    return block.kind == "text" and message.role == "user" and message.author == "human"


def call_of(transcript: Transcript, place: int) -> Block | None:
    """The call that a block is, or is the result of."""
    shape = transcript.structure
    if shape.blocks[place].kind == "tool_result":
        place = shape.partner[place]
    return shape.blocks[place] if place >= 0 and shape.blocks[place].kind == "tool_use" else None


def tool_of(transcript: Transcript, place: int) -> str:
    """The name of the tool that a call or a result belongs to; empty for anything else."""
    call = call_of(transcript, place)
    return call.tool if call is not None else ""


def has_path(transcript: Transcript, place: int, wanted: str) -> bool:
    """Whether a path argument of a block's call holds the wanted text (in lower case), or matches it where it has a *."""
    call = call_of(transcript, place)
    if call is None:
        return False
    try:
        return any(_fits(path.lower(), wanted) for path in paths(call.input))
    except TranscriptChanged:
        return False


def paths(arguments: Mapping[str, Any], depth: int = DEEP) -> Iterator[str]:
    """The arguments that are paths, by their names; those in lists and in objects, too."""
    for name, value in arguments.items():
        if isinstance(value, Mapping):
            if depth:
                yield from paths(value, depth - 1)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, Mapping) and depth:
                    yield from paths(item, depth - 1)
                elif isinstance(item, str) and _PATHLIKE(name):
                    yield item
        elif isinstance(value, str) and _PATHLIKE(name):
            yield value


def _fits(path: str, wanted: str) -> bool:
    return fnmatchcase(path, f"*{wanted}") if "*" in wanted or "?" in wanted else wanted in path
