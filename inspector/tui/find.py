"""Finding a text in a transcript: in which blocks, and where in them. No Textual here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from inspector.transcript.model import Transcript
from inspector.tui import body


class Hit(NamedTuple):
    """A block that holds the text, and the character at which it first does (as the unfolded block is shown)."""

    block: int
    at: int


def find(transcript: Transcript, words: str, unwanted: Callable[[], bool] = bool) -> list[Hit] | None:
    """The blocks that hold a text, in order; capital letters count when it has some. None when nobody wants it any more."""
    exact = words != words.lower()
    found: list[Hit] = []
    for block, content in enumerate(transcript.structure.blocks):
        if not block % 64 and unwanted():
            return None
        text = body.text_of(content, expanded=True)
        at = text.find(words) if exact else text.lower().find(words)
        if at >= 0:
            found.append(Hit(block, min(at, len(text) - 1)))
    return found


def nearest(hits: list[Hit], block: int, direction: int) -> int:
    """The place of the next hit after (or before) a block; round and round."""
    if direction > 0:
        return next((place for place, hit in enumerate(hits) if hit.block > block), 0)
    return next((place for place in range(len(hits) - 1, -1, -1) if hits[place].block < block), len(hits) - 1)
