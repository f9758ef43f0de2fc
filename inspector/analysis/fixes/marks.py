"""The sizes at which something changes: of histories, of what layers received, of results, and of the facts in their texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest

from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.walk import entries
from inspector.engine import Replay
from inspector.engine.cut import lines, measure, utf8
from inspector.policy.model import Knob

EVENTS, HISTORIES, RESULTS, PLACES = 6, 12, 6, 4
"""Compactions before the request, requests, long results and places of facts of which the sizes are tried."""
LONG = 200_000
"""Characters of a text up to which its tokens are counted for this; a longer one is left to the grid."""


def marks(replay: Replay, knob: Knob, wanted: Sequence[Wanted], gate: bool) -> Iterator[int]:
    """Sizes at which a layer works or not, right at them and one beside."""
    if gate:
        for size in _gates(replay, wanted):
            yield from (size, size + 1)
    elif knob.unit in ("bytes", "chars", "lines", "tokens"):
        for size in _texts(replay, knob.unit, wanted):
            yield from (size - 1, size, size + 1)


def largest(replay: Replay, unit: str) -> int:
    """A size that no text of the record exceeds, in a unit of texts."""
    blocks = replay.transcript.structure.blocks
    if unit == "lines":
        return max((lines(block.text) for block in blocks), default=0)
    if unit == "bytes":
        return max((utf8(block.text) for block in blocks), default=0)
    if unit == "tokens" and replay.policy.meter.unit == "tokens":
        return max(replay.ledger.blocks, default=0)
    return max((len(block.text) for block in blocks), default=0)


def _gates(replay: Replay, wanted: Sequence[Wanted]) -> Iterator[int]:
    """Histories: of the request where a fact comes in and of that where it is needed, some between; what layers received."""
    last = max(each.needed for each in wanted)
    row = replay.row(last)
    beside = max(0, (row.required or row.view) - row.view)
    for request in _requests(replay, wanted, last):
        yield replay.row(request).transcript + beside
    for request in _compacted(replay, last):
        yield replay.steps(request).before.size + beside


def _requests(replay: Replay, wanted: Sequence[Wanted], last: int) -> set[int]:
    comes = [each for one in wanted for each in entries(replay, one.found.blocks) if each <= last]
    between = range(1, last + 1, max(1, last // HISTORIES))
    return {last, *between, *comes[:PLACES], *comes[-PLACES:]}


def _compacted(replay: Replay, last: int) -> Iterator[int]:
    """The newest requests at which a compaction was made, or refused."""
    found = 0
    for request in range(last, 0, -1):
        row = replay.row(request)
        if row.compacted or row.error is not None:
            yield request
            found += 1
            if found >= EVENTS:
                return


def _texts(replay: Replay, unit: str, wanted: Sequence[Wanted]) -> Iterator[int]:
    """The texts with the facts, the facts' places seen from both ends, and the longest results of their histories."""
    blocks, counter = replay.transcript.structure.blocks, replay.ledger.counter
    for place in (each for one in wanted for each in (*one.found.all[:PLACES], *one.found.all[-PLACES:])):
        text = blocks[place.block].text
        if len(text) > LONG and unit == "tokens":
            continue
        yield measure(text, unit, counter)
        for part in (text[: place.stop], text[place.start :]):
            size = measure(part, unit, counter)
            yield from (size, 2 * size)
    for at in _results(replay, wanted):
        if len(blocks[at].text) <= LONG or unit != "tokens":
            yield measure(blocks[at].text, unit, counter)


def _results(replay: Replay, wanted: Sequence[Wanted]) -> list[int]:
    shape = replay.transcript.structure
    end = shape.end(max(each.needed for each in wanted))
    return nlargest(RESULTS, (at for at in shape.results if at < end), key=lambda at: len(shape.blocks[at].text))
