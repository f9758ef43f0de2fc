"""A small request body with a picture. The answer stands only in the picture, and clearing old results clears it."""

from __future__ import annotations

import base64
import json
import struct
import zlib

from tests.samples.forms import Anthropic, Json

WIDTH, HEIGHT = 96, 48
WHITE, GREY, BLUE, RED = 0, 1, 2, 3
PALETTE = bytes((255, 255, 255, 150, 150, 150, 46, 104, 170, 196, 58, 49))
BARS = ((18, BLUE), (26, BLUE), (22, BLUE), (39, RED), (30, BLUE), (12, BLUE))


def chart() -> bytes:
    """A bar chart as a PNG. Its data is stored and not compressed, so that every machine makes the same bytes."""
    rows = bytearray()
    for y in range(HEIGHT):
        rows.append(0)
        rows.extend(_pixel(x, y) for x in range(WIDTH))
    stored = struct.pack("<BHH", 1, len(rows), len(rows) ^ 0xFFFF) + bytes(rows)
    data = b"\x78\x01" + stored + struct.pack(">I", zlib.adler32(bytes(rows)))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"PLTE", PALETTE), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _pixel(x: int, y: int) -> int:
    if y == HEIGHT - 3 or x == 3:
        return GREY
    bar, inside = divmod(x - 6, 15)
    if 0 <= bar < len(BARS) and inside < 11 and HEIGHT - 3 - BARS[bar][0] <= y < HEIGHT - 3:
        return BARS[bar][1]
    return WHITE


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


SYSTEM = """You keep the weekly report of a weather station. You can take a screenshot of the dashboard, query the database and \
write files. Describe only what you have seen."""

TOOLS: list[Json] = [
    {
        "name": "screenshot",
        "description": "A picture of one panel of the dashboard.",
        "input_schema": {"type": "object", "properties": {"panel": {"type": "string"}}, "required": ["panel"]},
    },
    {
        "name": "query",
        "description": "Rows of the measurements, read only.",
        "input_schema": {"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]},
    },
    {
        "name": "write_file",
        "description": "Write a file of the report.",
        "input_schema": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "text": {"type": "string"}},
            "required": ["path", "text"],
        },
    },
]


def picture() -> Json:
    data = base64.b64encode(chart()).decode()
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}


def build() -> bytes:
    talk = Anthropic("screenshot")
    talk.ask("Please write this week's page on wind gusts: the chart, the strongest day, and what the red bar means.")
    shot: list[Json] = [{"type": "text", "text": "panel gusts, week 40, Monday to Saturday"}, picture()]
    talk.use("screenshot", {"panel": "gusts"}, shot, text="First the panel as it is.")
    for day, low, high in (("2025-09-29", 7.1, 18.2), ("2025-09-30", 8.4, 26.0), ("2025-10-01", 6.9, 22.4)):
        talk.use(
            "query", {"sql": f"SELECT hour, gust FROM wind WHERE day = '{day}'"}, hours(low, high), text=f"Now {day}."
        )
    talk.use("query", {"sql": "SELECT name, value FROM thresholds"}, "gust_warning,35.0\ngust_record,61.3\n")
    page = "# Gusts, week 40\n\nThe strongest day is the one with the red bar.\n"
    talk.use("write_file", {"path": "week-40/gusts.md", "text": page}, "week-40/gusts.md written, 62 characters")
    talk.say("The page has a first form. I still have to name the day of the red bar and its value.")
    talk.ask("Yes, please name it. Which bar is red in the screenshot?")
    return (json.dumps(body(talk), ensure_ascii=False, indent=1) + "\n").encode()


def hours(low: float, high: float) -> str:
    """Gusts of one day in metres per second, every two hours."""
    step = (high - low) / 6
    return "".join(f"{hour:02}:00,{low + step * (6 - abs(hour - 12) / 2):.1f}\n" for hour in range(0, 24, 2))


def body(talk: Anthropic) -> Json:
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 2048,
        "system": SYSTEM,
        "tools": TOOLS,
        "messages": talk.messages,
    }
