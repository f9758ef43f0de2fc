"""Counters that measure words: UTF-8 bytes, characters, characters by four. The role of a message costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inspector.meter.counter import End
from inspector.meter.cutting import cut_bytes, cut_characters, cut_quarters, utf8_length
from inspector.meter.media import CHARS_PER_TOKEN, media_tokens
from inspector.meter.pieces import pieces
from inspector.meter.replacing import Shells
from inspector.transcript.model import Block, Message

_WORDS: Final = ("text", "thinking", "summary")
"""Kinds of blocks that are nothing but their text: most of a session."""


class TextCounter:
    """Adds up what `measure` says of each text of a block, and divides by `per` at the end, rounding down."""

    base: Final = 0
    exact = True

    def __init__(
        self,
        name: str,
        unit: str,
        measure: Callable[[str], int],
        cut: Callable[[str, int, End], int],
        *,
        per: int = 1,
        media: int = CHARS_PER_TOKEN,
    ) -> None:
        self.name: Final = name
        self.unit: Final = unit
        self.raw: Final = measure
        self._cut = cut
        self._per = per
        self._media = media
        self._shells = Shells(self._whole)

    def text(self, text: str) -> int:
        """Size of a bare text."""
        return self.raw(text) // self._per

    def block(self, block: Block, message: Message, first: bool) -> int:
        """Size of the block's texts and media."""
        return self._whole(block) // self._per

    def replaced(self, block: Block, message: Message, first: bool, text: str, *, images: bool = True) -> int:
        """Size of the block with `text` in it; only results have anything beside their text."""
        beside = self._shells(block, images) if block.kind == "tool_result" else 0
        return (self.raw(text) + beside) // self._per

    def made(self, role: str, text: str) -> int:
        """Size of a made-up message: its text."""
        return self.text(text)

    def cut(self, text: str, size: int, end: End) -> int:
        """How many characters of the text's head (or tail) hold at most `size` units."""
        return self._cut(text, size, end)

    def _whole(self, block: Block) -> int:
        if block.kind in _WORDS:
            return self.raw(block.text)
        return sum(map(self.raw, pieces(block))) + self._media * media_tokens(block)


def bytes_counter() -> TextCounter:
    """UTF-8 bytes, as go-tiny-claw's `estimateLength` counts (a Go string is its bytes)."""
    return TextCounter("bytes", "bytes", utf8_length, cut_bytes)


def chars_counter() -> TextCounter:
    """Unicode code points."""
    return TextCounter("chars", "chars", len, cut_characters)


def quarters_counter() -> TextCounter:
    """Four characters taken for one token, rounded down once for the block."""
    return TextCounter("chars/4", "tokens", len, cut_quarters, per=4)
