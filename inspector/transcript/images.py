"""Pictures and documents leave the text at load: base64 becomes a reference with size, digest and dimensions."""

from __future__ import annotations

import binascii
import struct
from hashlib import sha256
from typing import Any

from inspector.transcript.model import ImageRef


def picture(data: str, media_type: str) -> ImageRef:
    """Describe base64 data. What does not decode (redacted, cut off) is measured and hashed as the text it is."""
    try:
        content = binascii.a2b_base64(data)
    except (ValueError, binascii.Error):
        raw = data.encode("utf-8", "replace")
        return ImageRef(media_type, len(raw) * 3 // 4, sha256(raw).hexdigest())
    width, height = dimensions(content)
    return ImageRef(media_type, len(content), sha256(content).hexdigest(), width, height)


def words(ref: ImageRef) -> str:
    """The text that stands where the base64 was; it is plainly no base64."""
    return f"<{ref.bytes} bytes, sha256 {ref.sha256}>"


def strip(value: Any, found: list[ImageRef]) -> Any:
    """A copy of a block's JSON with all base64 replaced by references; each is appended to `found`.

    Knows `{"type": "base64", "media_type", "data"}`, data URLs, and `{"data", "format"}` (audio).
    """
    if isinstance(value, dict):
        data = value.get("data")
        if isinstance(data, str) and (value.get("type") == "base64" or "format" in value):
            ref = picture(data, str(value.get("media_type") or value.get("format") or ""))
            found.append(ref)
            return {**value, "data": words(ref), "reference": True}
        return {key: strip(item, found) for key, item in value.items()}
    if isinstance(value, list):
        return [strip(item, found) for item in value]
    if isinstance(value, str) and value.startswith("data:"):
        return _url(value, found)
    return value


def _url(url: str, found: list[ImageRef]) -> str:
    head, comma, data = url.partition(",")
    if not comma or not head.endswith(";base64"):
        return url
    ref = picture(data, head.removeprefix("data:").removesuffix(";base64"))
    found.append(ref)
    return f"{head},{words(ref)}"


def dimensions(content: bytes) -> tuple[int, int]:
    """Width and height in pixels from the header of a PNG, GIF, JPEG or WebP; (0, 0) for anything else."""
    try:
        if content.startswith(b"\x89PNG\r\n\x1a\n"):
            width, height = struct.unpack(">II", content[16:24])
            return width, height
        if content.startswith((b"GIF87a", b"GIF89a")):
            width, height = struct.unpack("<HH", content[6:10])
            return width, height
        if content.startswith(b"\xff\xd8"):
            return _jpeg(content)
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _webp(content)
    except (struct.error, IndexError):
        pass
    return 0, 0


def _jpeg(content: bytes) -> tuple[int, int]:
    """Walk the segments to the frame header (SOF0-SOF15 without DHT, JPG and DAC)."""
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        marker = content[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", content[at + 2 : at + 4])[0])
    return 0, 0


def _webp(content: bytes) -> tuple[int, int]:
    chunk = content[12:16]
    if chunk == b"VP8X" and len(content) >= 30:
        return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    if chunk == b"VP8L":
        bits = int(struct.unpack("<I", content[21:25])[0])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0
