"""How a fate is shown: a sign and a word, beside its colour, which is never the only carrier of meaning."""

from __future__ import annotations

from inspector.engine.recorded import LAYER as RECORDED_LAYER
from inspector.engine.view import SIGNS, Fate

__all__ = ["SIGNS", "SIGN_CELLS", "by", "sign"]

SIGN_CELLS = 2
"""The widest sign takes two cells."""


def by(layer: str) -> str:
    """Who did it, for the end of a phrase: ` by prune`; the recorded view knows only the agent."""
    if not layer:
        return ""
    return " by the agent" if layer == RECORDED_LAYER else f" by {layer}"


def sign(fate: Fate) -> str:
    """The sign of a fate in exactly two cells."""
    return SIGNS[fate] if fate is Fate.INJECTED else SIGNS[fate] + " "
