"""An adversary of the bounds: it picks pieces of a history that fit into a size, so that they hold as many needs as it can.

What it holds, a view of that size could hold; so no bound may be below it. It knows nothing of how the bounds are reckoned.
"""

from __future__ import annotations

import json
from itertools import combinations
from typing import NamedTuple

from inspector.engine import Replay
from tests.analysis.truth.recall_measure import bounded


class Wanted(NamedTuple):
    """A need: its text, and of a number the words of which one must stand beside it."""

    text: str
    beside: frozenset[str] = frozenset()


EXACT = 9
"""Needs, or blocks, of which every choice is tried."""


def block_texts(replay: Replay, request: int) -> list[str]:
    """The words of every block of a history."""
    blocks = replay.transcript.structure.blocks[: replay.transcript.structure.end(request)]
    return [json.dumps(dict(b.input), ensure_ascii=False) if b.kind == "tool_use" else b.text for b in blocks]


def by_cuts(replay: Replay, texts: list[str], needs: list[Wanted], size: int) -> int:
    """How many needs pieces of blocks can hold: those of one block are one text, with what overlaps kept once."""
    places = {need.text: _places(need.text, texts) for need in needs}
    rows = sorted((need for need in places if places[need]), key=lambda need: (len(need), need))
    if len(rows) <= EXACT:
        choices = (c for n in range(len(rows), 0, -1) for c in combinations(rows, n))
        return next((len(c) for c in choices if _weight(replay, texts, places, c) <= size), 0)
    chosen: tuple[str, ...] = ()
    for need in rows:
        if _weight(replay, texts, places, (*chosen, need)) <= size:
            chosen = (*chosen, need)
    return len(chosen)


def _places(need: str, texts: list[str]) -> list[tuple[int, int, int]]:
    return [(b, at, at + len(need)) for b, text in enumerate(texts) for at in bounded(need, text)][:40]


def _stands(need: Wanted, text: str) -> bool:
    """Whether a whole block has it."""
    around = (text[max(0, at - 60) : at + len(need.text) + 60].lower() for at in bounded(need.text, text))
    return any(not need.beside or any(word in near for word in need.beside) for near in around)


def _weight(
    replay: Replay, texts: list[str], places: dict[str, list[tuple[int, int, int]]], needs: tuple[str, ...]
) -> int:
    """What the lighter of two ways weighs: every need where it was said first, or in as few blocks as come to hand."""
    first = [places[need][0] for need in needs]
    kept: list[tuple[int, int, int]] = []
    for need in sorted(needs, key=len, reverse=True):
        inside = [p for p in places[need] if any(p[0] == k[0] and k[1] <= p[1] and p[2] <= k[2] for k in kept)]
        kept.append((inside or places[need])[-1])
    return min(_cost(replay, texts, first), _cost(replay, texts, kept))


def _cost(replay: Replay, texts: list[str], pieces: list[tuple[int, int, int]]) -> int:
    total = 0
    for block in {piece[0] for piece in pieces}:
        signs = sorted({at for b, start, stop in pieces if b == block for at in range(start, stop)})
        total += replay.ledger.counter.text("".join(texts[block][at] for at in signs))
    return total


def by_blocks(replay: Replay, texts: list[str], needs: list[Wanted], size: int) -> int:
    """How many needs whole blocks can hold."""
    sizes = replay.ledger.blocks
    having = {b: frozenset(n.text for n in needs if _stands(n, text)) for b, text in enumerate(texts)}
    rows = [b for b, found in having.items() if found and sizes[b] <= size]
    if len(rows) <= EXACT:
        choices = (c for n in range(len(rows) + 1) for c in combinations(rows, n) if sum(sizes[b] for b in c) <= size)
        return max(len(frozenset().union(*(having[b] for b in c))) for c in choices)
    held: frozenset[str] = frozenset()
    left = size
    while rows:
        best = max(rows, key=lambda b: (len(having[b] - held) / max(sizes[b], 1), -b))
        rows.remove(best)
        if sizes[best] <= left and having[best] - held:
            held, left = held | having[best], left - sizes[best]
    return len(held)
