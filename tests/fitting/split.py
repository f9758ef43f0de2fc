"""Split in time: factors of the first half of each stretch (and all before it) predict the prompts of the second half.

Of the second half only the texts are seen. The anchor is the last prompt that was reported in the first half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.meter.provider.fit import Prior, fitted
from inspector.meter.provider.intervals import half_width
from inspector.meter.provider.kinds import NOTHING, plus
from inspector.meter.provider.observations import Observation, observations
from inspector.meter.provider.shipped import UNKNOWN, family_of, leaves
from tests.fitting.factors import GUESS, family
from tests.fitting.recorded import Recorded

LEAST = 6
"""Requests that a stretch must have."""


class Predicted(NamedTuple):
    """A prompt as predicted with its interval, and as it was. `ahead`: requests since the anchor."""

    request: int
    ahead: int
    tokens: float
    half: float
    true: int

    @property
    def error(self) -> float:
        """The absolute relative error."""
        return abs(self.tokens - self.true) / self.true

    @property
    def covered(self) -> bool:
        """Whether the interval holds the true prompt."""
        return abs(self.tokens - self.true) <= self.half

    @property
    def width(self) -> float:
        """Of the interval, as a part of the prompt."""
        return 2 * self.half / self.true


def prior_without(model: str, left_out: Recorded, sessions: Sequence[Recorded]) -> Prior:
    """What all other sessions tell of a model."""
    name = family_of(model)
    others = tuple(each for each in sessions if each is not left_out and any(each.of(name)))
    prior = GUESS if name == UNKNOWN or not others else _fitted_on(name, others)
    return prior._replace(leaves=leaves(model))


_priors: dict[tuple[str, tuple[str, ...]], Prior] = {}


def _fitted_on(name: str, sessions: Sequence[Recorded]) -> Prior:
    key = (name, tuple(each.name for each in sessions))
    if key not in _priors:
        _priors[key] = family(name, sessions).prior
    return _priors[key]


def predictions(record: Recorded, sessions: Sequence[Recorded]) -> Iterator[Predicted]:
    """Every prompt of the second halves."""
    past: list[tuple[str, Observation]] = []
    for run, seen, name in zip(record.stretches, record.seen, record.families, strict=True):
        if len(run.requests) >= LEAST:
            half = len(run.requests) // 2
            known = [one for its, one in past if its == name] + list(seen[: half - 1])
            fit = fitted(known, prior_without(run.requests[0].model, record, sessions))
            joined, own, media = NOTHING, 0.0, 0
            anchor = run.requests[half - 1]
            blind = observations(record.transcript, record.ground, run, anchor.history + 1)[half - 1 :]
            for ahead, (one, asked) in enumerate(zip(blind, run.requests[half:], strict=True), 1):
                amounts = one.leaves if fit.leaves else one.stays
                joined, own, media = plus(joined, amounts), own + fit.own(amounts) + fit.step**2, media + one.media
                tokens = anchor.prompt + fit.tokens(joined) + media
                yield Predicted(asked.request, ahead, tokens, half_width(fit, joined, own), asked.prompt)
        past += [(name, one) for one in seen]
