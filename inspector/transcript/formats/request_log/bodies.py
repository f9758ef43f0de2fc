"""What a logger put around a body: objects with headers, JSON in strings, base64, gzip."""

from __future__ import annotations

import binascii
from typing import Any

from inspector.transcript.depth import prune
from inspector.transcript.formats.request_log.events import assembled, stream_of
from inspector.transcript.repair import parse_text

MOST = 256 << 20
"""Bytes that a compressed body is unpacked to; what is longer is not read."""
_DEEP = 4
_WRAPPED = (
    "body",
    "body_raw",
    "raw_body",
    "parsed_body",
    "json",
    "data",
    "payload",
    "postData",
    "content",
    "text",
    "raw",
)
"""Fields under which loggers keep a body, the likely ones first (claude-trace, mitmproxy dumps, HAR, OpenAI's batches)."""
_REQUEST = ("messages", "input", "contents")
_RESPONSE = ("choices", "output", "usage", "error", "input_tokens")


def request_of(value: Any) -> dict[str, Any] | None:
    """The body of a request, in whatever it is wrapped; None where there is none."""
    for each in _layers(value):
        if isinstance(each.get("messages"), list) or ("model" in each and isinstance(each.get("input"), (str, list))):
            return each
    return None


def response_of(value: Any) -> dict[str, Any] | None:
    """The body of a response; a stream of events is put together."""
    if isinstance(value, (list, str)):
        return _response_in(value)
    for each in _layers(value):
        if is_response(each):
            return each
        for key in _WRAPPED:
            if key != "content" or not is_response(each):
                found = _response_in(_decoded(each, key))
                if found is not None:
                    return found
    return None


def is_response(value: dict[str, Any]) -> bool:
    """Whether an object is what a provider answers."""
    if value.get("role") == "assistant" and "content" in value:
        return True
    return any(key in value for key in _RESPONSE) and not isinstance(value.get("messages"), list)


def _response_in(value: Any) -> dict[str, Any] | None:
    if isinstance(value, dict):
        return value if is_response(value) else None
    events = stream_of(value)
    if events:
        return assembled(events)
    found = _parsed(value) if isinstance(value, str) else None
    return found if isinstance(found, dict) and is_response(found) else None


def _layers(value: Any) -> list[dict[str, Any]]:
    """An object and the objects that it wraps, from outside to inside."""
    found: list[dict[str, Any]] = []
    left = [(value, 0)]
    while left:
        each, depth = left.pop(0)
        each = _parsed(each) if isinstance(each, str) else each
        if not isinstance(each, dict):
            continue
        found.append(each)
        if depth < _DEEP:
            left += [(_decoded(each, key), depth + 1) for key in _WRAPPED if key in each]
    return found


def _decoded(holder: dict[str, Any], key: str) -> Any:
    """A field, its base64 and gzip undone."""
    value = holder.get(key)
    if isinstance(value, str) and (holder.get("encoding") == "base64" or value.startswith("H4sI")):
        return unpacked(value)
    return value


def unpacked(text: str) -> str:
    """The text in base64, unpacked where it is gzip; as it is where it is neither."""
    try:
        raw = binascii.a2b_base64(text)
    except (ValueError, binascii.Error):
        return text
    if raw.startswith(b"\x1f\x8b"):
        raw = _unzipped(raw)
    return raw.decode("utf-8", "replace")


def _unzipped(raw: bytes) -> bytes:
    import zlib

    try:
        return zlib.decompressobj(wbits=31).decompress(raw, MOST)
    except zlib.error:
        return b""


def _parsed(text: str) -> Any:
    if text[:1] not in ("{", "[") and text.lstrip()[:1] not in ("{", "["):
        return None
    found = parse_text(text)
    prune(found)
    return found
