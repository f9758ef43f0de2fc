"""`python -m tests.benchmarks [part …] [--quick] [--messages N] [--policy P]`: loading, counting, replays, screen, …"""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module
from pathlib import Path

QUESTIONS = ("why", "cost", "recall", "sendable", "compare")
"""Parts about one question each, on one session."""
PARTS = (
    "loading",
    "formats",
    "counting",
    "replays",
    "screen",
    "startup",
    "following",
    "summaries",
    "audits",
    "sessions",
    "tokens",
    *QUESTIONS,
)


def main() -> None:
    """Print the table, or the parts that were asked for."""
    given = _arguments()
    counts = tuple(given.messages) or ((10_000,) if given.quick else (10_000, 100_000))
    for part in given.parts or PARTS:
        if part == "audits":
            from tests.benchmarks import audits

            audits.main(given.half, given.seed, given.list)
        else:
            _run(part, counts, tuple(given.policy))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="10,000 messages only")
    parser.add_argument("--messages", type=int, action="append", default=[], help="sessions of so many messages")
    parser.add_argument("--policy", action="append", default=[], help="only this policy (screen, replays)")
    parser.add_argument("--half", choices=("dev", "check", "report"), help="only this half of the corpus (audits)")
    parser.add_argument("--seed", type=int, default=5, help="of the corruptions (audits)")
    parser.add_argument("--list", action="store_true", help="name what was missed and what was flagged (audits)")
    given = parser.parse_args()
    if wrong := [part for part in given.parts if part not in PARTS]:
        parser.error(f"no such part: {', '.join(wrong)}; there are {', '.join(PARTS)}")
    return given


def _run(part: str, counts: tuple[int, ...], policies: tuple[str, ...]) -> None:
    """Print one part."""
    from tests.benchmarks import formats, loading, replays, screen, startup

    if part == "loading":
        loading.main(counts)
    elif part == "formats":
        formats.main()
    elif part == "counting":
        from tests.meter import throughput

        print("\nExact counting beside tiktoken")
        throughput.main()
    elif part == "replays":
        replays.main(counts, policies or replays.POLICIES)
    elif part == "screen":
        screen.main(counts, policies or screen.POLICIES)
    elif part == "startup":
        startup.main()
    elif part in QUESTIONS:
        asked = import_module(f"tests.benchmarks.{part}")
        asked.main(counts[:1], policies or asked.POLICIES)
    elif part in ("summaries", "sessions", "tokens"):
        import_module(f"tests.benchmarks.{part}").main()
    elif part == "following":
        for count in counts:
            command = [sys.executable, "-m", "tests.benchmarks.following", str(count), *policies[:1]]
            subprocess.run(command, cwd=Path(__file__).resolve().parents[2], check=True)


if __name__ == "__main__":
    main()
