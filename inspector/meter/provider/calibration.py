"""What a text would cost at the provider where nobody was charged for it: factors by kind, and an interval with each number.

The factors are those of the session where its usage tells, leaning on those of its model's family, which come with the package;
a model of no known family has a guess with a wide interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Final, Literal, NamedTuple

from inspector.meter.media import media_tokens
from inspector.meter.provider.fit import Fitted, fitted
from inspector.meter.provider.intervals import half_width
from inspector.meter.provider.kinds import (
    CALL,
    HIDDEN,
    NOTHING,
    PROSE,
    RESULT,
    SIZES,
    Amount,
    Amounts,
    amount,
)
from inspector.meter.provider.observations import newest
from inspector.meter.provider.shipped import UNKNOWN, family_of, prior_of, shipped, typical
from inspector.meter.provider.stretches import Stretch
from inspector.meter.provider.texts import EXACT, Texts
from inspector.transcript.model import Block, Message, Transcript

Basis = Literal["charged", "calibrated", "shipped", "estimated"]
"""Where a number comes from: the provider charged it; factors of this session; of its model's family; of nobody."""

_ENOUGH: Final = 3
"""Steps from which on the factors are the session's own."""
_LOOKED_AT: Final = 600
"""Steps of a session that are looked at, the newest."""


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


@dataclass(frozen=True, eq=False)
class Calibration:
    """Tokens of the provider for what was not charged. `family`: that of the session's model."""

    basis: Basis
    family: str
    fit: Fitted
    fixed: Estimate
    """What prompts of such an agent hold beside messages, where no prompt of the session tells."""

    def text(self, text: str) -> Estimate:
        """A bare text: a placeholder, a cut, a summary."""
        words = EXACT.text(text)
        return self._around(self.bare(words), _of(PROSE, words, 0))

    def estimate(self, block: Block) -> Estimate:
        """A block as it stands."""
        own = media_tokens(block)
        found = amount(block, EXACT.block(block, _NOBODY, True) - own)
        return self._around(self.size(found) + own, _of(found.kind, found.size, 1))

    def sized(self, tokens: int, kind: int = PROSE) -> Estimate:
        """A block of that kind which has so many calibrated tokens; nothing is counted."""
        mean = self.fit.mean
        amounts = _of(kind, max(0.0, (tokens - mean[SIZES + kind]) / mean[kind]), 1)
        return self._around(tokens, amounts)

    def bare(self, words: int, kind: int = PROSE) -> int:
        """Tokens of a text of so many o200k tokens, nothing around it."""
        return round(self.fit.mean[kind] * words)

    def size(self, found: Amount) -> int:
        """Tokens of a block of that kind and size; an empty text has none."""
        kind, size = found
        if not size and kind == PROSE:
            return 0
        return max(0, round(self.fit.mean[kind] * size + self.fit.mean[SIZES + kind]))

    def total(self, tokens: int) -> Estimate:
        """So many calibrated tokens in texts of all kinds: that they are wrong together is in the interval."""
        half = sqrt(self._together**2 * tokens**2 + self._apart * tokens)
        return Estimate(tokens, max(0, round(tokens - half)), round(tokens + half), self.basis)

    @cached_property
    def _together(self) -> float:
        """Half the interval of usual texts as a part of them, by the factors alone."""
        return half_width(self.fit, _USUAL, 0.0) / self.fit.tokens(_USUAL)

    @cached_property
    def _apart(self) -> float:
        """The square of half the interval by nature, for each token of usual texts."""
        alone = replace(self.fit, covariance=[[0.0] * (2 * SIZES)] * (2 * SIZES))
        return half_width(alone, NOTHING, self.fit.own(_USUAL)) ** 2 / self.fit.tokens(_USUAL)

    def _around(self, tokens: int, amounts: Amounts) -> Estimate:
        half = half_width(self.fit, amounts, self.fit.own(amounts))
        return Estimate(tokens, max(0, round(tokens - half)), round(tokens + half), self.basis)


_NOBODY = Message(0, "user", ())
"""The exact tokenizer does not ask whose block it counts."""


def _of(kind: int, size: float, blocks: int) -> Amounts:
    found = list(NOTHING)
    found[kind], found[SIZES + kind] = size if kind != HIDDEN else 0, blocks
    return tuple(found)


_USUAL: Final = tuple(
    {PROSE: 150.0, RESULT: 650.0, CALL: 200.0}.get(at, float(at - SIZES in (PROSE, RESULT, CALL)))
    for at in range(2 * SIZES)
)
"""What joins the prompt of a coding agent between two requests, about."""


def calibrate(transcript: Transcript, ground: Texts, runs: Sequence[Stretch]) -> Calibration:
    """The calibration of a session: the factors of its model's family, moved by what the session tells."""
    model = _model(transcript, runs)
    family = shipped(family_of(model))
    its = [run for run in runs if family_of(run.requests[0].model) == family.name]
    fit = fitted(newest(transcript, ground, its, _LOOKED_AT), prior_of(model))
    known: Basis = "estimated" if family.name == UNKNOWN else "shipped"
    fixed = typical(transcript.format)
    return Calibration(
        "calibrated" if fit.steps >= _ENOUGH else known, family.name, fit, Estimate(*fixed, basis="estimated")
    )


def _model(transcript: Transcript, runs: Sequence[Stretch]) -> str:
    """The model of most requests that reported usage: they tell the most. The last one named where there are none."""
    counts = Counter(one.model for run in runs for one in run.requests)
    return counts.most_common(1)[0][0] if counts else transcript.model


def calibration(transcript: Transcript) -> Calibration:
    """The calibration of a session; worked out at the first call (with its charges) and kept as long as it lives."""
    from inspector.meter.provider.charges import charges

    return charges(transcript).calibration
