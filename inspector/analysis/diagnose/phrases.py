"""Small words that the families' texts share."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.phrases import spans
from inspector.transcript.structure import Structure

SHOWN = 3
"""Blocks that a text names."""


def counted(number: int, one: str, many: str) -> str:
    """`a call without a result`, `3 calls without a result`."""
    return one if number == 1 else f"{number:,} {many}"


def places(shape: Structure, blocks: Sequence[int]) -> str:
    """The blocks by name: `4.1`, `4.1, 6.1, 9.2 …`."""
    shown = ", ".join(shape.name(block) for block in blocks[:SHOWN])
    return f"{shown} …" if len(blocks) > SHOWN else shown


def percent(part: float, whole: float) -> int:
    """A share in whole per cent; 0 of nothing."""
    return round(100 * part / whole) if whole else 0


def stretch(requests: Sequence[int]) -> str:
    """`request 7`, `requests 7–9`, or `12 requests (7 … 40)` where they do not follow each other."""
    first, last = requests[0], requests[-1]
    if last - first + 1 == len(requests):
        return spans("request", first, last)
    return f"{len(requests):,} requests ({first:,} … {last:,})"
