"""After a compaction, the recorded view is as large as the provider says: Claude Code sessions, whose usage is in the record.

What was sent is F + k·c: c tokens of the recorded view (o200k, exact), k of the provider's tokens for one of them, and F of
system prompt, tools and memory files, which are not recorded. Of neither more is known than where it lies: on 44 stretches
without a compaction k was 1.07 to 1.88 and F 20 to 60 thousand (DESIGN, section 6). So the usage U of a request allows
views with U − 60,000 ≤ k·c ≤ U − 12,000, and what a wrong view would hold lies far out of that.

Worst is `entire-1840-1compact-3.3MB`: 59,793 tokens for a view of 3,344 leave F at 53 to 56 thousand, where it had been 43
before. After its compaction the client gave files back to the model that this version does not record.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import inspector
from inspector.meter.provider.usage import usage_of
from inspector.transcript import Transcript, load
from tests.transcript.formats.counts import ROOT

pytestmark = pytest.mark.real

SLOPE = (1.07, 1.88)
FIXED = (12_000, 60_000)
NEXT = 3
"""Requests after each compaction that are looked at."""
FILES = (
    "entire-1840-1compact-3.3MB",
    "entire-38ec-micro-compact-4.1MB",
    "entire-4b7d-1compact-0.5MB",
    "entire-7662-micro-compact-0.7MB",
    "entire-a6e4-1compact-0.3MB",
    "entire-d599-micro-only-0.9MB",
    "orin-4be7-1compact-2.1MB",
    "teslamint-f357-2compact-preserved-2.4MB",
)
BEGIN_LATER = ("entire-4b7d-1compact-0.5MB", "entire-7662-micro-compact-0.7MB", "entire-a6e4-1compact-0.3MB")
"""Records that begin in the middle: until the first full compaction the prompt held what is in no file."""


class Seen(NamedTuple):
    """A request soon after a compaction: tokens of its view, of all its history, and reported."""

    request: int
    view: int
    history: int
    usage: int


def after_compactions(transcript: Transcript, later: bool) -> Iterator[Seen]:
    shape, replay = transcript.structure, inspector.replay(transcript)
    first_full = min((c.since for c in transcript.compactions if c.kind == "full"), default=0)
    for compaction in transcript.compactions:
        if later and compaction.since < first_full:
            continue
        start = shape.request_of(compaction.since - 1)
        for request in range(start, min(start + NEXT, shape.requests + 1)):
            usage = usage_of(transcript, request)
            if usage is not None and usage.context:
                row = replay.row(request)
                yield Seen(request, row.view, row.transcript, usage.context)


def allowed(view: int, usage: int) -> bool:
    """Whether some k and F within their bounds explain the usage."""
    return usage - FIXED[1] <= SLOPE[1] * view and SLOPE[0] * view <= usage - FIXED[0]


@pytest.fixture(scope="module", params=FILES)
def seen(request: pytest.FixtureRequest) -> tuple[str, list[Seen]]:
    path: Path = ROOT / "claude-code" / f"{request.param}.jsonl"
    return request.param, list(after_compactions(load(path), request.param in BEGIN_LATER))


def test_the_recorded_view_is_as_large_as_the_usage_allows(seen: tuple[str, list[Seen]]) -> None:
    name, found = seen
    assert found
    assert [each for each in found if not allowed(each.view, each.usage)] == [], name


def test_all_of_the_history_would_be_too_large(seen: tuple[str, list[Seen]]) -> None:
    """That the bounds can tell: without a full compaction, long histories would not be explained."""
    name, found = seen
    long = [each for each in found if SLOPE[0] * each.history > each.usage - FIXED[0]]
    assert all(not allowed(each.history, each.usage) for each in long)
    assert long or "micro" in name or name in BEGIN_LATER


@pytest.mark.parametrize("name", ["entire-d599-micro-only-0.9MB", "entire-38ec-micro-compact-4.1MB"])
def test_a_micro_compaction_takes_as_much_as_the_usage_falls(name: str) -> None:
    """The prompt before holds what the one after it lacks, and F is the same for both. Sessions whose beginning is there."""
    transcript = load(ROOT / "claude-code" / f"{name}.jsonl")
    (micro,) = [each for each in transcript.compactions if each.kind == "micro"]
    request, replay = transcript.structure.request_of(micro.since - 1), inspector.replay(transcript)
    before, after = usage_of(transcript, request - 1), usage_of(transcript, request)
    assert before is not None
    assert after is not None
    fallen, taken = before.context - after.context, replay.row(request - 1).view - replay.row(request).view
    assert SLOPE[0] * 0.95 * taken <= fallen <= SLOPE[1] * taken
