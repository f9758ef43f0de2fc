"""What a field of the durable state may hold. Each check gives the value back, or names the field that is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from numbers import Integral, Real
from typing import Any, TypeVar, cast

T = TypeVar("T")

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_LONE = re.compile("[\ud800-\udfff]")
_TIME = re.compile(r"[0-9TtWZz:.,+\- ]+")


class DurableStateError(ValueError):
    """A durable state that is refused. `field` says where (`facts[2].fact_id`; items count from 1), `text` what is wrong."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(f"{field}: {text}" if field else text)
        self.field, self.text = field, text

    def inside(self, where: str) -> DurableStateError:
        """The same refusal, seen from further out."""
        return DurableStateError(f"{where}.{self.field}" if self.field else where, self.text)


def words(field: str, value: object) -> str:
    """Any text but an empty one. Half a character (a lone surrogate) could be neither sent nor written down again."""
    if not isinstance(value, str):
        raise DurableStateError(field, f"must be text, not {_kind(value)}")
    if not value.strip():
        raise DurableStateError(field, "must not be empty")
    if _LONE.search(value):
        raise DurableStateError(field, "holds half a character (a lone surrogate)")
    return str.__str__(value)


def name(field: str, value: object) -> str:
    """An id, a source or a person's name: text on one line."""
    text = words(field, value)
    if _CONTROL.search(text):
        raise DurableStateError(field, "must not hold control characters or line breaks")
    return text


def time(field: str, value: object) -> str:
    """A time with its zone (ISO 8601), kept as it was written."""
    text = words(field, value)
    try:
        found = datetime.fromisoformat(text) if _TIME.fullmatch(text) else None
    except ValueError:
        found = None
    if found is None:
        raise DurableStateError(field, "must be a time such as 2025-01-31T09:30:00Z")
    if found.utcoffset() is None:
        raise DurableStateError(field, "must name its time zone, as in 2025-01-31T09:30:00Z or …+02:00")
    return text


def score(field: str, value: object) -> float:
    """A number from 0 to 1, as a float. True and NaN are none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise DurableStateError(field, f"must be a number, not {_kind(value)}")
    if not 0 <= cast("float", value) <= 1:  # before it becomes a float: a whole number may be too large for one
        raise DurableStateError(field, "must be from 0 to 1")
    return float(value)


def rank(field: str, value: object) -> int:
    """A whole number from 1."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise DurableStateError(field, f"must be a whole number, not {_kind(value)}")
    if value < 1:
        raise DurableStateError(field, "must be 1 or more")
    return int(value)


def items(field: str, value: object, kind: type[T]) -> tuple[T, ...]:
    """A tuple of one kind of item; a list is copied into one, so that nobody adds to it later."""
    if not isinstance(value, tuple | list):
        raise DurableStateError(field, f"must be a tuple, not {_kind(value)}")
    for at, item in enumerate(value, 1):
        if not isinstance(item, kind):
            raise DurableStateError(f"{field}[{at}]", f"must be a {kind.__name__}, not {_kind(item)}")
    return tuple(value)


def once(field: str, key: str, ids: Iterable[str]) -> None:
    """Every id stands once in its kind."""
    first: dict[str, int] = {}
    for at, each in enumerate(ids, 1):
        if each in first:
            raise DurableStateError(f"{field}[{at}].{key}", f"{short(each)} stands at [{first[each]}] already")
        first[each] = at


def store(item: Any, checks: Sequence[tuple[str, Callable[[str, object], object]]]) -> None:
    """Check the fields of a frozen item while it is being made, in their order."""
    for field, check in checks:
        object.__setattr__(item, field, check(field, getattr(item, field)))


def short(text: str) -> str:
    """An id as a message may quote it."""
    return repr(text if len(text) <= 60 else f"{text[:59]}…")


def _kind(value: object) -> str:
    """What something is, in JSON's words."""
    if isinstance(value, bool):
        return "true or false"
    if value is None:
        return "null"
    known = {int: "a number", float: "a number", str: "text", list: "a list", dict: "an object"}
    return known.get(type(value), type(value).__name__)
