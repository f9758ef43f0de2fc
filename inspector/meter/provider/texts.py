"""What of a session counts as text, in o200k tokens, and what has a size of its own: the ground that charges are shared on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from inspector.meter.media import reference_tokens
from inspector.meter.sizes import Sizes, sizes
from inspector.meter.tokens import o200k_counter
from inspector.transcript.model import Block, Transcript

_SHORT = 400
"""Tokens of a result below which it may be references alone, 12 tokens each; longer ones are not looked at."""
EXACT = o200k_counter()
"""The exact tokenizer by which charges are shared."""


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """`text[b]`, `media[b]`: o200k tokens of a block's words, provider's tokens of its pictures and documents.

    `text_before[m]`, `media_before[m]`: sums over the messages before `m`. `first[m]` is the first block of a message.
    """

    text: Sequence[int]
    media: Sequence[int]
    text_before: Sequence[int]
    media_before: Sequence[int]
    first: Sequence[int]
    hides: frozenset[int]
    """Messages that have thinking without words, which may be of any size."""
    loads: frozenset[int] = frozenset()
    """Messages with a result that loads tools: their definitions are sent in its place, and are not recorded."""

    def words(self, start: int, stop: int) -> int:
        """Text of the messages `[start, stop)`."""
        return self.text_before[stop] - self.text_before[start]

    def unrecorded(self, start: int, stop: int) -> bool:
        """Whether something was sent with the messages `[start, stop)` that the record does not hold."""
        return bool(self.loads) and any(at in self.loads for at in range(start, stop))

    def pictures(self, start: int, stop: int) -> int:
        """Media of the messages `[start, stop)`."""
        return self.media_before[stop] - self.media_before[start]


def texts(transcript: Transcript) -> Texts:
    """Measure a transcript; sizes that are counted already are taken."""
    structure = transcript.structure
    counted: Sizes = sizes(transcript, EXACT)
    media = [media_of(block) for block in structure.blocks]
    text = [max(0, size - own) for size, own in zip(counted.blocks, media, strict=True)]
    silent = (at for at, block in enumerate(structure.blocks) if block.kind == "thinking" and not text[at])
    hides = frozenset(structure.owner[at] for at in silent)
    short = (at for at in structure.results if text[at] < _SHORT)
    loads = frozenset(structure.owner[at] for at in short if _loads(structure.blocks[at]))
    before = _before(text, structure.first), _before(media, structure.first)
    return Texts(text, media, *before, structure.first, hides, loads)


def _loads(block: Block) -> bool:
    """Whether a result is references to tools (Anthropic's tool search), which say nothing in words."""
    if block.text:
        return False
    content = block.api.get("content")
    return isinstance(content, Sequence) and any(
        isinstance(part, Mapping) and part.get("type") == "tool_reference" for part in content
    )


def media_of(block: Block) -> int:
    """Tokens of the pictures and documents that were taken out of a block at load."""
    return sum(map(reference_tokens, block.images)) if block.images else 0


def _before(sizes: Sequence[int], first: Sequence[int]) -> list[int]:
    running = list(accumulate(sizes, initial=0))
    return [running[block] for block in first]
