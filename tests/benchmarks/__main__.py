"""`python -m tests.benchmarks [part …] [--quick]`: parts are loading, counting, replays, screen, startup."""

from __future__ import annotations

import sys

from tests.benchmarks import loading, replays, screen, startup

PARTS = ("loading", "counting", "replays", "screen", "startup")


def main(arguments: list[str]) -> None:
    """Print the table, or the parts that were asked for."""
    counts = (10_000,) if "--quick" in arguments else (10_000, 100_000)
    wanted = [argument for argument in arguments if not argument.startswith("-")] or list(PARTS)
    for part in wanted:
        if part == "loading":
            loading.main(counts)
        elif part == "counting":
            from tests.meter import throughput

            print("\nExact counting beside tiktoken")
            throughput.main()
        elif part == "replays":
            replays.main(counts)
        elif part == "screen":
            screen.main(counts)
        elif part == "startup":
            startup.main()
        else:
            raise SystemExit(f"no such part: {part}; there are {', '.join(PARTS)}")


if __name__ == "__main__":
    main(sys.argv[1:])
