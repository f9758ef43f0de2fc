"""A call in words: the tool's name, and its arguments as they are, without the quoting of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from inspector.transcript.model import Block

DEEP = 6
"""Levels of arguments that are looked into."""


def call_words(block: Block) -> str:
    """The name of the called tool, then its arguments one a line, with their names."""
    return "\n".join([block.tool, *argument_lines(block.input)])


def argument_lines(value: object, name: str = "", depth: int = DEEP) -> Iterator[str]:
    """Arguments as lines: name and value."""
    lead = f"{name}: " if name else ""
    if isinstance(value, Mapping) and depth:
        for key, item in value.items():
            yield from argument_lines(item, str(key), depth - 1)
    elif isinstance(value, list) and depth:
        for item in value:
            yield from argument_lines(item, name, depth - 1)
    elif isinstance(value, str):
        yield lead + value
    else:
        yield lead + json.dumps(value, ensure_ascii=False, default=str)
