"""From a key to the repainted screen, through the recording driver: percentiles beside the floor of an empty app."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.files import by_usage, session

POLICIES = ("go-tiny-claw", "workbuddy-s14", "evo-agent", "agent-engineering", "adaptive", "pi")


def main(counts: Sequence[int], policies: Sequence[str] = POLICIES) -> None:
    """Print the part; each app in a process of its own."""
    here = Path(__file__).resolve().parents[2]
    for count in counts:
        for policy in policies:
            print(f"\nKey to repaint, {count:,} messages, {policy} (ms: median / 95th percentile)", flush=True)
            command = [sys.executable, "-m", "tests.benchmarks.repaint", str(session(count, by_usage(policy))), policy]
            subprocess.run(command, cwd=here, check=True)
