"""After a compaction of pi the recorded view is as large as the provider says, in the recorded session that has usage.

What was sent is F + k·c: c tokens of the recorded view (o200k, exact), F of system prompt and tools, k of the provider's tokens
for one of ours. The session begins with a prompt of 155 tokens and a usage of 2,775: F is 2,570 within 50. k is measured
where the kept messages were written: by how much usage and view grew from the first request there to the last before the
compaction. So nothing is left to be chosen, and the usage of the next requests is foretold within 2 %.

Worst is request 175, 1.1 % too large: a person had typed again, and from then on the provider left out the thinking of the
turn before, which stands in the view. What a wrong view would hold (nothing kept, or all of the history) lies far out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import inspector
from inspector.transcript.model import Compaction, Transcript
from tests.transcript.formats.counts import ROOT

pytestmark = pytest.mark.real

PATH = ROOT / "pi" / "pimono-v1-2compact-2.4MB.jsonl"
FIXED = 2_570
NEXT = 5
"""Requests after each compaction that are looked at."""


class Seen(NamedTuple):
    """A request after a compaction: reported, and foretold from the recorded view and from two wrong ones."""

    request: int
    usage: int
    foretold: float
    without_kept: float
    all_of_it: float


def asked(transcript: Transcript, request: int) -> int:
    """Reported size of the prompt of a request; 0 where nothing was reported."""
    reply = transcript.structure.histories[request - 1]
    usage = transcript.messages[reply].usage if reply < len(transcript.messages) else None
    return usage.context if usage is not None else 0


def density(transcript: Transcript, replay: inspector.Replay, compaction: Compaction) -> float:
    """The provider's tokens for one of ours, over the messages that the compaction kept."""
    kept = (compaction.order or ())[1:]
    last = transcript.structure.request_of(compaction.before - 1) - 1
    first = transcript.structure.request_of(kept[0]) + 1
    usage = asked(transcript, last) - asked(transcript, first)
    return usage / (replay.row(last).view - replay.row(first).view)


def after_compactions(transcript: Transcript) -> Iterator[Seen]:
    replay, shape = inspector.replay(transcript), transcript.structure
    for compaction in transcript.compactions:
        k = density(transcript, replay, compaction)
        start = shape.request_of(compaction.since - 1)
        for request in range(start, start + NEXT):
            row = replay.row(request)
            bare = sum(block.size for block in replay.view(request).messages[0].blocks)
            foretold = [FIXED + k * size for size in (row.view, bare, row.transcript)]
            yield Seen(request, asked(transcript, request), *foretold)


@pytest.fixture(scope="module")
def seen() -> list[Seen]:
    if not PATH.exists():
        pytest.skip("the recorded sessions are not here")
    return list(after_compactions(inspector.load(PATH)))


def test_it_is_foretold(seen: list[Seen]) -> None:
    assert len(seen) == 2 * NEXT
    off = {each.request: abs(each.foretold / each.usage - 1) for each in seen}
    worst = max(off, key=lambda request: off[request])
    assert (worst, off[worst] < 0.011) == (175, True)


def test_a_wrong_view_would_not_be(seen: list[Seen]) -> None:
    for each in seen:
        assert each.without_kept < 0.9 * each.usage
        assert each.all_of_it > 1.5 * each.usage
