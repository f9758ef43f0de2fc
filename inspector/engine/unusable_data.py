"""Answers that are data for a program: error objects, error pages, tool calls."""

from __future__ import annotations

import json
import re
from typing import Any

PAGE = "the answer was an HTML page, as servers send with an error, no summary"
CALL = "the answer was a tool call, no summary"
ERROR = "the answer was an error object, no summary"

_PAGE = re.compile(
    r"(?:<\?xml[^>]{0,200}\?>\s*)?<(?:!doctype\s+html|html\b|head\b|error\b|center>\s*<h1)", re.IGNORECASE
)
_STREAM = re.compile(r"event:\s*error\b|data:\s*\{\s*\"(?:error|type\"\s*:\s*\"error)\"", re.IGNORECASE)
_QUOTED_ERROR = re.compile(r"\{\s*'(?:error|errors|detail)'\s*:.*\}", re.DOTALL)
_ERROR_KEYS = frozenset(
    (
        *(
            "error",
            "errors",
            "type",
            "message",
            "msg",
            "code",
            "status",
            "statuscode",
            "status_code",
            "error_code",
            "success",
        ),
        *(
            "request_id",
            "requestid",
            "id",
            "jsonrpc",
            "param",
            "detail",
            "details",
            "timestamp",
            "path",
            "error_description",
        ),
        *("reason", "title", "instance", "trace", "stack", "retry_after", "data", "ok"),
    )
)
_CALL_KEYS = frozenset(
    ("name", "arguments", "input", "parameters", "id", "type", "function", "index", "recipient_name")
)
_CALL_TYPES = ("tool_use", "tool_call", "function_call", "function")
_MARK = re.compile(r"\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool▁calls?▁begin\|>|(?:assistant\s+)?to=functions\.")
_BLOCK = re.compile(
    r"^[ \t]*<((?:\w{1,20}:)?(?:tool_calls?|function_calls?|invoke|tool_use|function))\b[^>\n]{0,300}>", re.MULTILINE
)
_LARGEST = 200_000
"""Characters of an answer that is read as JSON; a larger one is no error and no call."""
_BEFORE = 300
"""Characters of talk that may come before a call."""


def data_fault(text: str) -> str | None:
    """Why a text is data and no summary."""
    if _PAGE.match(text):
        return PAGE
    if _STREAM.match(text) or _QUOTED_ERROR.fullmatch(text[:_LARGEST]):
        return ERROR
    if _MARK.match(text) or _ends_in_call(text):
        return CALL
    if text[:1] in ("{", "[") and text[-1:] in ("}", "]") and len(text) <= _LARGEST:
        return _judged(_parsed(text))
    return None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _judged(value: Any) -> str | None:
    if isinstance(value, list):
        found = {_judged(item) for item in value}
        return found.pop() if len(found) == 1 else None
    if not isinstance(value, dict):
        return None
    if _is_call(value):
        return CALL
    keys = {str(key).lower() for key in value}
    failed = value.get("error") or value.get("errors") or value.get("type") == "error" or value.get("detail")
    return ERROR if failed and keys <= _ERROR_KEYS else None


def _is_call(value: dict[str, Any]) -> bool:
    if "tool_calls" in value or "function_call" in value or value.get("type") in _CALL_TYPES:
        return True
    takes = any(isinstance(value.get(key), dict | str) for key in ("arguments", "input", "parameters"))
    return isinstance(value.get("name"), str) and takes and value.keys() <= _CALL_KEYS


def _ends_in_call(text: str) -> bool:
    """Whether the last thing that is said is a call in tags, with little talk before it."""
    beginning = text[: 2 * _BEFORE]
    opened = _BLOCK.search(beginning) if "<" in beginning else None
    if opened is None or opened.start() > _BEFORE or text.startswith("#"):
        return False
    name = opened[1]
    closed = text.rfind(f"</{name}>")
    after = text[closed + len(name) + 3 :] if closed >= 0 else ""
    return not after.strip() and bool(re.search(r"[\"{<]|=", text[opened.start() + len(name) + 1 :]))
