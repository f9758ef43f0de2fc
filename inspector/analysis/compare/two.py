"""What is told of two views of one request, A and B: which holds a block, in which form, and what both are in numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from inspector.engine.view import BlockState, Made
from inspector.policy.model import MeterSpec


class Where(Enum):
    """Which of two views holds a block."""

    ONLY_A = "only A"
    ONLY_B = "only B"
    BOTH = "both"
    NEITHER = "neither"


class Run(NamedTuple):
    """Neighbouring blocks `[lo, hi)` that A treats alike, and B treats alike. `a` and `b` are the states of the first.

    `size_a` and `size_b` are what the views hold of them, each in its own meter.
    """

    where: Where
    lo: int
    hi: int
    a: BlockState
    b: BlockState
    size_a: int
    size_b: int


class Typed(NamedTuple):
    """A text that a person typed and that not both views hold as it was typed."""

    block: int
    where: Where
    """The views that hold it word for word."""
    a: BlockState
    b: BlockState


class MadeUp(NamedTuple):
    """A made-up message that only one view holds (the other is None), or that both hold with different texts."""

    a: Made | None
    b: Made | None

    @property
    def kind(self) -> str:
        made = self.a or self.b
        return made.kind if made is not None else ""

    @property
    def where(self) -> Where:
        if self.a is not None and self.b is not None:
            return Where.BOTH
        return Where.ONLY_A if self.a is not None else Where.ONLY_B


class Figures(NamedTuple):
    """One view in numbers: its size in its meter, messages and blocks of the transcript, made-up messages."""

    size: int
    messages: int
    blocks: int
    made: int
    meter: MeterSpec


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Everything in which two views of one request differ. Typed texts stand apart, and are not in `runs` again."""

    a: Figures
    b: Figures
    typed: tuple[Typed, ...]
    runs: tuple[Run, ...]
    made: tuple[MadeUp, ...]
    reordered: bool
    """They hold the same blocks, and send them in another order."""

    @property
    def subtractable(self) -> bool:
        """Whether a size of A can be taken from one of B: both are measured in the same way."""
        return self.a.meter == self.b.meter

    @property
    def same(self) -> bool:
        """Whether A and B send the same."""
        apart = any(typed.where is not Where.NEITHER or form(typed.a) != form(typed.b) for typed in self.typed)
        return not (apart or self.runs or self.made or self.reordered)

    def among(self, where: Where) -> tuple[Run, ...]:
        """The runs that are in one of the views, or in both."""
        return tuple(run for run in self.runs if run.where is where)


def form(state: BlockState) -> tuple[object, ...]:
    """What a view holds of a block, whoever decided it: equal for two views that send the same."""
    return ("gone",) if state.gone else (state.fate, state.pieces)


def where(a: BlockState, b: BlockState) -> Where:
    """Which of two views holds a block, in whatever form."""
    if a.gone:
        return Where.NEITHER if b.gone else Where.ONLY_B
    return Where.ONLY_A if b.gone else Where.BOTH
