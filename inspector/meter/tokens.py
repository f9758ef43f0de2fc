"""Counters of tokens, in an encoding of OpenAI's: a block's texts one by one, a call's name and arguments apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from inspector.meter.counter import End
from inspector.meter.encodings import Encoding, encoding
from inspector.meter.media import media_tokens
from inspector.meter.pieces import pieces
from inspector.meter.sizes import Entry
from inspector.meter.splitting import clean, head, split, tail
from inspector.meter.words import TextCounter

_BATCH = 4_000_000
"""Characters that are handed to the tokenizer at a time; what is read from the file for them is let go again."""
_SHORT = 4_096
_CHARS_PER_TOKEN = 6
"""Characters looked at first for each token that a cut may hold; English and code have about four."""


class TokenCounter(TextCounter):
    """Tokens of `o200k_base` or `cl100k_base`. The tokenizer is loaded when the first text is counted."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "tokens", self._count, self._fit, media=1)

    @cached_property
    def encoding(self) -> Encoding:
        """What counts."""
        return encoding(self.name)

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """False when there is no vocabulary at hand and tokens are estimated."""
        return self.encoding.exact

    def batch(self, entries: Sequence[Entry]) -> Sequence[int]:
        """Tokens of each block; all cores share the work."""
        sizes = [0] * len(entries)
        for owners, texts in self._batches(entries):
            for owner, size in zip(owners, self.encoding.counts(texts), strict=True):
                sizes[owner] += size
        for position, (block, _, _) in enumerate(entries):
            sizes[position] += media_tokens(block)
        return sizes

    def _batches(self, entries: Sequence[Entry]) -> Iterator[tuple[list[int], list[str]]]:
        owners: list[int] = []
        texts: list[str] = []
        waiting = 0
        for owner, (block, _, _) in enumerate(entries):
            for piece in _ready(pieces(block)):
                owners.append(owner)
                texts.append(piece)
                waiting += len(piece)
            if waiting >= _BATCH:
                yield owners, texts
                owners, texts, waiting = [], [], 0
        if texts:
            yield owners, texts

    def _count(self, text: str) -> int:
        if len(text) <= _SHORT:
            return self.encoding.counts([clean(text)])[0]
        return sum(self.encoding.counts(list(_ready([text]))))

    def _fit(self, text: str, size: int, end: End) -> int:
        """Characters of the first (or last) `size` tokens of the text, without one that lies across the edge."""
        if size <= 0:
            return 0
        window = max(_CHARS_PER_TOKEN * size, 64)
        while True:
            part = clean(head(text, window) if end == "head" else tail(text, window))
            ends = self.encoding.ends(part)
            if len(ends) > size or len(part) == len(text):
                return self._shrunk(part, _characters(part, ends, size, end), size, end)
            window *= 4

    def _shrunk(self, part: str, length: int, size: int, end: End) -> int:
        """Fewer characters where what is left of a cut token needs more tokens of its own; nearly always none."""
        while length and self._count(part[:length] if end == "head" else part[-length:]) > size:
            length -= 1
        return length


def _ready(texts: Iterable[str]) -> Iterator[str]:
    return (clean(piece) for text in texts for piece in split(text))


def _characters(part: str, ends: Sequence[int], size: int, end: End) -> int:
    """Whole characters within the first (or last) `size` tokens."""
    if len(ends) <= size:
        return len(part)
    data = part.encode()
    if end == "head":
        return len(data[: ends[size - 1]].decode(errors="ignore"))
    return len(data[ends[-size - 1] :].decode(errors="ignore"))


O200K: Final = "o200k_base"
CL100K: Final = "cl100k_base"


def o200k_counter() -> TokenCounter:
    """The encoding of GPT-4o, GPT-4.1, GPT-5 and the o-series."""
    return TokenCounter(O200K)


def cl100k_counter() -> TokenCounter:
    """The encoding of GPT-4 and GPT-3.5."""
    return TokenCounter(CL100K)
