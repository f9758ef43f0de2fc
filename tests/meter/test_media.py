"""Pictures and documents: by size, never by the length of what stands for them."""

from __future__ import annotations

import pytest

from inspector.meter.media import document_tokens, image_tokens, media_tokens, without_payload
from inspector.transcript.model import Block, Held, ImageRef
from tests.meter.histories import MARKER, image, result, text


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
    assert without_payload({"type": "image", "source": MARKER}) == {"type": "image"}
    assert without_payload({"type": "text", "text": "a", "source": 1}) == {"type": "text", "text": "a", "source": 1}
    kept = without_payload(result([{"type": "image", "source": MARKER}, {"type": "text", "text": "a"}]).api)
    assert kept["content"] == [{"type": "image"}, {"type": "text", "text": "a"}]
