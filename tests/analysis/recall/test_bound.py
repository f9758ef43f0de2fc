"""The bounds against adversaries: no policy that keeps text verbatim within the size may hold more than they say."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest

import inspector
from inspector.analysis.recall.atoms import Atom
from inspector.analysis.recall.bound import bound, least
from inspector.analysis.recall.index import index
from inspector.analysis.recall.known import Known, known
from inspector.analysis.recall.needs import Recalled, recall
from inspector.analysis.recall.places import stands
from inspector.analysis.why.sightings import said
from inspector.engine import Replay
from inspector.meter import counter
from inspector.policy import load_policy
from tests.analysis.recall.sessions import session

SEEDS = [range(at, at + 25) for at in range(0, 100, 25)]
PRESETS = ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering")
KEPT = (0, 2, 6)


@pytest.mark.parametrize("seeds", SEEDS)
def test_policies(seeds: range) -> None:
    """A view that is no larger holds no more than the bound, whichever setting made it."""
    for seed in seeds:
        transcript = inspector.load_messages(session(seed, 20).messages)
        policy = load_policy("evo-agent")
        replays = [Replay(transcript, policy.with_knobs(keep_recent_results=kept)) for kept in KEPT]
        told = [(replay, recall(replay)) for replay in replays]
        for replay, found in told:
            for other, rival in told:
                _compare(replay, found, other, rival)


def _compare(replay: Replay, found: Recalled, other: Replay, rival: Recalled) -> None:
    for row, beside in zip(found.rows, rival.rows, strict=True):
        if other.plan(row.request).size <= replay.plan(row.request).size:
            assert beside.held <= row.bound <= row.needed
            assert row.bound_whole <= row.bound


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str) -> None:
    for seed in range(0, 100, 5):
        found = recall(inspector.replay(inspector.load_messages(session(seed).messages), preset))
        assert found.needed > 10
        assert all(row.held <= row.bound for row in found.rows)


@pytest.mark.parametrize("seeds", SEEDS)
def test_adversaries(seeds: range) -> None:
    """Blocks and cuts at random and greedily, at sizes at which not everything fits, in each preset's own meter."""
    for seed in seeds:
        transcript = inspector.load_messages(session(seed, 20).messages)
        replay = inspector.replay(transcript, PRESETS[seed % len(PRESETS)])
        for request in range(replay.requests - 3, replay.requests + 1):
            needs = known(index(transcript), request)
            if needs:
                _attack(replay, needs, random.Random(seed * 1000 + request))


def _attack(replay: Replay, needs: Sequence[Known], rng: random.Random) -> None:
    end = max(block for each in needs for block in each.blocks) + 1
    whole = sum(replay.ledger.blocks[block] for block in range(end))
    for size in (0, 3, 8, 20, rng.randrange(40), rng.randrange(400), rng.randrange(whole + 1)):
        most = bound(needs, [False] * len(needs), replay.ledger, size)
        for blocks in (_random_blocks(replay, end, size, rng), _greedy_blocks(replay, needs, size)):
            held = sum(not blocks.isdisjoint(each.blocks) for each in needs)
            assert held <= most.whole <= most.texts
        for cuts in (_random_cuts(replay, needs, size, rng), _greedy_cuts(replay, needs, size)):
            assert _held_in(needs, cuts) <= most.texts


def _random_blocks(replay: Replay, end: int, size: int, rng: random.Random) -> set[int]:
    kept: set[int] = set()
    for block in rng.sample(range(end), end):
        if replay.ledger.blocks[block] <= size:
            size -= replay.ledger.blocks[block]
            kept.add(block)
    return kept


def _greedy_blocks(replay: Replay, needs: Sequence[Known], size: int) -> set[int]:
    """The block that holds most for its size, again and again."""
    kept: set[int] = set()
    while True:
        open_needs = [each for each in needs if kept.isdisjoint(each.blocks)]
        fitting = {block for each in open_needs for block in each.blocks if replay.ledger.blocks[block] <= size}
        if not fitting:
            return kept
        best = max(
            sorted(fitting),
            key=lambda block: sum(block in each.blocks for each in open_needs) / (replay.ledger.blocks[block] + 1e-9),
        )
        kept.add(best)
        size -= replay.ledger.blocks[best]


Cuts = list[tuple[int, str]]
"""A block and a stretch of its text."""


