"""Codex's recorded views are as large as the provider says, on a recorded session with three compactions.

What was sent is V + F + S + R: V tokens of the recorded view (o200k, these models' own encoding: no factor), F of the tools and
of what stands around messages, S of the encrypted summary, whose size no record tells, and R of earlier reasoning, of which
only the sum since the compaction is known, so 0 ≤ R ≤ that sum. F is seen at the first request, before there is a summary or
reasoning (6,238); one more call with its result adds 20 to 50 to it. The usage U therefore allows views with
0 ≤ U − V − F − R ≤ SUMMARY.

Worst is the first compaction of `mise-7bd5-3compact-3.7MB`: 21,919 tokens for a view of 13,112 leave 2,569 to a summary that
cannot be read; the others leave 2,285 and 2,393. The two other files with compactions are a catalogue whose texts were
trimmed, and one made up by hand without usage of the requests. Where the provider itself searched the web (`hk-f697-0.2MB`),
what it found is in no file: there U − V jumps by 14,000 and 12,000 without a compaction.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import NamedTuple

import pytest

import inspector
from inspector.transcript import load
from tests.transcript.formats.counts import ROOT

pytestmark = pytest.mark.real

NAME = "mise-7bd5-3compact-3.7MB"
SUMMARY = 4_000
"""What an encrypted summary may have; written out, those of local compactions have 300 to 1,500."""

NEXT = 5
"""Requests after each compaction that are looked at."""

CALL = 30
"""Tokens of a call and its result that no text of them accounts for."""


class Seen(NamedTuple):
    """A request: tokens of its view, of all its history, and as reported; reasoning and results since the last compaction."""

    request: int
    view: int
    history: int
    usage: int
    reasoning: int
    results: int

    @property
    def rest(self) -> int:
        """What the texts do not explain."""
        return self.usage - self.view


@cache
def session(name: str) -> tuple[list[Seen], list[int]]:
    """All requests with usage, and the first request after each compaction."""
    transcript = load(ROOT / "codex" / f"{name}.jsonl")
    shape, replay = transcript.structure, inspector.replay(transcript)
    firsts = [shape.request_of(each.since - 1) for each in transcript.compactions]
    seen, reasoning, start = [], 0, 0
    for request in range(1, shape.requests + 1):
        reply = shape.histories[request - 1]
        results = bisect_left(shape.results, shape.first[reply])
        if request in firsts:
            reasoning, start = 0, results
        usage = transcript.messages[reply].usage if reply < len(transcript.messages) else None
        if usage is not None:
            row = replay.row(request)
            seen.append(Seen(request, row.view, row.transcript, usage.context, reasoning, results - start))
            reasoning += usage.reasoning
    return seen, firsts


def test_the_recorded_view_is_as_large_as_the_usage_allows() -> None:
    seen, firsts = session(NAME)
    fixed = seen[0].rest
    assert len(firsts) == 3
    assert 5_000 < fixed < 8_000
    for each in soon_after(seen, firsts):
        assert each.rest >= fixed, each
        assert each.rest - fixed - each.reasoning - CALL * each.results <= SUMMARY, each


def soon_after(seen: list[Seen], firsts: list[int]) -> list[Seen]:
    return [each for each in seen if any(first <= each.request < first + NEXT for first in firsts)]


def test_one_summary_has_one_size() -> None:
    """After a compaction what is not explained stays the same: nothing of the view is missing, and nothing too much."""
    seen, firsts = session(NAME)
    for first in firsts:
        found = soon_after(seen, [first])
        rests = [each.rest - each.reasoning for each in found]
        assert 0 <= max(rests) - min(rests) <= CALL * found[-1].results + 60


def test_all_of_the_history_would_be_far_too_large() -> None:
    seen, firsts = session(NAME)
    for each in (row for row in seen if row.request in firsts):
        assert each.history > 9 * each.usage, each


def test_without_a_compaction_what_is_not_explained_stays_the_same() -> None:
    seen, _ = session("mise-889e-0.2MB")
    rests = [row.rest - row.reasoning for row in seen]
    assert len(rests) == 8
    assert max(rests) - min(rests) <= CALL * seen[-1].results + 60
