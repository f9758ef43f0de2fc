"""One moment of the panes: what stands on the left and on the right, at one request. Immutable, no Textual."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inspector.engine.view import BlockState, Fate
from inspector.tui.side import NOTHING, Side

if TYPE_CHECKING:
    from inspector.engine import Plan

__all__ = ["NOTHING", "Picture", "Side"]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Two sides of one request, each with its own policy, meter and sizes. Sizes in different meters are never compared.

    With the Transcript on one side, its blocks are marked with what the other side makes of them. With a `layer`, the sides
    are the views before and after it, and `touched` are the blocks that it changed or took away.
    """

    request: int
    left: Side
    right: Side
    touched: frozenset[int] = field(default_factory=frozenset)
    layer: str = ""

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.left, self.right

    @property
    def plan(self) -> Plan | None:
        """The view on the right."""
        return self.right.plan

    @property
    def has_record(self) -> bool:
        """Whether one of the sides is the Transcript: every message has its place then."""
        return self.left.is_record or self.right.is_record

    def state(self, place: int, block: int) -> BlockState:
        """What a side marks a block with: the fate it has there; beside the Transcript, the one it has on the other side."""
        side = self.sides[place]
        return self.sides[1 - place].state(block) if side.is_record else side.state(block)

    def largest(self, place: int) -> int:
        """What the bars of a side are measured by: one scale for both where their units agree."""
        if self.left.unit == self.right.unit:
            return max(self.left.largest, self.right.largest)
        return self.sides[place].largest

    def made_apart(self) -> frozenset[int]:
        """The blocks before which (or in whose gap) only one side has a made-up message of these words."""
        if self.has_record:
            return frozenset()
        found = [
            {(made.at, made.kind, made.text) for made in side.plan.made} if side.plan else set() for side in self.sides
        ]
        return frozenset(self._beside(at) for at, _, _ in found[0] ^ found[1])

    def _beside(self, at: int) -> int:
        """The block that a made-up message stands at: the last of the gap above it, else the one below."""
        above = at - 1
        return above if above >= 0 and any(side.state(above).gone for side in self.sides) else at

    def differs(self, block: int) -> bool:
        """Whether the two sides show a block differently."""
        if self.has_record:
            return self.state(1, block).fate is not Fate.VERBATIM
        return not self.left.looks_like(self.right, block)
