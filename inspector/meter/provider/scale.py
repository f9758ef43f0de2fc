"""The provider's tokens for one o200k token of visible text: what a session tells, else what was measured on others."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from inspector.transcript.model import Transcript

CLAUDE = 1.43
"""Tokens of Claude for one of o200k, measured on real sessions (DESIGN §6); for a session that reports none."""
_LEAST, _MOST = 0.5, 4.0
"""Between these the factor of a session must lie to be believed."""
_PAIRS = 3


class Scale(NamedTuple):
    """`tokens` for one o200k token of text; `calibrated`: the session's own."""

    tokens: float
    calibrated: bool


def scale(transcript: Transcript, pairs: Sequence[tuple[int, int]]) -> Scale:
    """The scale of a session whose prompts grew by `(tokens, o200k tokens of what was added)`."""
    found = slope(pairs)
    return Scale(plain(transcript), False) if found is None else Scale(found, True)


def slope(pairs: Sequence[tuple[int, int]]) -> float | None:
    """Tokens reported for each visible one, of what was added between two requests; None where too little tells it."""
    grown = [(more, text) for more, text in pairs if more > 0 and text > 0]
    if len(grown) < _PAIRS:
        return None
    middle = median(more / text for more, text in grown)
    kept = [
        (more, text) for more, text in grown if more / text < 3 * middle
    ]  # a few bring what the record does not show
    found = sum(more for more, _ in kept) / sum(text for _, text in kept)
    return found if _LEAST <= found <= _MOST else None


def plain(transcript: Transcript) -> float:
    """What is taken where the session tells nothing, by the family of its model."""
    return CLAUDE if "claude" in transcript.model.lower() else 1.0
