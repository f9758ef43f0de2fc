"""Sizes of stretches of blocks in a meter of one's own: running sums for each set of local layers, made once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate

from inspector.engine.cut import assemble
from inspector.engine.effects import remember
from inspector.engine.ledger import Applied, Ledger
from inspector.engine.view import BlockState, Fate
from inspector.meter import sizes
from inspector.meter.counter import Counter
from inspector.meter.replacing import replaced_block
from inspector.meter.sizes import BatchCounter, Entry
from inspector.transcript.model import Transcript

_BATCH = 256
"""Changed blocks whose texts are held at a time."""


class Sums:
    """Sizes of the blocks of one transcript in one counter, as recorded and as local layers leave them."""

    def __init__(self, transcript: Transcript, counter: Counter) -> None:
        self.transcript, self.counter = transcript, counter
        self.plain = sizes(transcript, counter)

    def stretch(self, ledger: Ledger, lo: int, hi: int, applied: Applied) -> int:
        """Size of the blocks `[lo, hi)` with the layers applied."""
        prefix = self.prefix(ledger, applied)
        return prefix[hi] - prefix[lo]

    def prefix(self, ledger: Ledger, applied: Applied) -> Sequence[int]:
        """Running sums over all blocks with the layers applied; shared by all replays with these layers."""
        if not applied:
            return self.plain.prefix
        key = ("measured", self.counter.name, ledger.settings(applied))
        return remember(self.transcript, key, lambda: self._summed(ledger, applied))

    def _summed(self, ledger: Ledger, applied: Applied) -> Sequence[int]:
        changed = {b for at, layer in enumerate(applied) for b in ledger.changes(layer, applied[:at])}
        found = array("q", self.plain.blocks)
        for block, size in self._sized((b, ledger.state(b, applied)) for b in sorted(changed)):
            found[block] = size
        return array("q", accumulate(found, initial=0))

    def _sized(self, states: Iterable[tuple[int, BlockState]]) -> Iterable[tuple[int, int]]:
        """The size of each block as a layer left it."""
        waiting: list[tuple[int, Entry]] = []
        for block, state in states:
            waiting.append((block, self._entry(block, state)))
            if len(waiting) >= _BATCH:
                yield from self._counted(waiting)
                waiting = []
        yield from self._counted(waiting)

    def _counted(self, waiting: list[tuple[int, Entry]]) -> Iterable[tuple[int, int]]:
        entries = [entry for _, entry in waiting]
        if isinstance(self.counter, BatchCounter):
            found = self.counter.batch(entries)
        else:
            found = [self.counter.block(*entry) for entry in entries]
        return zip((block for block, _ in waiting), found, strict=True)

    def _entry(self, block: int, state: BlockState) -> Entry:
        structure = self.transcript.structure
        owner, source = structure.owner[block], structure.blocks[block]
        first = structure.first[owner] == block
        if state.pieces is None:
            return source, self.transcript.messages[owner], first
        text = assemble(source.text, state.pieces)
        images = state.fate is Fate.TRUNCATED
        return replaced_block(source, text, images), self.transcript.messages[owner], first

    def one(self, block: int, state: BlockState) -> int:
        """Size of one block in a state."""
        return next(size for _, size in self._sized([(block, state)]))
