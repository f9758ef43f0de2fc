"""One moment of the panes: the plan of a request at a step, and what is needed to draw it. Immutable, no Textual."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inspector.engine.view import BlockState, Fate

if TYPE_CHECKING:
    from inspector.engine import Plan

NOTHING = BlockState(Fate.VERBATIM)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """What the panes show. `sizes` are those of the transcript's blocks, `sums` the running sums over them.

    Without a plan (the policy refuses to make a view) only the transcript's side is drawn, and `trouble` says why.
    """

    request: int
    plan: Plan | None
    sizes: Sequence[int]
    sums: Sequence[int]
    largest: int
    unit: str
    touched: frozenset[int] = field(default_factory=frozenset)
    approximate: bool = False
    trouble: str = ""

    def state(self, block: int) -> BlockState:
        """What becomes of a block; nothing yet for one that comes later, and for what is no block at all."""
        if not 0 <= block < len(self.sizes):
            return NOTHING
        if self.plan is None or block >= self.plan.end:
            return BlockState(Fate.VERBATIM, "", self.sizes[block])
        return self.plan.state(block)
