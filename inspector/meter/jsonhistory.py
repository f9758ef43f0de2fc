"""`json-chars`: evo-agent's measure, the length of the JSON of the whole message list.

The list is `[{"role":…,"content":…},…]` without blanks, letters beyond ASCII as they are. Who pays for what, so that
base + the sum over all blocks is exactly that length for every history that holds a block:

* a message's first block pays the envelope `{"role":…,"content":…}`, the brackets of a list of blocks, and one comma;
* every other block pays the comma before it;
* `base` is 1: the two brackets around the list, less the comma that follows no message.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from inspector.meter.counter import End
from inspector.meter.cutting import cut_characters
from inspector.meter.jsontext import compact_length, compact_string
from inspector.meter.media import CHARS_PER_TOKEN, media_tokens
from inspector.meter.payload import without_payload
from inspector.meter.replacing import Shells, is_string
from inspector.transcript.model import Block, Message


class JsonHistoryCounter:
    """Characters of the JSON of all messages, charged to their blocks."""

    name: Final = "json-chars"
    unit: Final = "chars"
    base: Final = 1
    exact: Final = True

    def __init__(self) -> None:
        self._shells = Shells(_characters)

    def text(self, text: str) -> int:
        """A bare string: its characters."""
        return len(text)

    def block(self, block: Block, message: Message, first: bool) -> int:
        """Characters of a block and its share of what is around it."""
        if is_string(message, block):
            return envelope(message.role) + compact_string(block.text)
        return around(message, first) + _characters(block)

    def replaced(self, block: Block, message: Message, first: bool, text: str, *, images: bool = True) -> int:
        """Characters of the block with `text` in it, and its share of what is around it."""
        if is_string(message, block):
            return envelope(message.role) + compact_string(text)
        return around(message, first) + self._shells(block, images) - 2 + compact_string(text)

    def made(self, role: str, text: str) -> int:
        """A made-up message whose content is one string."""
        return envelope(role) + compact_string(text)

    def cut(self, text: str, size: int, end: End) -> int:
        """At most `size` characters of the bare text."""
        return cut_characters(text, size)


@cache
def envelope(role: str) -> int:
    """Characters of a message around its content, and of the comma after it."""
    return compact_length({"role": role, "content": ""}) - 2 + 1


def around(message: Message, first: bool) -> int:
    """What a block of a list pays beside its own JSON: the envelope and brackets, or the comma before it."""
    return envelope(message.role) + 2 if first else 1


def _characters(block: Block) -> int:
    return compact_length(without_payload(block)) + CHARS_PER_TOKEN * media_tokens(block)
