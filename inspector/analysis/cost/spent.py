"""What requests cost in tokens: plain results of the twin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.cost.cache import Missed
from inspector.analysis.cost.caching import Caching
from inspector.analysis.cost.tokens import Tokens
from inspector.analysis.measured import Extent
from inspector.engine import Replay
from inspector.engine.view import Certificate
from inspector.meter import Sizes
from inspector.transcript.model import Usage

Basis = Literal["recorded", "calibrated", "estimated"]
"""Where the size of a prompt is from: reported for this very view; told from what was reported for the recorded view; from
o200k tokens of visible text alone."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one request costs, in the provider's tokens: prompt = read + write + fresh. All zero for a view that was refused.

    `usage` is what the provider reported for the recorded request (None: nothing). `passes`: prompts that the reply took.
    """

    request: int
    model: str
    read: int
    write: int
    fresh: int
    output: int
    missed: Missed
    basis: Basis
    sent: bool = True
    passes: int = 1
    usage: Usage | None = None

    @property
    def prompt(self) -> int:
        return self.read + self.write + self.fresh


@dataclass(frozen=True, slots=True, eq=False)
class Twin:
    """Every request of a replay with its tokens, and the extent of its view in o200k tokens."""

    replay: Replay
    caching: Caching
    tokens: Tokens
    rows: tuple[Spent, ...]
    extents: tuple[Extent, ...]
    certificate: Certificate
    sums: Sizes
    """Sizes of the blocks as recorded, in o200k tokens."""
    timed: bool
    """Whether the record says when requests were sent; where it does not, entries never expire."""


def total(rows: Sequence[Spent], name: Literal["read", "write", "fresh", "output", "prompt"]) -> int:
    """The sum of one kind of tokens over requests."""
    return sum(int(getattr(row, name)) for row in rows)
