"""One large JSON value, parsed in pieces: its longest list, some hundred objects at a time.

A parser that is given 20 MB at once copies them, and builds an index of them, before it makes the first object. In pieces the
same takes half of the memory, and less time. A piece ends where an object of the list seems to end; that it parses proves it,
since whatever stands open before that place (a text, another list) would stand open at the end of the piece.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, NamedTuple

import orjson

LEAST = 1 << 20
"""Bytes of a value below which it is parsed as a whole."""
PIECE = 1 << 18
"""Bytes of a piece, at the least."""
_HEAD = 1 << 20
"""How far the beginning of the list is looked for."""
_LISTS = 4
"""Lists that are tried."""
_WASTE = 1 << 19
"""Bytes of a list that may be parsed in vain, about."""

_ROOT = re.compile(rb'\s*()\[(\s*)\{(\s*"[^"\\]{1,40}"\s*:)?')
_NAMED = re.compile(
    rb'(?<!\\)"(conversation|events|history|messages|samples|steps|trajectory)"\s*:\s*\[(\s*)\{(\s*"[^"\\]{1,40}"\s*:)?'
)


_ENDS = (b"]}", b"]}]}")
"""What closes a value within its list: one of the value itself, or of the first object in a list of it."""

Path = tuple[str | int, ...]


class _List(NamedTuple):
    """Where the list begins, where it is in the value (keys and places), and what parts its objects."""

    path: Path
    start: int
    parting: bytes


def in_pieces(raw: bytes) -> Any:
    """The value that the bytes are; None where it is small, is no JSON, or has no list that can be taken apart."""
    if len(raw) < LEAST:
        return None
    root = _ROOT.match(raw)
    for match in [root] if root else islice(_NAMED.finditer(raw, 0, _HEAD), _LISTS):
        listed = _list(raw, match)
        if listed is not None and (value := _parsed(raw, listed)) is not None:
            return value
    return None


def _list(raw: bytes, match: re.Match[bytes]) -> _List | None:
    """The list that begins there, where it is known how it lies in the value."""
    space, first = match[2], match[3] or b""
    path = _path(raw[: match.start(2)]) if match[1] else ()
    if path is None or (path and path[-1] != match[1].decode()):
        return None
    start = match.end(2)
    for between in (space,) if space else (b"", b" "):  # `json.dumps` puts a space after a comma
        parting = b"}," + between + b"{" + first
        if raw.find(parting, start, start + _HEAD) >= 0:
            return _List(path, start, parting)
    return None


def _path(before: bytes) -> Path | None:
    """The way to the list that these bytes end with, open."""
    for end in _ENDS:
        try:
            value: Any = orjson.loads(before + end)
        except orjson.JSONDecodeError:
            continue
        path: list[str | int] = []
        while value and isinstance(value, (dict, list)):  # the list is the last thing in all that is open, and empty
            key: Any = list(value)[-1] if isinstance(value, dict) else len(value) - 1
            path.append(key)
            value = value[key]
        return tuple(path) if value == [] else None
    return None


def _parsed(raw: bytes, listed: _List) -> Any:
    found: list[Any] = []
    at, wasted, size = listed.start, 0, PIECE
    while (end := raw.find(listed.parting, at + size)) >= 0:
        try:
            found += orjson.loads(b"[" + raw[at : end + 1] + b"]")
        except orjson.JSONDecodeError:
            wasted += end - at
            if wasted > _WASTE:
                break
            size *= 2
            continue
        at, size = end + 2, PIECE
    return _with_rest(raw, at, listed, found) if at > len(raw) // 2 else None


def _with_rest(raw: bytes, at: int, listed: _List, found: list[Any]) -> Any:
    """The whole value: what stands before the list, its last objects, and what stands after it."""
    path = listed.path
    if path and raw.find(b'"%s"' % str(path[-1]).encode(), at) >= 0:
        return None  # the key may be there twice
    try:
        value = orjson.loads(raw[: listed.start] + raw[at:])
    except orjson.JSONDecodeError:
        return None
    last = value
    for each in path:
        last = last[each]
    last[:0] = found
    return value
