"""Pictures and documents, which are not drawn: a labelled box says what each of them is. No Textual here."""

from __future__ import annotations

from inspector.meter.media import reference_tokens
from inspector.terminal_text import cells, clip, pad
from inspector.transcript import TranscriptChanged
from inspector.transcript.model import Block, ImageRef
from inspector.tui.parts import fullest

SHOWN = 2
"""Boxes of one block at the most; the others are counted."""
NARROWEST = 16
"""Cells of a box at the least."""
SIGNS = {"image": "▣", "document": "▤"}

BoxLine = tuple[str, str, str]
"""Frame, words, frame."""


def box_height(block: Block, width: int) -> int:
    """Display lines of the boxes of a block, in `width` cells."""
    return len(box_lines(block, width)) if block.images else 0


def is_wordless(block: Block) -> bool:
    """Whether a block is nothing but pictures or documents: the boxes stand in the place of a text."""
    if not block.images:
        return False
    try:
        return block.kind in ("image", "document") or not block.text
    except TranscriptChanged:
        return False


def box_lines(block: Block, width: int, most: int = SHOWN) -> list[BoxLine]:
    """The boxes of a block, `most` of them, in lines of at most `width` cells."""
    named = block.kind in SIGNS  # the title of the block says what kind it is
    lines: list[BoxLine] = []
    for ref in block.images[:most]:
        lines += _box(ref, max(NARROWEST, width), named)
    more = len(block.images) - most
    return [*lines, ("", f"and {more:,} more", "")] if more > 0 else lines


def _box(ref: ImageRef, width: int, named: bool) -> list[BoxLine]:
    kind = _kind(ref)
    name = "" if named and _format(ref) else f"{SIGNS[kind]} {kind}"
    label = clip(" · ".join(part for part in (name, _format(ref)) if part), width - 4)
    words = _words(ref, width - 4)
    inner = max(map(cells, (label, *words)))
    return [
        ("┌ ", label, f" {'─' * (inner - cells(label))}┐"),
        *(("│ ", pad(line, inner), " │") for line in words),
        ("└─", "", f"{'─' * inner}─┘"),
    ]


def _words(ref: ImageRef, width: int) -> list[str]:
    """What is known of it: on one line where that fits, else on two."""
    tokens = f"≈{reference_tokens(ref):,} tokens"
    weight = f"{ref.bytes:,} bytes" if ref.bytes else "size unknown"
    pixels = f"{ref.width:,}×{ref.height:,}" if ref.width and ref.height else ""
    for form in (f"{pixels} pixels" if pixels else "", pixels):
        line = " · ".join(part for part in (form, weight, tokens) if part)
        if cells(line) <= width:
            return [line]
    return [fullest((f"{pixels} · {weight}", pixels) if pixels else (weight,), width), clip(tokens, width)]


def _kind(ref: ImageRef) -> str:
    return "document" if ref.media_type.startswith(("application/", "text/")) else "image"


def _format(ref: ImageRef) -> str:
    """`png` for `image/png`."""
    return ref.media_type.partition("/")[2] or ref.media_type
