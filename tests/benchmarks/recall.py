"""Recall of one request and of a whole session after the first replay; beside it the floor: splitting every text into words."""

from __future__ import annotations

from collections.abc import Sequence

import inspector
from inspector.analysis.recall.index import index
from inspector.analysis.recall.needs import recall, recall_at
from inspector.analysis.recall.rereads import rereads
from tests.benchmarks.clock import timed
from tests.benchmarks.synthetic import messages

POLICIES = ("workbuddy-s14", "evo-agent", "recorded")


def main(counts: Sequence[int], policies: Sequence[str]) -> None:
    """A line for each policy: the index, made once a session, one request, all of them, and all re-reads."""
    for count in counts:
        print(f"\nRecall, {count:,} messages: goal 300 ms a request, a few seconds for all")
        for policy in policies:
            _line(count, policy)


def _line(count: int, policy: str) -> None:
    transcript = inspector.load_messages(messages(count))
    replay = inspector.replay(transcript, policy)
    replay.table()
    blocks = transcript.structure.blocks
    floor, _ = timed(lambda: [block.text.split() for block in blocks], 3)
    made, _ = timed(lambda: index(transcript), 1)
    one, _ = timed(lambda: recall_at(replay, replay.requests // 2), 1)
    every, found = timed(lambda: recall(replay), 1)
    again, _ = timed(lambda: rereads(replay), 1)
    print(
        f"  {policy:18} floor {floor.median:6.1f} ms   index {made.median:6.1f} ms   a request {one.median:6.1f} ms"
        f"   all {every.median / 1e3:5.2f} s ({found.needed:,} needs)   re-reads {again.median / 1e3:5.2f} s"
    )
