"""Values of a database, where a column may hold anything: SQLite does not enforce the types that a table declares."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from math import isfinite
from typing import Any

import orjson

from inspector.transcript.depth import DEEP, prune
from inspector.transcript.long_numbers import has_long, keeping
from inspector.transcript.repair import parse_text, with_digits

_LATEST = 60_000_000_000
"""Seconds: the years from 69 to 3871."""

Value = int | float | bytes | None
"""What a cell holds; texts and blobs are both bytes."""


def text_of(value: Any) -> str:
    """A cell as text; numbers as they are written, nothing for NULL. Invalid UTF-8 becomes U+FFFD."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return "" if value is None else str(value)


def number_of(value: Any) -> float:
    """A cell, or a value of JSON, as a finite number; 0 for what is none. Numbers may be stored as text."""
    if isinstance(value, bytes | str):
        try:
            value = float(value)
        except ValueError:
            return 0
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    try:
        return value if isfinite(value) else 0
    except OverflowError:
        return 0


def count_of(value: Any) -> int:
    """The same as a whole number that is not below 0."""
    return max(int(number_of(value)), 0)


def json_of(value: Any) -> Any:
    """A cell that holds JSON as text; None for what is none. Never deeper than `depth.DEEP`."""
    if not isinstance(value, bytes):
        return value
    try:
        found = orjson.loads(value)
        if keeping() and has_long(value):
            found = with_digits(value, found)
    except orjson.JSONDecodeError:
        found = parse_text(value.decode("utf-8", "replace"))
    if value.count(b"[") + value.count(b"{") > DEEP:
        prune(found)
    return found


def moment_of(value: Any, second: float = 1) -> str:
    """A time since 1970 in ISO 8601, `second` units of it being one second. A text that is no number stays as it is."""
    if second == 1000 and type(value) is int and 0 < value < _EXACT:
        minute, parts = divmod(value, 60_000)
        return _minute(minute) + _SECONDS[parts // 1000] + _PARTS[parts % 1000]
    if second == 1 and (type(value) is int or type(value) is float) and 0 < value < _LATEST:
        return clock(value)
    number: float = value if type(value) is int or type(value) is float else 0
    if isinstance(value, bytes | str):
        number = number_of(value)
        if not number:
            return text_of(value) if isinstance(value, bytes) else value
    if not -_LATEST < (number := number / second) < _LATEST or not number:
        return ""
    whole, parts = divmod(round(number * 1000), 1000)
    return f"{_minute(whole // 60)}:{whole % 60:02d}.{parts:03d}Z"


def clock(value: float) -> str:
    """The same of seconds, for nearly every one: quick."""
    if 0 < value < _LATEST:
        minute, parts = divmod(round(value * 1000), 60_000)
        return _minute(minute) + _SECONDS[parts // 1000] + _PARTS[parts % 1000]
    return moment_of(value)


_EXACT = 60_000_000_000_000
"""Milliseconds up to which the quick way is taken: `_LATEST`."""
_SECONDS = tuple([f":{number:02d}." for number in range(60)])
_PARTS = tuple([f"{number:03d}Z" for number in range(1000)])


@lru_cache(4096)
def _minute(number: int) -> str:
    """Day, hour and minute, by the number of the minute since 1970: most messages of a session share them with the one before."""
    day, minutes = divmod(number, 1440)
    return f"{(date(1970, 1, 1) + timedelta(day)).isoformat()}T{minutes // 60:02d}:{minutes % 60:02d}"
