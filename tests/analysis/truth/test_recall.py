"""Recall on 100 made-up sessions that know their needs: the shares that must be found, what is held, and the bounds.

The seeds are not those with which the program was made better.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from inspector.analysis.recall.bound import bound
from inspector.analysis.recall.index import index
from inspector.analysis.recall.known import known
from inspector.analysis.recall.needs import recall
from tests.analysis.truth.recall_adversary import Wanted, block_texts, by_blocks, by_cuts
from tests.analysis.truth.recall_measure import Score, replay_of, score

SEEDS = range(50, 150)
SIZES = (3, 12, 40, 150, 600, 2_500)
"""Sizes in each policy's own unit, most of them too small for every need."""


@cache
def scores() -> tuple[Score, ...]:
    return tuple(map(score, SEEDS))


def test_needs_are_found() -> None:
    hit, planted = sum(each.hit for each in scores()), sum(each.planted for each in scores())
    told, false = sum(each.told for each in scores()), sum(each.false for each in scores())
    assert planted > 4_000
    assert hit / planted >= 0.9
    assert told / (told + false) >= 0.95


def test_held_is_what_the_printed_view_holds() -> None:
    held = sum((each.held for each in scores()), Counter[str]())
    assert held["gone"] > 300
    assert held["right"] / held["all"] >= 0.99


def test_the_reasons_of_re_reads() -> None:
    again = sum((each.again for each in scores()), Counter[str]())
    assert again["all"] > 400
    assert again["right"] / again["all"] >= 0.95


@pytest.mark.parametrize("seeds", [range(50, 100), range(100, 150)])
def test_the_bound(seeds: range) -> None:
    """At the size of every view, and at small sizes for some requests of each session."""
    for seed in seeds:
        _, replay = replay_of(seed)
        found = index(replay.transcript)
        rows = recall(replay).rows
        assert all(row.held <= row.bound <= row.needed and row.bound_whole <= row.bound for row in rows)
        for row in rows[seed % 5 :: 5]:
            things = known(found, row.request)
            needs = [Wanted(each.atom.text, each.atom.beside) for each in things]
            texts = block_texts(replay, row.request)
            size = replay.plan(row.request).size
            assert by_blocks(replay, texts, needs, size) <= row.bound_whole
            for small in SIZES:
                most = bound(things, [False] * len(things), replay.ledger, small)
                assert by_cuts(replay, texts, needs, small) <= most.texts, (seed, row.request, small)
                assert by_blocks(replay, texts, needs, small) <= most.whole, (seed, row.request, small)
