"""What makes one side of a block look as it does: everything that is visible of it beside its text."""

from __future__ import annotations

from typing import NamedTuple

from inspector.engine.view import BlockState, Fate
from inspector.tui.fates import SIGNS, sign
from inspector.tui.grid import figure
from inspector.tui.widgets.runs import Run

PICTURED = (Fate.VERBATIM, Fate.TRUNCATED)
"""Fates that leave a block its pictures: what is cleared or folded loses them with its text."""
GONE = (Fate.DROPPED, Fate.SUMMARISED, Fate.DEDUPLICATED)


class Look(NamedTuple):
    """What makes one side of a block look as it does, beside its text."""

    state: BlockState
    size: int
    before: int
    largest: int
    focus: bool = False
    later: bool = False
    touched: bool = False
    approximate: bool = False
    ghost: bool = False
    """Drawn faintly, since it is not there."""
    still: bool = False
    """Drawn quietly, since the layer whose change is shown did nothing to it."""
    becomes: Fate | None = None
    """What that layer makes of it, where it is shown as it was before."""

    unsure: bool = False
    """The record does not say for sure that the prompt held it, or how."""

    @property
    def faint(self) -> bool:
        return self.later or self.ghost

    @property
    def changed(self) -> bool:
        return not self.later and self.fate is not Fate.VERBATIM

    @property
    def fate(self) -> Fate:
        """The fate that it is marked with."""
        return self.becomes or self.state.fate

    @property
    def colour(self) -> str:
        """Name of the style of its fate."""
        return "later" if self.later else f"fate-{self.fate}"

    @property
    def sign(self) -> str:
        """The sign of its fate; − for what is about to go."""
        return "− " if self.becomes in GONE else sign(self.fate)


def change(look: Look) -> list[Run]:
    """How much is left of a changed block, where there is room to say so: `✂ 7,912→5,020`."""
    if look.size == look.before:
        return []
    return [(f"{SIGNS[look.state.fate]} {figure(look.before)}→{figure(look.size)} ", look.colour)]
