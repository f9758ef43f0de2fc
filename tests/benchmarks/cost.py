"""Cost: predicted cache reads of recorded sessions beside those reported, with reasons; and the time for a long session."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import inspector
from inspector.analysis.cost.twin import Spent, twin
from inspector.transcript import TranscriptError
from tests.benchmarks.clock import timed
from tests.benchmarks.synthetic import messages

ROOT = Path(os.environ.get("INSPECTOR_TRANSCRIPTS") or Path(__file__).parents[2].parent / "shared" / "transcripts")
POLICIES = ("recorded", "go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering")
FAR, SHARE = 0.02, 0.001
"""A request is told apart where it is off by this share of its prompt and of all reads of the session."""


class Compared(NamedTuple):
    """One session: tokens that were read, as reported and as predicted, and what the difference comes from."""

    name: str
    requests: int
    reported: int
    predicted: int
    reasons: tuple[str, ...]

    @property
    def error(self) -> float:
        return (self.predicted - self.reported) / self.reported


def compared(root: Path) -> list[Compared]:
    """Every Claude Code session below a folder whose usage tells of reads, subagents apart."""
    found = []
    for path in sorted(root.glob("claude-code/*.jsonl")):
        try:
            main = inspector.load(path)
        except TranscriptError:
            continue
        chains = [(path.stem, main)]
        chains += [(f"{path.stem} · subagent", inspector.load(path, sidechain=s.id)) for s in main.sidechains]
        found += [each for name, chain in chains if (each := _of(name, twin(inspector.replay(chain)).rows)) is not None]
    return found


def _of(name: str, rows: Sequence[Spent]) -> Compared | None:
    told = [row for row in rows if row.usage is not None and row.usage.context]
    reported = sum(row.usage.cache_read for row in told if row.usage)
    if not reported:
        return None
    reasons = Counter(reason for row in told if (reason := _reason(row, reported)))
    words = [f"{text} ({count}×)" if count > 1 else text for text, count in reasons.most_common()]
    return Compared(name, len(told), reported, sum(row.read for row in told), tuple(words))


def _reason(row: Spent, all_reads: int) -> str:
    """Why a request is far off, in words; "" where it is not."""
    usage = row.usage
    assert usage is not None
    off = row.read - usage.cache_read
    if abs(off) < FAR * usage.context or abs(off) < SHARE * all_reads:
        return ""
    if row.missed == "first" and off < 0:
        return "first request read what an earlier session left"
    if row.missed == "expired" and off < 0:
        return "tools and system prompt kept warm by another session"
    if row.missed == "changed":
        return "tools and system prompt are smaller than told from the usage of the first requests"
    if off > 0:
        return "read less: something changed that the record does not hold"
    return "read more: a request that the record does not hold was there before"


def main(counts: Sequence[int], policies: Sequence[str]) -> None:
    """Print both tables."""
    if ROOT.is_dir():
        _print(compared(ROOT))
    else:
        print("\nCost: no recorded sessions here; INSPECTOR_TRANSCRIPTS names their folder")
    for count in counts:
        print(f"\nCost, {count:,} messages: seconds for every request")
        for policy in policies:
            replay = inspector.replay(inspector.load_messages(messages(count)), policy)
            took, found = timed(lambda replay=replay: twin(replay), 1)  # type: ignore[misc]
            print(
                f"  {policy:18} {took.median / 1e3:6.2f} s   {sum(row.prompt for row in found.rows):,} tokens of prompts"
            )


def _print(found: Sequence[Compared]) -> None:
    print("\nCost: tokens read from the cache, predicted beside reported (the split is never copied)")
    for each in found:
        print(
            f"  {each.name[:46]:46} {each.requests:4} {each.reported:11,} {each.predicted:11,} {100 * each.error:+7.2f} %"
        )
    print(f"  median error {100 * median(abs(each.error) for each in found):.2f} % of {len(found)}")
    for each in sorted(found, key=lambda each: -abs(each.error))[:3]:
        print(
            f"  worst: {each.name[:46]} {100 * each.error:+.2f} %: {'; '.join(each.reasons) or 'many small differences'}"
        )
