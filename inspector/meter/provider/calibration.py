"""What a text would cost at the provider where nobody was charged for it: factors by kind, and an interval with each number."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal, NamedTuple

from inspector.meter.media import media_tokens
from inspector.meter.provider.scale import Scale
from inspector.meter.provider.texts import EXACT
from inspector.transcript.model import Block, Message, Transcript

Basis = Literal["charged", "calibrated", "shipped", "estimated"]
"""Where a number comes from: the provider charged it; factors of this session; of its model's family; of nobody."""


class Estimate(NamedTuple):
    """A number of the provider's tokens, and the interval in which 9 of 10 such numbers lie."""

    tokens: int
    low: int
    high: int
    basis: Basis

    @property
    def error(self) -> float:
        """Half the interval as a part of the number: 0.014 is ± 1.4 %."""
        return (self.high - self.low) / (2 * self.tokens) if self.tokens else 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Tokens of the provider for what was not charged. `basis`: where its factors come from."""

    basis: Basis
    scale: float
    spread: float

    def text(self, text: str) -> Estimate:
        """A bare text: a placeholder, a cut, a summary."""
        return self._estimate(self.scale * EXACT.text(text), 0)

    def estimate(self, block: Block) -> Estimate:
        """A block as it stands."""
        own = media_tokens(block)
        return self._estimate(self.scale * (EXACT.block(block, _NOBODY, True) - own), own)

    def _estimate(self, words: float, own: int) -> Estimate:
        error = 1.645 * self.spread * sqrt(max(words, 0.0) * (words + 100))
        return Estimate(round(words) + own, max(0, round(words - error)) + own, round(words + error) + own, self.basis)


_NOBODY = Message(0, "user", ())


def of_scale(found: Scale) -> Calibration:
    """One factor for everything."""
    return Calibration("calibrated" if found.calibrated else "shipped", found.tokens, 0.1 if found.calibrated else 0.25)


def calibration(transcript: Transcript) -> Calibration:
    """The calibration of a session; worked out at the first call (with its charges) and kept as long as it lives."""
    from inspector.meter.provider.charges import charges

    return charges(transcript).calibration
