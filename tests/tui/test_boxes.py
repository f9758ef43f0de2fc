"""Pictures and documents stand as labelled boxes: kind, format, pixels, bytes and tokens."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.terminal_text import cells
from inspector.transcript import load_messages
from inspector.transcript.model import Block, ImageRef
from inspector.tui.app import InspectorApp
from inspector.tui.boxes import box_height, box_lines, is_wordless
from inspector.tui.rows import Rows
from tests.tui.drive import main_screen, ready, text_of, until


def png(width: int, height: int) -> dict[str, Any]:
    """A picture as it is recorded."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(b"\0" * (width + 1) * height))
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + head + body + chunk(b"IEND", b"")).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def pdf() -> dict[str, Any]:
    data = base64.b64encode(b"%PDF-1.4\n" + b"x" * 60_000).decode()
    return {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": data}}


def pictures() -> list[dict[str, Any]]:
    """A prompt with a picture and a document, results with pictures, with and without words."""
    found: list[dict[str, Any]] = [
        {"role": "user", "content": [{"type": "text", "text": "look"}, png(1280, 800), pdf()]}
    ]
    contents: list[list[dict[str, Any]]] = [[png(640, 480), png(10, 10), png(20, 20)]]
    contents += [[{"type": "text", "text": f"panel {number}"}, png(640, 480)] for number in range(4)]
    for number, content in enumerate(contents):
        call = {"type": "tool_use", "id": f"t{number}", "name": "screenshot", "input": {"panel": "gusts"}}
        found.append({"role": "assistant", "content": [call]})
        found.append(
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{number}", "content": content}]}
        )
    return found


def words(block: Block, width: int) -> str:
    return "\n".join("".join(line) for line in box_lines(block, width))


def test_a_box_says_what_is_in_it() -> None:
    image, document, result = (
        load_messages(pictures()).structure.blocks[1:3] + load_messages(pictures()).structure.blocks[4:5]
    )
    assert "┌ png ─" in words(image, 60)
    assert "1,280×800 pixels · " in words(image, 60)
    assert "≈1,366 tokens" in words(image, 60)
    assert "pdf" in words(document, 60)
    assert "60,009 bytes · ≈6,000 tokens" in words(document, 60)
    assert "▣ image · png" in words(result, 60)
    assert "and 1 more" in words(result, 60)
    assert "≈1,366 tokens" in words(image, 30)


@given(st.integers(1, 90), st.integers(0, 10**7), st.integers(0, 10**5), st.text(max_size=20))
def test_a_box_is_square(width: int, weight: int, pixels: int, media: str) -> None:
    class Body:
        text, api = "", dict[str, Any]()

    block = Block("tool_result", Body(), images=(ImageRef(media, weight, "", pixels, pixels),))
    lines = box_lines(block, width)
    assert len({sum(map(cells, line)) for line in lines}) == 1
    assert sum(map(cells, lines[0])) <= max(16, width)
    assert box_height(block, width) == len(lines)


def test_heights_have_room_for_the_boxes() -> None:
    transcript = load_messages(pictures())
    rows = Rows(transcript)
    for width in (30, 60, 90):
        rows.adopt(rows.measure(width) or [], width)
        for block, row in enumerate(rows.row_of):
            found = transcript.structure.blocks[block]
            box = box_height(found, rows.columns.text)
            assert rows.heights[row] == len(rows.lines(row, rows.columns, rows.heights[row] - box)) + box
            assert rows.heights[row] == 1 + box or not is_wordless(found)
    rows.compact = True
    assert all(rows.height(row, rows.columns) == 1 for row in rows.row_of)


@pytest.mark.parametrize("width", [80, 120])
async def test_boxes_are_drawn_and_go_with_what_is_cleared(tmp_path: Path, width: int) -> None:
    path = tmp_path / "pictures.json"
    path.write_text(json.dumps(pictures()))
    app = InspectorApp(str(path), "evo-agent")
    async with app.run_test(size=(width, 44)) as pilot:
        await ready(pilot)
        panes = main_screen(app).panes
        await pilot.press("home")
        await until(pilot, lambda: "▤ document" in text_of(panes))
        shown = text_of(panes)
        assert shown.count("┌ png") == (2 if width >= 100 else 1)
        assert "1,280×800" in shown
        await pilot.press("1")
        await until(pilot, lambda: "+[" in text_of(panes))
        if width >= 100:
            row = next(line for line in text_of(panes).splitlines() if "640×480" in line)
            assert row.startswith("− "), "the layer takes the picture away with the text"
            assert "640×480" not in row.split("│", 4)[-1]
