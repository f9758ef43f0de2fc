"""A query about a fact, and its fixes, after the first replay; beside it the floor: searching every text of the session once."""

from __future__ import annotations

from collections.abc import Sequence

import inspector
from inspector.analysis.fixes.find import fixes
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.facts import text_fact
from inspector.analysis.why.lineage import lineage
from tests.benchmarks.clock import timed
from tests.benchmarks.synthetic import messages

POLICIES = ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering", "recorded")
FACT = "zanzibar-77"


def main(counts: Sequence[int], policies: Sequence[str]) -> None:
    """A line for each policy: milliseconds of a query that nobody asked before, of one asked again, seconds of all fixes."""
    for count in counts:
        print(f"\nWhy, {count:,} messages: goal 300 ms a query, 5 s for fixes")
        for policy in policies:
            _line(count, policy)


def _line(count: int, policy: str) -> None:
    made = messages(count)
    made[count // 5]["content"][0]["content"] += f" the secret is {FACT} here"
    transcript = inspector.load_messages(made)
    replay = inspector.replay(transcript, policy)
    replay.table()
    blocks = transcript.structure.blocks
    floor, _ = timed(lambda: [FACT in block.text for block in blocks], 5)
    fresh, _ = timed(lambda: lineage(replay, text_fact(f"{FACT} here")), 1)
    again, told = timed(lambda: lineage(replay, text_fact(FACT)), 5)
    took, found = timed(lambda: fixes(replay, [Wanted(told.found, told.needed)]), 1)
    print(
        f"  {policy:18} floor {floor.median:6.1f} ms   first {fresh.median:6.1f} ms   again {again.median:6.1f} ms"
        f"   fixes {took.median / 1e3:5.2f} s ({found.scanned} values, {len(found.fixes)} fixes)"
    )
