"""Finding words inside one text, in slices: a text of millions of characters holds nobody up. No Textual here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

MOST = 10_000
"""Places that are counted at the most."""
SLICE = 100_000
"""Characters that are looked through between two looks at whether the answer is still wanted."""
LONGEST = 1_000
"""Characters of the words at the most."""


class Found(NamedTuple):
    """Where the words stand, in order and apart; `more`: not all of the text was looked through."""

    words: str
    spans: tuple[tuple[int, int], ...]
    more: bool = False

    def __bool__(self) -> bool:
        return bool(self.spans)

    def after(self, place: int) -> int:
        """The first one at or after a place; the first of all when there is none."""
        return next((at for at, (start, _) in enumerate(self.spans) if start >= place), 0)


class Sought(NamedTuple):
    """What is marked from the beginning: `find` answers where it is in a text, `which` of the places is the present one."""

    find: Callable[[str], Found]
    which: int


def find(text: str, words: str, unwanted: Callable[[], bool] = bool) -> Found | None:
    """All places of the words; capital letters count when there are some. None when nobody wants the answer any more."""
    words = words[:LONGEST]
    if not words:
        return Found("", ())
    pattern = re.compile(re.escape(words), 0 if words != words.lower() else re.IGNORECASE)
    spans: list[tuple[int, int]] = []
    for low in range(0, max(1, len(text)), SLICE):
        if unwanted():
            return None
        for span in _in_slice(pattern, text, max(low, spans[-1][1] if spans else 0), low + SLICE, len(words)):
            if len(spans) == MOST:
                return Found(words, tuple(spans), more=True)
            spans.append(span)
    return Found(words, tuple(spans))


def _in_slice(pattern: re.Pattern[str], text: str, low: int, high: int, size: int) -> Iterator[tuple[int, int]]:
    """Those that begin in `[low, high)`."""
    for found in pattern.finditer(text, low, high + size - 1):
        if found.start() < high:
            yield found.span()
