"""The factors of a family from the sessions of it: pooled, each with the spread that sessions have around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import median

from inspector.meter.provider.fit import Fitted, Prior, fitted
from inspector.meter.provider.observations import Observation
from inspector.meter.provider.shipped import Family, Typical
from tests.fitting.recorded import Recorded

SOFT = (0.15, 0.15, 0.15, 0.3, 0.05, 0.1, 10.0, 10.0, 15.0, 10.0, 30.0, 300.0)
"""How far a factor may be from what is usual: for one token of prose, result, call, thought, for a character of a seal, (none);
then tokens of a block of each kind."""
TYPICAL, BELIEF = 0.3, 2
"""The part of that which is taken for the spread between sessions, and how many sessions it counts for."""
FEW, ROUNDS = 8, 6
"""Steps that a session must have to tell of a spread; rounds in which it is found."""

STARTS = {
    "claude": Prior((1.15, 1.15, 1.15, 1.15, 0.2, 1.0, 5, 15, 60, 0, -30, 150), SOFT, False, 60.0, 0.09),
    "claude-4.7+": Prior((1.5, 1.5, 1.5, 1.5, 0.27, 1.0, 8, 20, 60, 0, -90, 150), SOFT, False, 60.0, 0.09),
    "gpt": Prior((1.0, 1.0, 1.0, 0.1, 0.19, 1.0, 5, 7, 15, 0, 0, 200), SOFT, True, 60.0, 0.09),
    "gemini": Prior((1.0, 1.0, 1.0, 0.1, 0.1, 1.0, 3, 3, 10, 0, 0, 50), SOFT, True, 60.0, 0.09),
}
"""From where a fit starts, with a spread three times as wide as usual, so that what nothing tells is still something."""
GUESS = Prior(
    (1.2, 1.2, 1.15, 1.0, 0.2, 1.0, 5, 12, 40, 0, -30, 150),
    (0.25, 0.25, 0.25, 0.5, 0.08, 0.1, 10, 10, 25, 10, 40, 300),
    False,
    100.0,
    0.15,
)
"""For a model that nobody measured."""


def family(name: str, sessions: Iterable[Recorded]) -> Family:
    """Fit a family on the sessions."""
    told = [seen for each in sessions if (seen := each.of(name))]
    whole = _pooled(name, told)
    around = STARTS[name]._replace(mean=whole.mean)
    spread = _spread([seen for seen in told if len(seen) >= FEW], around)
    spread = (*spread[:-1], min(whole.hidden, SOFT[-1]))
    return Family(name, Prior(whole.mean, spread, around.leaves, whole.step, whole.texts), len(told), whole.steps)


def pooled(name: str, sessions: Iterable[Recorded]) -> tuple[float, ...]:
    """The factors of a family alone."""
    return _pooled(name, [seen for each in sessions if (seen := each.of(name))]).mean


def _pooled(name: str, told: Sequence[Sequence[Observation]]) -> Fitted:
    wide = STARTS[name]._replace(spread=tuple(3 * each for each in SOFT))
    settled = [one for seen in told for one in _settled(seen, wide)]
    return fitted(settled, wide, newest=len(settled))


def _settled(seen: Sequence[Observation], prior: Prior) -> list[Observation]:
    """The observations without the question whether thinking leaves: as it did in that session."""
    leaves = fitted(seen, prior).leaves
    kept = [one for one in seen if not one.media]
    return [one._replace(stays=one.leaves) if leaves else one._replace(leaves=one.stays) for one in kept]


def _spread(sessions: Sequence[Sequence[Observation]], around: Prior) -> tuple[float, ...]:
    """How far sessions are from the pooled factors: what they tell and what they leave open, until that stands still.

    Each session is fitted with the spread that was found so far; beside them stand a few that have the usual one.
    """
    spread = around.spread
    for _ in range(ROUNDS):
        fits = [fitted(seen, around._replace(spread=spread), newest=len(seen)) for seen in sessions]
        squares = [TYPICAL**2 * soft**2 * BELIEF for soft in SOFT]
        for fit in fits:
            for at, (found, pooled) in enumerate(zip(fit.mean, around.mean, strict=True)):
                squares[at] += (found - pooled) ** 2 + fit.covariance[at][at]
        spread = tuple(sqrt(each / (BELIEF + len(fits))) for each in squares)
    return spread


def fixed(agent: str | None, sessions: Iterable[Recorded]) -> Typical:
    """The typical fixed input of an agent; of all agents for None."""
    found = sorted(
        tokens
        for each in sessions
        if (agent in (None, each.transcript.format)) and (tokens := each.fixed) is not None and tokens > 0
    )
    low, high = found[len(found) // 20], found[-1 - len(found) // 20]
    return Typical(round(median(found)), low, high)
