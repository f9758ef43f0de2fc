"""Needs and re-reads in a hundred made-up sessions that know them: found, and told apart from what only looks like them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import inspector
from inspector.analysis.recall.needs import needs_at, recall
from inspector.analysis.recall.rereads import rereads
from inspector.engine import Replay
from tests.analysis.recall.sessions import Session, session
from tests.analysis.truth.printed import printed

SESSIONS = 100
PRECISION, RECALL = 0.95, 0.9
WHYS = {
    "lost": "the view no longer held it",
    "held": "the view still held it",
    "changed": "the file had changed",
    "routine": "routine run",
}


@cache
def _replayed(seed: int, policy: str = "evo-agent") -> tuple[Session, Replay]:
    made = session(seed)
    return made, inspector.replay(inspector.load_messages(made.messages), policy)


def _needs() -> Iterator[tuple[set[str], set[str]]]:
    """For each reply what is found, and the truth."""
    for seed in range(SESSIONS):
        made, replay = _replayed(seed)
        for request in range(1, replay.requests + 1):
            yield {need.text for need in needs_at(replay, request)}, made.needs.get(request, set())


def test_planted_needs_are_found_and_hardly_anything_else() -> None:
    rows = list(_needs())
    right = sum(len(found & true) for found, true in rows)
    assert right > 2_000
    assert right / sum(len(found) for found, _ in rows) >= PRECISION
    assert right / sum(len(true) for _, true in rows) >= RECALL


def test_the_view_holds_what_it_prints() -> None:
    """What is held, against a search of the printed view. A number counts in its words alone, so it is left out."""
    kept = lost = 0
    for seed in range(0, SESSIONS, 2):
        _, replay = _replayed(seed)
        for request in range(1, replay.requests + 1):
            view = printed(replay.plan(request))
            for need in needs_at(replay, request):
                if need.kind != "number":
                    there = re.search(rf"(?<!\w){re.escape(need.text)}(?!\w)", view) is not None
                    assert need.held == there, (seed, request, need.text)
                    kept, lost = kept + there, lost + (not there)
    assert min(kept, lost) > 50


def test_why_things_were_got_again() -> None:
    """The policy keeps the newest three results. What it caused is found exactly; of the rest hardly any is missed."""
    right = wrong = caused = 0
    for seed in range(SESSIONS):
        made, replay = _replayed(seed)
        found = {each.message: each for each in rereads(replay)}
        assert {at for at, each in found.items() if each.caused} == {at for at, why in made.again if why == "lost"}
        caused += sum(each.caused for each in found.values())
        right += sum(at in found and found[at].why == WHYS[why] for at, why in made.again)
        wrong += len(made.again) + len(set(found) - {at for at, _ in made.again})
    assert caused > 100
    assert right / wrong >= 0.98


def test_the_recorded_view_causes_nothing() -> None:
    """It holds all: nothing is missed, and nothing is got again for want of it."""
    for seed in range(5):
        made, _ = _replayed(seed)
        replay = inspector.replay(inspector.load_messages(made.messages), "recorded")
        found = recall(replay)
        assert found.held == found.needed > 0
        assert not any(each.caused for each in rereads(replay))
