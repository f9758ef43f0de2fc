"""JSON as text, in the two spellings that the estimators use, and its length."""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONEncoder
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any


def _plain(value: object) -> Any:
    """Read-only mappings and other iterables as the types that JSON knows; anything else as its text."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, frozenset | set):
        return sorted(value, key=str)
    return str(value)


_COMPACT = JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=_plain)
_DEFAULT = JSONEncoder(default=_plain)


def compact(value: object) -> str:
    """JSON without blanks, letters beyond ASCII as they are."""
    return _COMPACT.encode(value)


def compact_length(value: object) -> int:
    """Characters of the compact JSON."""
    return len(_COMPACT.encode(value))


def default_length(value: object) -> int:
    """Characters of `json.dumps(value)`: a blank after commas and colons, ASCII escapes."""
    return len(_DEFAULT.encode(value))


def compact_string(text: str) -> int:
    """Characters of a text as a compact JSON string, its quotes included."""
    return len(encode_basestring(text))


def default_string(text: str) -> int:
    """Characters of a text as a JSON string in ASCII, its quotes included."""
    return len(encode_basestring_ascii(text))
