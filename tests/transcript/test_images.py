"""Base64 never stays as text (bug report 42): references with size, digest and dimensions stand in its place."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from inspector.transcript import ImageRef, Transcript, load
from inspector.transcript.images import dimensions, picture
from tests.transcript.cc import Writer, call, write_lines


def png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + header
        + chunk(b"IDAT", zlib.compress(b"\0" * (width + 1) * height))
        + chunk(b"IEND", b"")
    )


JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xc4\x00\x03x\xff\xc2\x00\x0b\x08\x00\x21\x00\x42\x01" + b"\0" * 12
GIF = b"GIF89a" + struct.pack("<HH", 320, 200) + b"\0" * 8
VP8X = b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + (799).to_bytes(3, "little") + (599).to_bytes(3, "little")
VP8L = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + (99 | 49 << 14).to_bytes(4, "little")
VP8 = b"RIFF\0\0\0\0WEBPVP8 " + b"\0" * 10 + struct.pack("<HH", 64, 48)


@pytest.mark.parametrize(
    ("content", "size"),
    [(png(7, 5), (7, 5)), (JPEG, (66, 33)), (GIF, (320, 200)), (VP8X, (800, 600)), (VP8L, (100, 50)), (VP8, (64, 48))],
)
def test_dimensions_come_from_the_header(content: bytes, size: tuple[int, int]) -> None:
    assert dimensions(content) == size


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"RIFFxxxxWEBPVP8X",
        b"%PDF-1.7",
        b"\xff\xd8" + b"\xff" * 50,
    ],
)
def test_broken_headers_have_no_dimensions(content: bytes) -> None:
    assert dimensions(content) == (0, 0)


def test_redacted_data_is_measured_as_it_is() -> None:
    ref = picture("REDACTED!", "image/png")
    assert ref.media_type == "image/png"
    assert (ref.width, ref.height) == (0, 0)


PICTURE = png(40, 30)
ENCODED = base64.b64encode(PICTURE).decode()
EXPECTED = ImageRef("image/png", len(PICTURE), hashlib.sha256(PICTURE).hexdigest(), 40, 30)
SOURCE = {"type": "base64", "media_type": "image/png", "data": ENCODED}


def holds_no_base64(transcript: Transcript) -> bool:
    kept = json.dumps([[b.text, dict(b.api)] for m in transcript.messages for b in m.blocks])
    return ENCODED[:40] not in kept and ENCODED[:40] not in json.dumps([dict(m.extra) for m in transcript.messages])


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "source": SOURCE},
        {"type": "document", "source": SOURCE, "title": "t"},
        {
            "type": "tool_result",
            "tool_use_id": "t",
            "content": [{"type": "text", "text": "x"}, {"type": "image", "source": SOURCE}],
        },
        {"type": "some_new_block", "inner": {"deep": [{"source": SOURCE}]}},
    ],
    ids=lambda block: block["type"],
)
def test_pictures_become_references(tmp_path: Path, block: dict[str, Any]) -> None:
    transcript = load(write_lines(tmp_path / "t", [{"role": "user", "content": [block]}]))
    found = transcript.messages[0].blocks[0]
    assert found.images == (EXPECTED,)
    assert holds_no_base64(transcript)
    assert EXPECTED.sha256 in json.dumps(dict(found.api))
    assert '"reference": true' in json.dumps(dict(found.api))


def test_openai_data_urls(tmp_path: Path) -> None:
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{ENCODED}", "detail": "low"}}
    linked = {"type": "image_url", "image_url": {"url": "https://example.org/x.png"}}
    tool = {"role": "tool", "tool_call_id": "c", "content": [part]}
    transcript = load(write_lines(tmp_path / "t", [{"role": "user", "content": [part, linked]}, tool]))
    first, second = transcript.messages[0].blocks
    assert first.images == (EXPECTED,)
    assert first.api["source"]["type"] == "base64"
    assert first.api["detail"] == "low"
    assert second.images == (ImageRef("", 0, ""),)
    assert second.api["source"] == {"type": "url", "url": "https://example.org/x.png"}
    assert transcript.messages[1].blocks[0].images == (EXPECTED,)
    assert holds_no_base64(transcript)


def test_the_display_copy_of_a_picture_is_not_kept(tmp_path: Path) -> None:
    writer = Writer()
    writer.user("u", "look")
    writer.reply("a", "m", call("t"))
    shown = {"type": "image", "file": {"base64": ENCODED}}
    writer.result("r", "t", [{"type": "image", "source": SOURCE}], toolUseResult=shown)
    transcript = writer.load(tmp_path)
    assert [b.images for m in transcript.messages for b in m.blocks if b.images] == [(EXPECTED,)]
    assert holds_no_base64(transcript)


def test_words_that_look_like_base64_stay_words(tmp_path: Path) -> None:
    text = f"data:image/png;base64,{ENCODED}"
    line = {
        "role": "user",
        "content": [{"type": "text", "text": text}, {"type": "tool_result", "tool_use_id": "x", "content": text}],
    }
    assert [b.text for b in load(write_lines(tmp_path / "t", [line])).messages[0].blocks] == [text, text]
