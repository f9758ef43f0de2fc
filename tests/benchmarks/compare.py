"""Contenders side by side: seconds of each, and of finding where they differ; beside it the floor: their replays alone."""

from __future__ import annotations

from collections.abc import Sequence

import inspector
from inspector.analysis.compare.compare import put_together
from inspector.analysis.compare.contender import Contender, lettered
from inspector.analysis.compare.run import run
from inspector.analysis.compare.shapes import Run
from inspector.transcript.model import Transcript
from tests.benchmarks.clock import timed
from tests.benchmarks.synthetic import messages

POLICIES = ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering")


def main(counts: Sequence[int], policies: Sequence[str]) -> None:
    """The recorded view and these policies."""
    for count in counts:
        print(f"\nCompare, {count:,} messages")
        _table(count, [name for name in policies if name != "recorded"])


def _table(count: int, policies: Sequence[str]) -> None:
    """A line for each contender, and one for all together."""
    transcript = inspector.load_messages(messages(count))
    extractive = inspector.summariser("extractive", transcript)
    runs = [
        _line(transcript, each) for each in lettered(Contender(inspector.load_policy(p), extractive) for p in policies)
    ]
    took, found = timed(lambda: put_together(transcript, runs), 1)
    print(f"  where they differ  {took.median / 1e3:6.2f} s   ({len(found.differing)} requests)")


def _line(transcript: Transcript, each: Contender) -> Run:
    floor, _ = timed(lambda: each.replayed(transcript).table(), 1)
    took, made = timed(lambda: run(transcript, each), 1)
    print(f"  {each.name:18} {took.median / 1e3:6.2f} s   floor {floor.median / 1e3:6.2f} s")
    return made
