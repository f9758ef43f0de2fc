"""Calls of tools. Their arguments are JSON in a string, and parsed when somebody looks at them: few calls are looked at."""

from __future__ import annotations

from typing import Any

import orjson

from inspector.transcript.depth import prune
from inspector.transcript.formats.blocks import RAW_ARGUMENTS
from inspector.transcript.long_numbers import has_long, notice
from inspector.transcript.model import Json
from inspector.transcript.repair import parse_text, with_digits


class Called:
    """The body of a call (`model.Body`). `_raw` are the arguments as they were recorded, None once they were parsed."""

    __slots__ = ("_api", "_raw", "identity", "name")

    text = ""

    def __init__(self, identity: str, name: str, raw: str) -> None:
        self.identity = identity
        self.name = name
        self._raw: str | None = raw

    @property
    def api(self) -> Json:
        """The call in API form. What is no JSON object stands, as recorded, under `RAW_ARGUMENTS`."""
        raw = self._raw
        if raw is not None:
            self._api = self._call(raw)
            self._raw = None
        return self._api

    def _call(self, raw: str) -> Json:
        return {"type": "tool_use", "id": self.identity, "name": self.name, "input": parsed(raw)}


def parsed(raw: str) -> dict[str, Any]:
    """Arguments with all digits of their numbers."""
    if not raw:
        return {}
    body = raw.encode("utf-8", "surrogatepass")
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        return arguments_of(raw)
    if has_long(body):
        value = with_digits(body, value)
    prune(value)
    return value if isinstance(value, dict) else {RAW_ARGUMENTS: raw}


def arguments_of(value: Any) -> dict[str, Any]:
    """The arguments as an object. What is no JSON object is kept, as written, under `RAW_ARGUMENTS`."""
    if value is None or value == "":
        return {}
    parsed = parse_text(value) if isinstance(value, str) else value
    prune(parsed)
    if isinstance(parsed, dict):
        notice(parsed)
        return parsed
    return {RAW_ARGUMENTS: value if isinstance(value, str) else repr(value)}
