"""Whole numbers of more than 64 bits in the arguments of calls: the quick parser makes floats of them.

Looking for them beforehand would cost more than parsing. So the quick way notices a float that may have been one, on a
path that few calls take, and a file with such a call is read a second time, its lines with long numbers by Python's own
parser, which keeps every digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

T = TypeVar("T")

PAST = float(1 << 63)
"""From here on a float may have been a whole number that does not fit into 64 bits."""

_LONG = re.compile(rb"[0-9]{19}").search


@dataclass(slots=True)
class Reading:
    """How a file is being read: whether long numbers are kept, and whether a call with one was seen."""

    kept: bool = False
    seen: bool = False


_READING: ContextVar[Reading | None] = ContextVar("reading", default=None)


def all_digits(read: Callable[[], T]) -> T:
    """What `read` gives; it is called a second time when the first one may have lost digits."""
    found, quick = _under(Reading(), read)
    if not quick.seen:
        return found
    del found  # not both at once in memory
    return _under(Reading(kept=True), read)[0]


def _under(how: Reading, read: Callable[[], T]) -> tuple[T, Reading]:
    token = _READING.set(how)
    try:
        return read(), how
    finally:
        _READING.reset(token)


def reading_on(kept: bool, read: Callable[[], T]) -> tuple[T, bool]:
    """What `read` gives of more lines of a file, read as the lines before them were; and whether digits may have been lost."""
    found, how = _under(Reading(kept=kept), read)
    return found, how.seen


def keeping() -> bool:
    """Whether lines for which `has_long` holds are to be read with all digits."""
    found = _READING.get()
    return found is not None and found.kept


def has_long(raw: bytes) -> bool:
    """Whether there are so many digits in a row that they may be a number past 64 bits."""
    return _LONG(raw) is not None


def notice(arguments: Any) -> None:
    """Look through the arguments of a call, which are not nested without end."""
    found = _READING.get()
    if found is not None and not found.kept and not found.seen:
        found.seen = _holds_long(arguments)


def _holds_long(value: Any) -> bool:
    if isinstance(value, float):
        return abs(value) >= PAST
    if isinstance(value, dict):
        return any(map(_holds_long, value.values()))
    return isinstance(value, list) and any(map(_holds_long, value))
