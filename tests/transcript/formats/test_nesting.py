"""Values nested without end in any place of a record: what is loaded can be written again, and nothing raises."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Any

import orjson
import pytest

from inspector.transcript.errors import TranscriptError
from inspector.transcript.load import load_open

FORMATS = (
    "atif",
    "claude_code",
    "codex",
    "copilot",
    "gemini",
    "goose",
    "hermes",
    "langchain",
    "opencode",
    "openhands",
    "plain",
    "pi",
    "request_log",
)
PLACES = 60
"""Places of each session that are tried."""


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value that another one holds."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [each for key, item in pairs for each in ((*at, key), *places(item, (*at, key)))]


def replaced(line: bytes, at: tuple[Any, ...], deep: bytes) -> bytes:
    """The line with something deep in one place."""
    root = holder = orjson.loads(line)
    for key in at[:-1]:
        holder = holder[key]
    holder[at[-1]] = "DEEP"
    return orjson.dumps(root).replace(b'"DEEP"', deep)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("depth", [450, 1000])
def test_nested_without_end(name: str, depth: int) -> None:
    """450 levels are too many for writers of JSON, 1,000 for Python's own as well."""
    for data in import_module(f"tests.transcript.formats.fixtures_{name}").FUZZED:
        lines = [line for line in _flat(data).split(b"\n") if line[:1] in (b"{", b"[") and line[-1:] in (b"}", b"]")]
        tried = [(number, at) for number, line in enumerate(lines) for at in places(orjson.loads(line))]
        for turn, (number, at) in enumerate(tried[:: len(tried) // PLACES + 1]):
            deep = b"[" * depth + b"]" * depth if turn % 2 else b'{"a":' * depth + b"1" + b"}" * depth
            _loaded([*lines[:number], replaced(lines[number], at, deep), *lines[number + 1 :]])


def _flat(data: bytes) -> bytes:
    """A value over many lines, on one; else the lines as they are."""
    try:
        return orjson.dumps(orjson.loads(data))
    except orjson.JSONDecodeError:
        return data


def _loaded(lines: list[bytes]) -> None:
    try:
        found = load_open(BytesIO(b"\n".join(lines) + b"\n"))
    except TranscriptError:
        return
    for message in found.messages:
        orjson.dumps(dict(message.extra))
        orjson.dumps([[dict(block.api), block.text] for block in message.blocks])
    orjson.dumps([dict(tool) for tool in found.tools])
