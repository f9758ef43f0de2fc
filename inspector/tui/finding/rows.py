"""What the list of hits says of a hit: message, role, tool, and the line of text around the match."""

from __future__ import annotations

from typing import NamedTuple

from inspector.terminal_text import clip
from inspector.transcript.model import Block, Transcript
from inspector.tui import body
from inspector.tui.finding.match import Hit
from inspector.tui.finding.matter import matter, role_of, tool_of
from inspector.tui.finding.snippet import snippet


class HitRow(NamedTuple):
    """Words of one line; all of them safe. `role` names the style, too."""

    number: str
    role: str
    name: str
    text: str


class Columns(NamedTuple):
    """Cells of the parts of a line, the blank behind each included."""

    number: int
    role: int
    name: int
    text: int
    fate: int


LEAD = 3
"""Cells before the message number: the mark of the chosen hit."""


def columns(width: int, messages: int) -> Columns:
    """How a line of so many cells is shared out: the text takes what the others leave."""
    number = max(2, len(str(messages))) + 1
    name = 12 if width < 100 else 18 if width < 160 else 24
    fate = 15 if width < 100 else 24 if width < 160 else 30
    return Columns(number, 5, name, max(8, width - LEAD - number - 5 - name - fate), fate)


def hit_row(transcript: Transcript, hit: Hit, cells: Columns) -> HitRow:
    """The words about a hit."""
    shape = transcript.structure
    block, owner = shape.blocks[hit.block], shape.owner[hit.block]
    named = block.kind == "tool_use" and hit.stop <= len(block.tool)
    room = cells.text - 1
    text = _first(block, room) if named or not hit.stop else snippet(matter(block), hit.start, hit.stop, room)
    return HitRow(
        str(transcript.messages[owner].number),
        role_of(block, transcript.messages[owner]),
        clip(f"{body.SIGNS[block.kind]} {tool_of(transcript, hit.block)}".strip(), cells.name - 1),
        text,
    )


def _first(block: Block, width: int) -> str:
    """The beginning of a block in which nothing in particular was looked for."""
    return clip(body.text_of(block), width)
