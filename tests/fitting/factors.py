"""The factors of a family from the sessions of it: pooled, each with the spread that sessions have around it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import mean, median

from inspector.meter.provider.fit import Prior, fitted
from inspector.meter.provider.kinds import SIZES
from inspector.meter.provider.observations import Observation
from inspector.meter.provider.shipped import Family, Typical
from tests.fitting.recorded import Recorded

SOFT = (0.15, 0.15, 0.15, 0.3, 0.05, 0.1, 10.0, 10.0, 15.0, 10.0, 30.0, 300.0)
"""How far a factor may be from what is usual: for one token of prose, result, call, thought, for a character of a seal, (none);
then tokens of a block of each kind."""
TYPICAL = 0.7
"""The part of that which is taken for the spread of a family with few sessions."""
LEAST = 0.2
FEW, ENOUGH = 8, 4
"""Steps that a session must have to tell a spread; sessions that a family must have."""

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
    told = {each.name: seen for each in sessions if (seen := each.of(name))}
    start = STARTS[name]
    wide = start._replace(spread=tuple(3 * each for each in start.spread))
    settled = [one for seen in told.values() for one in _settled(seen, wide)]
    pooled = fitted_all(settled, wide)
    around = start._replace(mean=pooled)
    spread = _spread([fitted_all(seen, around) for seen in told.values() if len(seen) >= FEW], pooled)
    whole = fitted(settled, wide, newest=len(settled))
    spread = (*spread[:-1], min(whole.hidden, SOFT[-1]))
    prior = Prior(pooled, spread, start.leaves, whole.step, whole.texts)
    return Family(name, prior, len(told), len(settled))


def fitted_all(seen: Sequence[Observation], prior: Prior) -> tuple[float, ...]:
    """The mean of a fit."""
    return fitted(seen, prior, newest=len(seen)).mean


def _settled(seen: Sequence[Observation], prior: Prior) -> list[Observation]:
    """The observations without the question whether thinking leaves: as it did in that session."""
    leaves = fitted(seen, prior).leaves
    kept = [one for one in seen if not one.media]
    return [one._replace(stays=one.leaves) if leaves else one._replace(leaves=one.stays) for one in kept]


def _spread(found: Sequence[Sequence[float]], pooled: Sequence[float]) -> tuple[float, ...]:
    """How far sessions are from the pooled factors, not below a fifth of what is usual."""
    usual = [TYPICAL * each for each in SOFT]
    if len(found) < ENOUGH:
        return tuple(usual)
    off = [sqrt(mean((one[at] - pooled[at]) ** 2 for one in found)) for at in range(2 * SIZES)]
    return tuple(max(sqrt(each**2 + 0.2 * soft**2), LEAST * soft) for each, soft in zip(off, SOFT, strict=True))


def fixed(agent: str | None, sessions: Iterable[Recorded]) -> Typical:
    """The typical fixed input of an agent; of all agents for None."""
    found = sorted(
        tokens
        for each in sessions
        if (agent in (None, each.transcript.format)) and (tokens := each.fixed) is not None and tokens > 0
    )
    low, high = found[len(found) // 20], found[-1 - len(found) // 20]
    return Typical(round(median(found)), low, high)