def _random_cuts(replay: Replay, needs: Sequence[Known], size: int, rng: random.Random) -> Cuts:
    """Stretches about places that are needed, wider or narrower."""
    kept: Cuts = []
    for _ in range(12):
        each = rng.choice(needs)
        block = rng.choice(each.blocks)
        text = said(replay.transcript.structure.blocks[block])
        start, stop = next(stands(each.atom, text))
        cut = text[max(0, start - rng.choice((0, 1, 9))) : stop + rng.choice((0, 1, 30))]
        if (weight := replay.ledger.counter.text(cut)) <= size:
            size -= weight
            kept.append((block, cut))
    return kept


def _greedy_cuts(replay: Replay, needs: Sequence[Known], size: int) -> Cuts:
    """Just what is needed, the shortest first."""
    kept: Cuts = []
    for each in sorted(needs, key=lambda need: replay.ledger.counter.text(need.atom.text)):
        weight = replay.ledger.counter.text(each.atom.text)
        if weight <= size:
            size -= weight
            kept.append((each.blocks[0], each.atom.text))
    return kept


def _held_in(needs: Sequence[Known], cuts: Cuts) -> int:
    return sum(any(block in each.blocks and any(stands(each.atom, cut, True)) for block, cut in cuts) for each in needs)


TINY = [
    ["src/alpha/beta.py", "beta.py/gamma.md", "alpha/beta.py"],
    ["one two three", "three four five", "two three four"],
    ["limit_reached", "max_limit_reached", "other_name", "other_name_too"],
    ["4127", "x4127", "9 4127 9"],
]


@pytest.mark.parametrize("texts", TINY)
def test_brute_force_of_cuts(texts: list[str]) -> None:
    """Every set of needed texts in the shortest text that holds them all: where they overlap they cost less together."""
    transcript = inspector.load_messages([{"role": "user", "content": " - ".join(texts) * 3}])
    replay = inspector.replay(transcript, load_policy("go-tiny-claw"))
    needs = [Known(Atom("quotation", text), (0,)) for text in texts]
    for size in range(sum(map(len, texts)) + 2):
        can = max((len(some) for some in _sets(texts) if _shortest(some) <= size), default=0)
        assert can <= bound(needs, [False] * len(needs), replay.ledger, size).texts


def _sets(texts: list[str]) -> Iterator[tuple[str, ...]]:
    for count in range(len(texts) + 1):
        yield from combinations(texts, count)


def _shortest(some: tuple[str, ...]) -> int:
    return min(len(_merged(order)) for order in permutations(some))


def _merged(order: tuple[str, ...]) -> str:
    out = ""
    for text in order:
        if text not in out:
            shared = next(length for length in range(min(len(out), len(text)), -1, -1) if out.endswith(text[:length]))
            out += text[shared:]
    return out


@pytest.mark.parametrize("seed", range(20))
def test_brute_force_of_blocks(seed: int) -> None:
    """Every set of blocks of a tiny session, at every size."""
    rng = random.Random(seed)
    names = [f"name_{at}" for at in range(5)]
    texts = [" ".join(rng.sample(names, rng.randint(0, 3))) + " word" * rng.randint(0, 4) for _ in range(7)]
    transcript = inspector.load_messages([{"role": "user", "content": text or "none"} for text in texts])
    replay = inspector.replay(transcript, load_policy("go-tiny-claw"))
    rows = [(name, tuple(at for at, text in enumerate(texts) if name in text)) for name in names]
    needs = [Known(Atom("identifier", name), blocks) for name, blocks in rows if blocks]
    kept = [set(some) for count in range(8) for some in combinations(range(7), count)]
    for size in range(0, sum(replay.ledger.blocks) + 5, 7):
        can = [some for some in kept if sum(replay.ledger.blocks[block] for block in some) <= size]
        best = max(sum(not some.isdisjoint(need.blocks) for need in needs) for some in can)
        assert best <= bound(needs, [False] * len(needs), replay.ledger, size).whole


@pytest.mark.parametrize(
    "name", ["bytes", "chars", "chars/4", "json-chars", "json-chars/4", "o200k_base", "cl100k_base"]
)
def test_no_text_weighs_less_within_another_one(name: str) -> None:
    """The least that a text weighs, against the size of longer texts that hold it, in every meter."""
    meter, rng = counter(name), random.Random(1)
    signs = ["a", "B", "word", "_", "/", ".", "'s", "7", "1234", " ", "-", "é", "中文", "Camel", "snake_case", '"']
    for _ in range(400):
        inner = [f"w{''.join(rng.choices(signs, k=rng.randint(1, 6)))}w" for _ in range(3)]
        text = rng.choice([" ", "/", "\n", ", "]).join(inner)
        assert sum(least(each, meter) for each in inner) <= meter.text(text), inner
