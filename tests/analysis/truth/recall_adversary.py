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
    """Whether a whole block has it; a number, in one line with a word of its own, near to it."""
    if not need.beside:
        return bool(bounded(need.text, text))
    around = (line[max(0, at - 40) : at + 40] for line in text.split("\n") for at in bounded(need.text, line))
    return any(word in near.lower() for near in around for word in need.beside)


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
    """What the pieces weigh, block by block; side by side only where each still stands on its own there, else one sign apart."""
    total = 0
    for block in {piece[0] for piece in pieces}:
        own = [piece for piece in pieces if piece[0] == block]
        runs = _runs(texts[block], own)
        wanted = [texts[block][start:stop] for _, start, stop in own]
        joined = "".join(runs)
        apart = not all(bounded(each, joined) for each in wanted)
        total += replay.ledger.counter.text("\n".join(runs) if apart else joined)
    return total


def _runs(text: str, pieces: list[tuple[int, int, int]]) -> list[str]:
    """The pieces of one block in order, those that overlap as one."""
    runs: list[list[int]] = []
    for _, start, stop in sorted(pieces):
        if runs and start <= runs[-1][1]:
            runs[-1][1] = max(runs[-1][1], stop)
        else:
            runs.append([start, stop])
    return [text[start:stop] for start, stop in runs]


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
