"""Pictures and documents whose data was taken out of the record at load: in an export, text stands for each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_DATA_URL = re.compile(r"data:[^,]*;base64,<\d+ bytes, sha256 [0-9a-f]{64}>").fullmatch


def without_pictures(block: Mapping[str, Any]) -> dict[str, Any]:
    """The block, or the text that stands for it; the same for the parts of a tool result."""
    if (found := _reference(block)) is not None:
        return {"type": "text", "text": f"[{block.get('type', 'file')} not in this export: {found}]"}
    content = block.get("content")
    if block.get("type") == "tool_result" and isinstance(content, list | tuple):
        return {**block, "content": [without_pictures(part) if isinstance(part, Mapping) else part for part in content]}
    return dict(block)


def _reference(block: Mapping[str, Any]) -> str | None:
    """What the reference in the block's payload says of the data, None when its payload is all there."""
    for value in block.values():
        if isinstance(value, str) and _DATA_URL(value):
            return value.removeprefix("data:").replace(";base64,", ", ", 1)
        if isinstance(value, Mapping) and value.get("reference") is True:
            media = value.get("media_type") or value.get("format") or ""
            return " ".join(part for part in (str(media), str(value.get("data", ""))) if part)
    return None
