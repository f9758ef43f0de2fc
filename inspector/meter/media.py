"""What pictures and documents cost: by their size in pixels or bytes, never by the length of their base64.

Pictures follow Anthropic's rule (platform.claude.com/docs/en/build-with-claude/vision): a picture whose long edge is
over 1,568 pixels is scaled down first, then costs width × height / 750 tokens, about 1,600 at the most. That ceiling is
also the price of a picture whose size is unknown. (From Claude Opus 4.7 on, 2,576 pixels and more tokens are allowed;
the older rule is kept for all.) Documents are estimated: a page of PDF costs up to 3,000 tokens of
text (platform.claude.com/docs/en/build-with-claude/pdf-support) and is taken to be 50,000 bytes long; a text document
taken out of the record costs a token for every 4 bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from inspector.transcript.model import Block, ImageRef

IMAGE_TOKENS = 1_600
LONG_EDGE = 1_568
PIXELS_PER_TOKEN = 750
PAGE_TOKENS = 3_000
PAGE_BYTES = 50_000
CHARS_PER_TOKEN = 4
"""Characters (or bytes) that a counter without tokens charges for one token of a picture."""

IMAGE_PARTS = ("image", "image_url", "input_image")  # tuples: what a record has there may not be hashable
DOCUMENT_PARTS = ("document", "file", "input_file")


def image_tokens(width: int, height: int) -> int:
    """Tokens of a picture of so many pixels, rounded up; the ceiling when a side is unknown (0)."""
    if width <= 0 or height <= 0:
        return IMAGE_TOKENS
    long_edge = max(width, height)
    if long_edge > LONG_EDGE:
        width, height = width * LONG_EDGE // long_edge, height * LONG_EDGE // long_edge
    return max(1, min(IMAGE_TOKENS, -(-width * height // PIXELS_PER_TOKEN)))


def document_tokens(size: int, media_type: str = "") -> int:
    """Estimated tokens of a document of so many bytes; one page when the size is unknown (0)."""
    if media_type.startswith("text/") and size > 0:
        return -(-size // CHARS_PER_TOKEN)
    return PAGE_TOKENS * max(1, -(-size // PAGE_BYTES))


def reference_tokens(ref: ImageRef) -> int:
    """Tokens of one payload that was taken out of the text at load."""
    if ref.media_type.startswith(("application/", "text/")):
        return document_tokens(ref.bytes, ref.media_type)
    return image_tokens(ref.width, ref.height)


def media_tokens(block: Block) -> int:
    """Tokens of all pictures and documents of a block; those without a reference cost what an unknown one costs."""
    if block.kind not in ("image", "document", "tool_result", "opaque"):
        return 0
    api = block.api
    if block.kind == "tool_result" and not block.images and isinstance(api.get("content"), str) and not is_media(api):
        return 0  # nearly every result
    known = sum(map(reference_tokens, block.images))
    unknown = [part for part in media_parts(api) if not is_readable(part)][len(block.images) :]
    return known + sum(PAGE_TOKENS if part.get("type") in DOCUMENT_PARTS else IMAGE_TOKENS for part in unknown)


def media_parts(api: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The block itself if it is a picture or document, else those among the parts of its content."""
    if is_media(api):
        return [api]
    content = api.get("content")
    return [part for part in content if is_media(part)] if isinstance(content, list | tuple) else []


def is_media(part: object) -> bool:
    """Whether a block or part of a result is a picture or a document."""
    return isinstance(part, Mapping) and (part.get("type") in IMAGE_PARTS or part.get("type") in DOCUMENT_PARTS)


def is_readable(part: Mapping[str, Any]) -> bool:
    """Whether the payload of a document is text (or content blocks), which counts as text."""
    source = part.get("source")
    return (
        part.get("type") in DOCUMENT_PARTS and isinstance(source, Mapping) and source.get("type") in ("text", "content")
    )
