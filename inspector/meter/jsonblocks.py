"""`json-chars/4`, workbuddy-s14's estimate: a string is `len // 4`, a block `len(json.dumps(block)) // 4`."""

from __future__ import annotations

from typing import Final

from inspector.meter.counter import End
from inspector.meter.cutting import cut_quarters
from inspector.meter.jsontext import default_length, default_string
from inspector.meter.media import CHARS_PER_TOKEN, media_tokens
from inspector.meter.payload import without_payload
from inspector.meter.replacing import Shells, is_string
from inspector.transcript.model import Block, Message


class JsonBlocksCounter:
    """Characters of each block's JSON, with Python's blanks and ASCII escapes, by four; rounded down block by block.

    Roles and the envelopes of messages cost nothing.
    """

    name: Final = "json-chars/4"
    unit: Final = "tokens"
    base: Final = 0
    exact: Final = True

    def __init__(self) -> None:
        self._shells = Shells(_characters)

    def text(self, text: str) -> int:
        """A bare string: its length by four."""
        return len(text) // 4

    def block(self, block: Block, message: Message, first: bool) -> int:
        """Tokens of a block; of the bare text where the message is one string."""
        return (len(block.text) if is_string(message, block) else _characters(block)) // 4

    def replaced(self, block: Block, message: Message, first: bool, text: str, *, images: bool = True) -> int:
        """Tokens of the block with `text` in it."""
        if is_string(message, block):
            return len(text) // 4
        return (self._shells(block, images) - 2 + default_string(text)) // 4

    def made(self, role: str, text: str) -> int:
        """A made-up message is one string."""
        return len(text) // 4

    def cut(self, text: str, size: int, end: End) -> int:
        """Four characters for each token."""
        return cut_quarters(text, size)


def _characters(block: Block) -> int:
    return default_length(without_payload(block)) + CHARS_PER_TOKEN * media_tokens(block)
