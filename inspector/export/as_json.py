"""JSON as this program writes it: indented, UTF-8, a newline at its end, keys in the order they were put in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

# Delete, C1 controls, marks of direction, tag characters: JSON may hold them as they are. They stand in strings only.
_OBEYED = re.compile(
    b"\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]|\xf3\xa0[\x80\x81][\x80-\xbf]"
)


def to_json(document: Mapping[str, Any]) -> bytes:
    """A JSON document. Numbers of any length are kept; what a terminal would obey is escaped."""
    import orjson

    options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_NON_STR_KEYS
    try:
        written = orjson.dumps(document, default=_plain, option=options)
    except TypeError:  # whole numbers over 64 bits, nesting over 254 levels
        text = json.dumps(document, default=_plain, indent=2, ensure_ascii=False)
        written = text.encode("utf-8", "replace") + b"\n"
    return _OBEYED.sub(_escaped, written)


def _escaped(found: re.Match[bytes]) -> bytes:
    units = found[0].decode("utf-8").encode("utf-16-be")
    return b"".join(b"\\u%02x%02x" % (units[at], units[at + 1]) for at in range(0, len(units), 2))


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")
