"""The texts of a record that are most like one that it does not hold: for who remembers the words not quite."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from heapq import nlargest
from itertools import chain
from typing import NamedTuple

from inspector.analysis.why.facts import Fact
from inspector.analysis.why.sightings import said
from inspector.long_work import Cancelled
from inspector.transcript.model import Transcript

MOST = 3
"""Texts that are told."""
WORDS, PIECES = 10, 24
"""Words of a fact that are looked for, the longest; where no block has one of them, so many pieces of three letters."""
BLOCKS, LINES, LONG = 40, 400, 400
"""Blocks that are looked at closely, sentences of each, and characters of one that are compared."""
ALIKE = 0.4
"""Likeness (0 to 1) below which a text is not worth telling."""
_WORD = re.compile(r"\w{3,}")
_END = re.compile(r"(?<=[.!?])\s+|\n+|(?<=[。！？；])")


class Near(NamedTuple):
    """A line or sentence of a block (position from 0): characters `[start, stop)` of its words. `alike` is from 0 to 1."""

    block: int
    start: int
    stop: int
    text: str
    alike: float


def nearest(transcript: Transcript, fact: Fact, cancelled: Callable[[], bool] = bool) -> tuple[Near, ...]:
    """Up to three sentences that are most like a text, the likest first; none for patterns and for what is followed whole.

    Only the blocks that share most with it are looked at closely. Raises `Cancelled`.
    """
    wanted = " ".join(fact.text.split()).lower()[:LONG]
    if fact.form != "text" or len(wanted) < 3:
        return ()
    words = sorted(set(_WORD.findall(wanted)), key=lambda word: (-len(word), word))[:WORDS]
    blocks = _sharing(transcript, words, cancelled) or _sharing(transcript, _pieces(wanted), cancelled)
    found = (near for block in blocks for near in _lines(transcript, block, wanted, words, cancelled))
    return tuple(_apart(sorted(found, key=lambda near: (-near.alike, near.block, near.start))))


def _sharing(transcript: Transcript, pieces: Sequence[str], cancelled: Callable[[], bool]) -> list[int]:
    """The blocks that have the most of these pieces; pieces that few blocks have weigh more."""
    having: dict[str, list[int]] = {piece: [] for piece in pieces}
    for place, block in enumerate(transcript.structure.blocks):
        if cancelled():
            raise Cancelled
        text = said(block).lower()
        for piece in pieces:
            if piece in text:
                having[piece].append(place)
    weight: dict[int, float] = {}
    for places in having.values():
        for place in places:
            weight[place] = weight.get(place, 0.0) + 1 / len(places) ** 0.5
    return nlargest(BLOCKS, weight, key=lambda place: (weight[place], -place))


def _pieces(wanted: str) -> list[str]:
    """Pieces of three letters, from all over the text."""
    every = list(dict.fromkeys(wanted[at : at + 3] for at in range(len(wanted) - 2)))
    return every[:: max(1, len(every) // PIECES)][:PIECES]


def _lines(
    transcript: Transcript, place: int, wanted: str, words: Sequence[str], cancelled: Callable[[], bool]
) -> Iterator[Near]:
    """The sentences of a block that are like the text: those that share a word with it, or else the first ones."""
    looked = 0
    text = said(transcript.structure.blocks[place])
    for number, (start, stop) in enumerate(_sentences(text)):
        if number % 1_000 == 0 and cancelled():
            raise Cancelled
        low = text[start : min(stop, start + LONG)].lower()
        if looked > LINES // 10 and words and not any(word in low for word in words):
            continue
        looked += 1
        if looked > LINES:
            return
        if (alike := _likeness(wanted, low)) >= ALIKE:
            yield Near(place, start, stop, text[start:stop], alike)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    """Lines, and the sentences in them, as `[start, stop)` without the blanks around them."""
    at = 0
    for start, stop in chain((each.span() for each in _END.finditer(text)), [(len(text), len(text))]):
        bare = text[at:start].strip()
        if len(bare) >= 3:
            begins = text.index(bare[0], at)
            yield begins, begins + len(bare)
        at = stop


def _likeness(wanted: str, line: str) -> float:
    """How much of the text is in the line, in its order; a line that says much else counts a little less."""
    match = SequenceMatcher(None, line[:LONG], wanted, autojunk=False)
    if match.real_quick_ratio() == 0:
        return 0.0
    shared = sum(size for _, _, size in match.get_matching_blocks() if size >= 3)
    return shared / len(wanted) - 0.1 * max(0, len(line) - len(wanted)) / max(len(line), 1)


def _apart(found: Iterable[Near]) -> Iterator[Near]:
    """Each text once, as many as are told."""
    seen: set[str] = set()
    for near in found:
        if near.text not in seen and len(seen) < MOST:
            seen.add(near.text)
            yield near
