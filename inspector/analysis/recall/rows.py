"""Where something stands in a session, and in how many messages something may stand and still be evidence."""

from __future__ import annotations

from array import array

SHARE, FEW = 0.2, 6
"""The share of the messages, and their number, from which something is everywhere."""


def most(messages: int) -> float:
    """In how many of so many messages something may stand: in more of them, it is everywhere, and no evidence."""
    return max(FEW, SHARE * messages)


class Rows:
    """The blocks that hold something, and their messages, by position and in order, as far as it was looked for.

    `next` is the place among the candidates at which looking goes on.
    """

    __slots__ = ("blocks", "messages", "next")

    def __init__(self) -> None:
        self.blocks, self.messages = array("q"), array("q")
        self.next = 0

    def add(self, block: int, message: int) -> None:
        self.blocks.append(block)
        if not self.messages or self.messages[-1] != message:
            self.messages.append(message)
