"""What a block is made of, for its price: its kind, and how much of it there is."""

from __future__ import annotations

from typing import Final, NamedTuple

from inspector.transcript.model import Block

KINDS: Final = ("prose", "result", "call", "thought", "sealed", "hidden")
"""Text; the text of a tool result; the name and arguments of a call; thinking in words; thinking whose words are not (all)
recorded but whose seal is; thinking of which nothing tells how long it was."""
PROSE, RESULT, CALL, THOUGHT, SEALED, HIDDEN = range(len(KINDS))
SIZES: Final = len(KINDS)
"""A vector of amounts has the size of each kind, then the number of blocks of each kind."""

_SEAL: Final = 64
"""Characters that a seal has at the least; shorter ones were taken out of the record."""

Amounts = tuple[float, ...]
NOTHING: Final[Amounts] = (0.0,) * (2 * SIZES)


class Amount(NamedTuple):
    """A block's kind (a position in `KINDS`) and its size: o200k tokens of its words, characters of a seal."""

    kind: int
    size: int


def amount(block: Block, words: int) -> Amount:
    """What a block of so many o200k tokens is made of.

    The signature of a thinking block (or its encrypted content) is as long as the thinking itself, of which the words on
    record are often a summary, or missing: with the reasoning that was reported it correlates by 0.99.
    """
    if block.kind == "tool_result":
        return Amount(RESULT, words)
    if block.kind == "tool_use":
        return Amount(CALL, words)
    if block.kind == "thinking" or (block.kind == "opaque" and block.api.get("type") == "redacted_thinking"):
        seal = seal_of(block)
        return Amount(SEALED, seal) if seal else Amount(THOUGHT, words) if words else Amount(HIDDEN, 0)
    return Amount(PROSE, words)


def seal_of(block: Block) -> int:
    """Characters of the seal of a thinking block; 0 where it has none."""
    api = block.api
    written = next((api[name] for name in ("signature", "data") if isinstance(api.get(name), str)), "")
    encrypted = api.get("encrypted_bytes")
    length = len(written) or (encrypted if isinstance(encrypted, int) else 0)
    return length if length >= _SEAL else 0


def plus(one: Amounts, other: Amounts, times: float = 1.0) -> Amounts:
    """The sum of two vectors, the second one so many times."""
    return tuple(a + times * b for a, b in zip(one, other, strict=True))
