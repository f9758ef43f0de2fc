"""One kept answer as a file: JSON with a digest over all the rest, so that damage is noticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

from inspector.summary.answer import Answer, Stop, Usage

SCHEMA = "kept-summary/1"
LONGEST_ABOUT = 500
"""Characters of a text that is kept about an answer."""


class Kept(NamedTuple):
    """An answer, what is known about its request, and when it was made (seconds since 1970)."""

    answer: Answer
    about: Mapping[str, Any]
    made: int


class Damaged(ValueError):
    """The file is not what was written. The text says in what."""


def encode(key: str, kept: Kept) -> bytes:
    """The file of a kept answer."""
    usage = kept.answer.usage
    rest = {
        "schema": SCHEMA,
        "key": key,
        "text": kept.answer.text,
        "model": kept.answer.model,
        "usage": None if usage is None else dict(zip(Usage.__slots__, _counts(usage), strict=True)),
        "seconds": kept.answer.seconds,
        "stop": kept.answer.stop,
        "made": kept.made,
        "about": {str(name): _plain(value) for name, value in kept.about.items()},
    }
    return json.dumps({**rest, "sha256": _digest(rest)}, indent=1).encode() + b"\n"


def decode(key: str, data: bytes) -> Kept:
    """The answer that a file holds. Raises `Damaged`."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise Damaged("it is not whole") from None
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise Damaged("it is no kept summary of this version")
    if found.pop("sha256", None) != _digest(found):
        raise Damaged("it was changed after it was written")
    if found.get("key") != key:
        raise Damaged("it answers another request than its name says")
    try:
        return _kept(found)
    except (KeyError, TypeError, ValueError):
        raise Damaged("a field is missing or of the wrong type") from None


def _kept(found: dict[str, Any]) -> Kept:
    usage, stop, about = found["usage"], found["stop"], found["about"]
    if stop not in get_args(Stop) or not isinstance(about, dict) or not isinstance(found["text"], str):
        raise ValueError
    counted = None if usage is None else Usage(**{name: int(value) for name, value in usage.items()})
    answer = Answer(found["text"], str(found["model"]), counted, float(found["seconds"]), stop, kept=True)
    return Kept(answer, about, int(found["made"]))


def _counts(usage: Usage) -> tuple[int, ...]:
    return tuple(getattr(usage, name) for name in Usage.__slots__)


def _plain(value: Any) -> Any:
    """A value that JSON has; of a long text the start."""
    if value is None or isinstance(value, bool | int | float):
        return value
    return str(value)[:LONGEST_ABOUT]


def _digest(rest: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
