"""What became of a hit in one view: the fate of its block, and whether the words that were looked for are still there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inspector.analysis.patterns import TooSlow
from inspector.engine.view import BlockState, Fate, Kept
from inspector.terminal_text import cells
from inspector.transcript.model import Block
from inspector.tui import body
from inspector.tui.fates import by, sign
from inspector.tui.finding.left import HELD
from inspector.tui.finding.match import Hit
from inspector.tui.finding.query import CUT, KEPT, LATER, Query
from inspector.tui.picture import Picture

GLANCE = 0.02
"""Seconds that a pattern may take to be found in what is left of one block."""
COUNTED = {
    KEPT: "in the view",
    CUT: "cut out",
    Fate.DROPPED: "dropped",
    Fate.SUMMARISED: "summarised",
    Fate.DEDUPLICATED: "deduplicated",
    Fate.CLEARED: "cleared",
    Fate.FOLDED: "folded",
    LATER: "later",
}
"""Groups of hits, in the order in which they are counted up, and the words for them."""


class Standing(NamedTuple):
    """The fate of a hit's block and the group that the hit is counted in."""

    fate: Fate
    group: str
    layer: str = ""

    @property
    def sign(self) -> str:
        """Two cells."""
        return "  " if self.group == LATER else sign(self.fate)

    @property
    def word(self) -> str:
        """A fate says what became of the block; a match that was cut out of it says so itself."""
        return "later" if self.group == LATER else "match cut" if self.group == CUT else str(self.fate)

    def words(self, width: int) -> str:
        """What became of it, and by whom where there is room."""
        full = self.word + by(self.layer) if self.group != LATER else self.word
        return full if cells(full) <= width else self.word

    @property
    def style(self) -> str:
        """The name of its colour."""
        return "later" if self.group == LATER else f"fate-{self.fate}"

    def fits(self, fates: frozenset[str]) -> bool:
        """Whether one of these fates was asked for."""
        return not fates or self.group in fates or (self.group != LATER and str(self.fate) in fates)


class Standings:
    """Answers what became of hits in one view after another; remembers what was cut out of which blocks."""

    def __init__(self, query: Query, blocks: Sequence[Block]) -> None:
        self.query, self.blocks = query, blocks
        self._left: dict[tuple[int, object], bool] = {}

    def of(self, hit: Hit, picture: Picture) -> Standing:
        """What became of a hit. Cheap for most: only what is left of a changed block is searched."""
        if picture.plan is None or hit.block >= picture.plan.end:
            return Standing(Fate.VERBATIM, LATER)
        state = picture.plan.state(hit.block)
        return Standing(state.fate, self._group(hit.block, state), state.layer)

    def holds(self, place: int, state: BlockState) -> bool:
        """Whether a view that makes this of a block still has the words in it."""
        return self._group(place, state) == KEPT

    def _group(self, place: int, state: BlockState) -> str:
        if state.gone or state.fate is Fate.INJECTED:
            return str(state.fate)
        if not self.query.has_text:
            return KEPT if state.fate in HELD else str(state.fate)
        if state.pieces is None:
            return KEPT
        key = (place, state.pieces)
        if key not in self._left:
            self._left[key] = is_left(self.query, self.blocks[place], state)
        return KEPT if self._left[key] else CUT if state.fate is Fate.TRUNCATED else str(state.fate)


def is_left(query: Query, block: Block, state: BlockState) -> bool:
    """Whether every word and pattern is still found in one of the parts of a block that a view keeps."""
    source = body.text_of(block)
    parts = [source[piece.start : piece.stop] for piece in state.pieces or () if isinstance(piece, Kept)]
    low = [part.lower() for part in parts]
    words = all(any(w.text in part for part in (parts if w.exact else low)) for w in query.words)
    try:
        return words and all(any(p.find(part, patience=GLANCE) for part in parts) for p in query.patterns)
    except TooSlow:
        return False


def tally(standings: Iterable[Standing]) -> list[tuple[str, int]]:
    """How many hits are in which group: the word for it and the number, those that there are none of left out."""
    found = Counter(str(one.group) for one in standings)
    return [(words, found[str(group)]) for group, words in COUNTED.items() if found[str(group)]]
