"""Blocks as JSON without what is no text: the payloads of pictures and documents, or the references in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from inspector.meter.media import is_media, is_readable
from inspector.transcript.model import Block

_PAYLOAD = frozenset({"source", "image_url", "data", "file", "file_data"})
_DATA_URL = re.compile(r"(data:[^,]*;base64),<\d+ bytes, sha256 [0-9a-f]+>")


def without_payload(block: Block) -> Mapping[str, Any]:
    """The block as a counter of JSON sees it; the block itself where it can hold nothing but words."""
    content = block.api.get("content")
    if block.kind in ("image", "document", "opaque") or (
        block.kind == "tool_result" and isinstance(content, list | tuple)
    ):
        lean: Mapping[str, Any] = stripped(block.api)
        return lean
    return block.api


def stripped(value: Any) -> Any:
    """JSON without payloads and references, the rest as it is."""
    if isinstance(value, Mapping):
        return {key: stripped(item) for key, item in value.items() if key not in _dropped(value)}
    if isinstance(value, list | tuple):
        return [stripped(item) for item in value]
    if isinstance(value, str) and value.startswith("data:"):
        return _DATA_URL.sub(r"\1,", value)
    return value


def has_payload(part: object) -> bool:
    """Whether a part of a result is a picture or a document, or carries one."""
    return is_media(part) or bool(stripped(part) != part)


def _dropped(value: Mapping[str, Any]) -> frozenset[str]:
    if is_media(value) and not is_readable(value):
        return _PAYLOAD
    return frozenset({"data", "reference"}) if value.get("reference") is True else frozenset()
