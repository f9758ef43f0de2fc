"""What of a block counts as text, for the counters that measure text and not JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.meter.jsontext import compact
from inspector.meter.media import is_media, is_readable
from inspector.meter.payload import stripped
from inspector.transcript.formats.blocks import RAW_ARGUMENTS
from inspector.transcript.model import Block


def pieces(block: Block) -> list[str]:
    """The texts of a block. Pictures and documents have none: they are charged by size (see `media`).

    A call is its name and its arguments as compact JSON (go-tiny-claw: `len(tc.Name) + len(tc.Arguments)`); an opaque
    block is its compact JSON, as are parts of a result that are neither text nor media.
    """
    if block.kind == "tool_use":
        return [block.tool or str(block.api.get("name", "")), arguments(block.api)]
    if block.kind == "opaque":
        return [compact(stripped(block.api))]
    if block.kind == "document":
        return [block.text or document_text(block.api)]
    if block.kind == "tool_result":
        return [block.text, *[compact(stripped(part)) for part in other_parts(block.api)]]
    return [block.text]


def arguments(api: Mapping[str, Any]) -> str:
    """The arguments of a call: compact JSON, or the recorded string where that was no JSON object."""
    value = api.get("input", "")
    if isinstance(value, Mapping) and value.keys() == {RAW_ARGUMENTS}:
        value = value[RAW_ARGUMENTS]
    return value if isinstance(value, str) else compact(value)


def document_text(api: Mapping[str, Any]) -> str:
    """The text of a document that is recorded as text or content blocks; empty for any other document."""
    if not is_readable(api):
        return ""
    source = api["source"]
    data = source.get("data", source.get("content", ""))
    return data if isinstance(data, str) else compact(stripped(data))


def other_parts(api: Mapping[str, Any]) -> list[Any]:
    """Parts of a result that are neither text nor media: references to tools, search results, unknown ones."""
    content = api.get("content")
    if not isinstance(content, list | tuple):
        return []
    return [part for part in content if not is_text(part) and (not is_media(part) or is_readable(part))]


def is_text(part: object) -> bool:
    """Whether a part of a result is plain text, and so a part of the block's own text."""
    if isinstance(part, Mapping) and part.get("type") == "document":
        source = part.get("source")
        return isinstance(source, Mapping) and source.get("type") == "text"
    return isinstance(part, str) or (
        isinstance(part, Mapping) and part.get("type") in ("text", "input_text", "output_text")
    )
