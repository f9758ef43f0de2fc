"""What is left of recorded prompts beside their messages: `python -m tests.meter.provider.residuals [FILE …]`.

For each stretch the fixed input, its spread, and every jump with what the record says of it. Prints numbers; decides nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from inspector.meter.provider import Charges, charges
from inspector.transcript import TranscriptError, load
from tests.transcript.test_real import ALL

FAMILIES = ("claude-code", "codex", "pi")


def real() -> list[Path]:
    """The recorded sessions of three agents that report usage."""
    return [path for path in ALL if path.parent.name in FAMILIES and "synth" not in path.name]


def lines(path: Path, found: Charges) -> Iterator[str]:
    told = sum(tokens is not None for tokens in found.messages)
    yield f"{path.name}: charged {told} of {len(found.messages)} messages · scale {found.scale.tokens:.2f}"
    for stretch, fixed in zip(found.stretches, found.fixed, strict=True):
        name = f"requests {stretch.first}–{stretch.last} ({stretch.begins})"
        part = fixed.spread / max(one.prompt for one in stretch.requests)
        yield f"  {name}: fixed {fixed.tokens:,} · spread {fixed.spread:,} ({part:.1%} of its largest prompt)"
        yield from (f"    request {jump.request}: {jump.tokens:+,} · {jump.why}" for jump in fixed.jumps)


def main(paths: list[Path]) -> None:
    spreads: list[tuple[float, str]] = []
    for path in paths:
        try:
            record = load(path)
        except TranscriptError:
            continue
        found = charges(record)
        if not found.stretches:
            continue
        print("\n".join(lines(path, found)))
        for stretch, fixed in zip(found.stretches, found.fixed, strict=True):
            if len(stretch.requests) > 1:
                spreads.append((fixed.spread / max(one.prompt for one in stretch.requests), path.name))
    none = sum(part == 0 for part, _ in spreads)
    middle = median(part for part, _ in spreads)
    print(f"{len(spreads)} stretches · spread 0 in {none} · median {middle:.2%} · worst {max(spreads)}")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]] or real())
