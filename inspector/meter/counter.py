"""What a counter is: a way to measure text and blocks, and the unit it answers in."""

from __future__ import annotations

from typing import Final, Literal, Protocol

from inspector.transcript.model import Block, Message

End = Literal["head", "tail"]

PROVIDER: Final = "provider"
"""The counter that is bound to one transcript: what its provider charged."""


class Counter(Protocol):
    """Measures text, blocks and made-up messages, always in its own `unit`.

    The size of a history is `base` + the sum over its blocks. What belongs to a whole message (its JSON envelope,
    where the counter counts it) is charged to the message's first block: `first` is true for it.
    """

    @property
    def name(self) -> str:
        """The name that a policy uses: bytes, chars, chars/4, json-chars, json-chars/4, o200k_base, cl100k_base, provider."""
        ...

    @property
    def unit(self) -> str:
        """bytes, chars or tokens."""
        ...

    @property
    def base(self) -> int:
        """The size of an empty history."""
        ...

    @property
    def exact(self) -> bool:
        """False where the number is an estimate of tokens."""
        ...

    def text(self, text: str) -> int:
        """Size of a bare text."""
        ...

    def block(self, block: Block, message: Message, first: bool) -> int:
        """Size of a block as recorded."""
        ...

    def replaced(self, block: Block, message: Message, first: bool, text: str, *, images: bool = True) -> int:
        """Size of `replacing.replaced_block(block, text, images)`: `text` stands in the place of the block's text.

        `images` false: the pictures and documents of a cleared result go with its text.
        """
        ...

    def made(self, role: str, text: str) -> int:
        """Size of a made-up message that holds one string."""
        ...

    def cut(self, text: str, size: int, end: End) -> int:
        """How many characters of the text's head (or tail) hold at most `size` units; never half a character."""
        ...
