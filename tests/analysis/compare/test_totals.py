"""Totals of contenders, and where they differ, against a restatement from materialised views."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

import inspector
from inspector.analysis.compare.compare import Comparison, compare
from inspector.analysis.compare.contender import Contender
from inspector.analysis.compare.differing import APART, MOST, at_request
from inspector.analysis.cost.twin import twin
from inspector.analysis.recall.needs import recall_at
from inspector.analysis.sendable.plain import breaches
from inspector.analysis.why.facts import text_fact
from inspector.long_work import Cancelled
from inspector.transcript.model import Transcript
from tests.analysis.compare.restated import apart, restated
from tests.analysis.truth.printed import truth
from tests.analysis.truth.sessions import Planted, planted

SETTINGS: tuple[tuple[str, dict[str, int]], ...] = (
    ("go-tiny-claw", {"max_chars": 9_000}),
    ("workbuddy-s14", {"soft_threshold": 5_000, "hard_limit": 9_000}),
    ("evo-agent", {"context_limit": 14_000}),
    ("agent-engineering", {"window": 9_000}),
)


def contenders(transcript: Transcript) -> list[Contender]:
    """The presets with knobs that make them work in a short session."""
    extractive = inspector.summariser("extractive", transcript)
    return [Contender(inspector.load_policy(name).with_knobs(**knobs), extractive) for name, knobs in SETTINGS]


@cache
def compared(seed: int) -> tuple[Planted, Comparison]:
    """A made-up session under all of them, with two facts."""
    session = planted(seed, messages=50)
    transcript = inspector.load_messages(session.messages)
    return session, compare(transcript, contenders(transcript), [text_fact(fact) for fact in list(session.facts)[:2]])


@pytest.mark.parametrize("seed", range(6))
def test_totals_are_those_of_the_views(seed: int) -> None:
    _, found = compared(seed)
    assert [run.letter for run in found.runs] == ["R", "A", "B", "C", "D"]
    for run in found.runs:
        told, totals = restated(run.replay), run.totals
        for sizes, seen in ((totals.own, told.own), (totals.common, told.tokens)):
            peak = max(seen.values())
            assert (sizes.peak, sizes.area, sizes.sent) == (peak, sum(seen.values()), len(seen))
            assert sizes.at == min(request for request, size in seen.items() if size == peak)
            assert sizes.mean == sum(seen.values()) / len(seen)
        spent = [row for row in twin(run.replay).rows if row.request in told.own]
        assert totals.spending.prompts == sum(row.prompt for row in spent)
        kinds = ("fresh", "read", "write", "output")
        assert totals.spending[:4] == tuple(sum(getattr(row, kind) for row in spent) for kind in kinds)
        assert totals.spending.usd is None, "the record names no model: there is no price, and none is not 0"
        assert list(totals.refusals) == told.refused
        assert run.views == [told.tokens.get(request) for request in range(1, found.requests + 1)]
        assert totals.typed.lost == len(told.typed_lost)
        assert totals.typed.first == told.first_typed


def test_the_sessions_have_what_is_counted() -> None:
    """Compactions, refusals and lost typed texts are all among them: else the test above would say little."""
    runs = [run for seed in range(6) for run in compared(seed)[1].runs[1:]]
    assert any(run.totals.refusals for run in runs)
    assert any(run.totals.typed.losing for run in runs)
    assert all(run.totals.compactions for run in runs)


@pytest.mark.parametrize("seed", range(2))
def test_recall_and_what_a_provider_refuses_are_those_of_each_view_that_is_sent(seed: int) -> None:
    _, found = compared(seed)
    for run in found.runs:
        sent = [request for request in range(1, found.requests + 1) if request not in run.totals.refusals]
        each = [recall_at(run.replay, request) for request in sent]
        needed, held, most = run.totals.recall
        assert (needed, held) == (sum(one.needed for one in each), sum(one.held for one in each))
        assert held <= most <= needed
        broken = [breaches(run.replay.view(request), run.replay.transcript) for request in sent]
        errors = [request for request, all in zip(sent, broken, strict=True) if any(b.severity == "error" for b in all)]
        assert list(run.totals.unsendable.requests) == errors


@pytest.mark.parametrize("seed", range(3))
def test_facts_are_lost_where_the_printed_views_lack_them(seed: int) -> None:
    session, found = compared(seed)
    for run in found.runs:
        for kept in run.totals.facts:
            lost = truth(run.replay, kept.fact.text, session.facts[kept.fact.text]).lost
            assert kept.lost_at == (lost[0][0] if lost else None)
            assert kept.kept is not lost


@pytest.mark.parametrize("seed", range(4))
def test_blocks_that_differ_are_those_whose_texts_do(seed: int) -> None:
    _, found = compared(seed)
    replays = [run.replay for run in found.runs]
    for one in found.differing:
        blocks = apart(replays, one.request)
        assert one.blocks == len(blocks)
        assert sum(group.blocks for group in one.groups) + one.more == len(blocks)
        told = [restated(replay).tokens.get(one.request) for replay in replays]
        assert list(one.sizes) == told
        there = [size for size in told if size is not None]
        assert one.spread == max(there) - min(there)


@pytest.mark.parametrize("seed", range(4))
def test_the_requests_that_differ_most_are_told(seed: int) -> None:
    _, found = compared(seed)
    numbers = [one.request for one in found.differing]
    assert numbers == sorted(numbers)
    assert 0 < len(numbers) <= MOST
    gap = max(1, found.requests // APART)
    assert all(later - earlier >= gap for earlier, later in pairwise(numbers))
    every = [at_request(found.runs, request) for request in range(1, found.requests + 1)]
    assert max(one.spread for one in found.differing) == max(one.spread for one in every)
    assert max(one.blocks for one in found.differing) == max(one.blocks for one in every if one.request in numbers)


def test_one_that_sends_the_same_differs_nowhere() -> None:
    transcript = inspector.load_messages(planted(1, messages=12).messages)
    found = compare(transcript, [Contender(inspector.load_policy("workbuddy-s14"))])
    assert found.differing == ()
    assert found.runs[0].totals.common == found.runs[1].totals.common


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"role": "user", "content": "hello"}],
        [{"role": "user", "content": ""}],
        [
            {"role": "user", "content": "go"},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "read", "input": {}}]},
        ],
    ],
    ids=["empty", "one", "blank", "unanswered"],
)
def test_short_transcripts_are_answers(messages: list[dict[str, object]]) -> None:
    transcript = inspector.load_messages(messages)
    found = compare(transcript, contenders(transcript), [text_fact("hello")])
    assert len(found.runs) == 5
    assert all(len(run.rows) == found.requests for run in found.runs)


def test_it_can_be_given_up() -> None:
    transcript = inspector.load_messages(planted(2, messages=20).messages)
    with pytest.raises(Cancelled):
        compare(transcript, contenders(transcript), cancelled=lambda: True)


def test_progress_only_grows() -> None:
    seen: list[tuple[int, int]] = []
    transcript = inspector.load_messages(planted(2, messages=30).messages)
    compare(transcript, contenders(transcript), progress=lambda done, of: seen.append((done, of)))
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert len({of for _, of in seen}) == 1
    assert all(done <= of for done, of in seen)
