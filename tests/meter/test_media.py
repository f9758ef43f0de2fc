"""Pictures and documents: by size, never by the length of what stands for them."""

from __future__ import annotations

from base64 import b64encode

import pytest

from inspector.meter import COUNTERS, counter, replaced_block
from inspector.meter.media import document_tokens, image_tokens, media_tokens
from inspector.meter.payload import without_payload
from inspector.transcript.formats.blocks import block_of
from inspector.transcript.model import Block, Held, ImageRef
from tests.meter.histories import MARKER, image, message, result, text


@pytest.mark.parametrize(
    ("width", "height", "tokens"),
    [
        (0, 0, 1600),
        (200, 200, 54),
        (1000, 1000, 1334),
        (1092, 1092, 1590),
        (5000, 5000, 1600),
        (3136, 750, 784),
        (1, 1, 1),
    ],
)
def test_image_rule(width: int, height: int, tokens: int) -> None:
    assert image_tokens(width, height) == tokens


def test_document_rule() -> None:
    assert document_tokens(0) == 3000
    assert document_tokens(50_001, "application/pdf") == 6000
    assert document_tokens(401, "text/plain") == 101


def test_pictures_of_a_result_and_those_without_a_reference() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image", "source": MARKER}, {"type": "image", "source": MARKER}]
    assert media_tokens(result(parts, images=(ImageRef("image/png", 9, "00", 750, 10),))) == 10 + 1600
    assert media_tokens(image(750, 20)) == 20
    assert media_tokens(text("a")) == 0


def test_documents() -> None:
    pdf = {"type": "document", "source": MARKER, "title": "report"}
    ref = ImageRef("application/pdf", 120_000, "00")
    assert media_tokens(Block("document", Held("", pdf), images=(ref,))) == 9000
    assert media_tokens(Block("document", Held("", pdf))) == 3000
    said = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "hello"}}
    assert media_tokens(Block("document", Held("", said))) == 0


def test_the_payload_is_no_text() -> None:
    assert without_payload(image()) == {"type": "image"}
    odd = Block("text", Held("a", {"type": "text", "text": "a", "source": 1}))
    assert without_payload(odd) == {"type": "text", "text": "a", "source": 1}
    kept = without_payload(result([{"type": "image", "source": MARKER}, {"type": "text", "text": "a"}]))
    assert kept["content"] == [{"type": "image"}, {"type": "text", "text": "a"}]


def base64_source(data: bytes, media_type: str = "image/png") -> dict[str, str]:
    return {"type": "base64", "media_type": media_type, "data": b64encode(data).decode()}


def blocks_with(data: bytes) -> list[Block]:
    """Every place where base64 is found, as a loader makes a block of it."""
    picture = {"type": "image", "source": base64_source(data)}
    audio = {"type": "input_audio", "input_audio": {"data": b64encode(data).decode(), "format": "mp3"}}
    linked = {"type": "odd", "url": "data:image/png;base64," + b64encode(data).decode()}
    inside = {"type": "document", "source": {"type": "content", "content": [picture]}}
    parts = [picture, audio, linked, inside, {"type": "document", "source": base64_source(data, "application/pdf")}]
    said = {"type": "text", "text": "seen"}
    return [*map(block_of, parts), block_of({"type": "tool_result", "tool_use_id": "t", "content": [*parts, said]})]


@pytest.mark.parametrize("name", COUNTERS)
def test_neither_base64_nor_its_reference_is_counted(name: str) -> None:
    """A payload costs the same at any length: only pixels, here unknown, and pages, here one, count."""
    short, long = blocks_with(b"ab"), blocks_with(b"ab" * 10_000)
    for one, other in zip(short, long, strict=True):
        history = message(one)
        assert counter(name).block(one, history, True) == counter(name).block(other, message(other), True)
        assert "sha256" not in str(without_payload(one))
        bare = replaced_block(one, "gone", images=False)
        assert "sha256" not in str(bare.api)
        assert bare.images == ()
        assert media_tokens(bare) == 0


def test_a_text_document_in_a_result_is_its_text() -> None:
    source = {"type": "text", "media_type": "text/plain", "data": "hello"}
    shown = block_of({"type": "tool_result", "tool_use_id": "t", "content": [{"type": "document", "source": source}]})
    assert shown.text == "hello"
    assert counter("chars").block(shown, message(shown), True) == 5
    assert replaced_block(shown, "new").api["content"] == "new"
