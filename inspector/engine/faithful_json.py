"""Messages of a harness as JSON text that loses nothing: what is kept as evidence must be what was given."""

from __future__ import annotations

import json
import re
from typing import Any

_SURROGATES = re.compile("[\ud800-\udfff]")


def faithful(value: Any) -> bytes:
    """JSON in UTF-8, on one line. Raises `ValueError` or `TypeError` for what JSON cannot say.

    Objects of a library are unfolded. Half of a character, which UTF-8 cannot say, is written as an escape.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_unfolded)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    try:
        return text.encode()
    except UnicodeEncodeError:
        joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        return _SURROGATES.sub(lambda half: f"\\u{ord(half[0]):04x}", joined).encode()


def plain_copy(value: Any) -> Any:
    """The value as reading it back would give it. Raises as `faithful` does."""
    return json.loads(faithful(value))


def _unfolded(value: object) -> Any:
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", exclude_none=True)
    if hasattr(value, "keys") and hasattr(value, "__getitem__"):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")
