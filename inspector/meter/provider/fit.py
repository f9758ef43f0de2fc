"""Factors of a session: what was measured on other sessions, moved by what this one tells as far as it tells it.

A linear model with a prior: each factor begins at the shipped one, with the spread that it has between sessions, and the steps
of the session's past pull it (posterior mean). A step far off the line pulls little (Student's t with four degrees of freedom):
some bring what the record does not show. So a few samples lean on the defaults, and many do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median
from typing import NamedTuple

from inspector.meter.provider.kinds import HIDDEN, SEALED, SIZES, Amounts
from inspector.meter.provider.linear import Matrix, add_outer, dot, inverse, quadratic, times
from inspector.meter.provider.observations import Observation, joined

_BASE, _TEXT, _SEAL = 25.0, 0.09, 0.12
"""How far a step is off its line by nature: so many tokens, such a part of a text's, of a seal's."""
_BELIEF = 10
"""How many steps the usual noise counts for beside a session's own."""
_TAILS = 4
_LARGE, _MOST = 800, 1_500
"""Tokens from which on a step is large; the most that a small one is taken to be off."""
_OF_MEDIAN = 1.48
"""The standard deviation for one of the median distance, of what is normally distributed."""
_FEW = 5
"""How many blocks of hidden thinking the usual length counts for."""
_LONG = 30
"""How many times as long as the usual one a thought may count."""
_UNTOLD = SIZES + HIDDEN
_ROUNDS = 8
_NEWEST = 600
"""Steps that a fit looks at, at the most."""
_NOTABLE = 100
"""Tokens by which thinking must matter in a step to tell whether it left."""


class Prior(NamedTuple):
    """Tokens for one of each amount, and the spread of that between sessions. `leaves`: thinking of earlier turns leaves."""

    mean: Amounts
    spread: Amounts
    leaves: bool
    step: float
    texts: float
    """How far a step is off in tokens (by reminders of the client, say, which are not recorded), and a text as a part of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """Tokens for one of each amount, how unsure they are together, and how far a single step is off.

    `step`: the standard deviation of a step in tokens, beside its texts; `texts`: that of a text as a part of it; `hidden`: that
    of thinking of unknown length, in tokens. `steps`: how many were seen.
    """

    mean: Amounts
    covariance: Matrix
    leaves: bool
    steps: int
    step: float
    texts: float
    hidden: float

    def tokens(self, amounts: Amounts) -> float:
        """What so much of each kind costs."""
        return dot(self.mean, amounts)

    def variance(self, amounts: Amounts) -> float:
        """Of what all that costs, by the factors alone: parts of it are wrong together."""
        return quadratic(self.covariance, amounts)

    def own(self, amounts: Amounts) -> float:
        """The variance of what one text (or the texts of one step) costs, by its nature."""
        sealed = _SEAL * self.mean[SEALED] * amounts[SEALED]
        return self.texts**2 * _squares(self.mean, amounts) + sealed**2 + max(amounts[_UNTOLD], 0.0) * self.hidden**2


def fitted(seen: Sequence[Observation], prior: Prior, newest: int = _NEWEST) -> Fitted:
    """The factors that the prior and the newest steps give together."""
    recent = [one for one in seen[-newest:] if not one.partly and (one.grown > 0 or one.leaves != one.stays)]
    leaves = _leaves(recent, prior.mean, prior.leaves)
    first = _fit(recent, prior, leaves)
    again = _leaves(recent, first.mean, prior.leaves)
    return first if again == leaves else _fit(recent, prior, again)


def _leaves(seen: Sequence[Observation], mean: Amounts, usual: bool) -> bool:
    """Whether thinking leaves with its turn, by a count of the steps that tell."""
    votes = 2 if usual else -2
    for one in seen:
        if one.leaves != one.stays:
            stays, leaves = dot(mean, one.stays), dot(mean, one.leaves)
            grown = one.grown - one.media
            if abs(stays - leaves) >= _NOTABLE:
                votes += 1 if abs(grown - leaves) < abs(grown - stays) else -1
    return votes > 0


def _fit(seen: Sequence[Observation], prior: Prior, leaves: bool) -> Fitted:
    rows, grown = joined(seen, leaves), [float(one.grown - one.media) for one in seen]
    usual = [_usual(prior, row) for row in rows]
    start = [1 / spread**2 for spread in prior.spread]
    mean, noise = list(prior.mean), 1.0
    weights, covariance = [1.0] * len(rows), inverse(_diagonal(start))
    for _ in range(_ROUNDS if rows else 0):
        off = [(y - dot(mean, row)) ** 2 / v for y, row, v in zip(grown, rows, usual, strict=True)]
        noise = (_BELIEF + dot(weights, off)) / (_BELIEF + len(rows))
        weights = [(_TAILS + 1) / (_TAILS + each / noise) for each in off]
        told, pull = _diagonal(start), [a * b for a, b in zip(start, prior.mean, strict=True)]
        for y, row, v, weight in zip(grown, rows, usual, weights, strict=True):
            add_outer(told, row, weight / (v * noise))
            for at, each in enumerate(row):
                if each:
                    pull[at] += each * y * weight / (v * noise)
        covariance = inverse(told)
        mean = times(covariance, pull)
    mean[_UNTOLD], hidden = _hidden(grown, rows, mean, prior)
    over = [(y - dot(mean, row), row) for y, row in zip(grown, rows, strict=True)]
    step, texts = _off(over, mean, prior)
    return Fitted(_sane(mean, prior.mean), covariance, leaves, len(rows), step, texts, hidden)


def _usual(prior: Prior, amounts: Amounts) -> float:
    """The usual variance of a step, with its tails left out."""
    sealed = _SEAL * prior.mean[SEALED] * amounts[SEALED]
    hidden = max(amounts[_UNTOLD], 0.0) * prior.spread[_UNTOLD] ** 2
    return _BASE**2 + _TEXT**2 * _squares(prior.mean, amounts) + sealed**2 + hidden


def _squares(mean: Sequence[float], amounts: Amounts) -> float:
    """The tokens of each kind of words, squared."""
    return sum((mean[kind] * amounts[kind]) ** 2 for kind in range(SEALED))


def _off(over: Sequence[tuple[float, Amounts]], mean: Sequence[float], prior: Prior) -> tuple[float, float]:
    """How far steps are off beside their texts, and how far texts are off as a part of them.

    Small steps tell the former, large ones the latter; both lean on the usual numbers.
    """
    small, parts = [], []
    for tokens, row in over:
        words = sqrt(_squares(mean, row))
        if row[_UNTOLD] > 0:
            continue
        if words < _LARGE:
            small.append(min(abs(tokens), _MOST) ** 2)
        else:
            parts.append(abs(tokens) / words)
    step = (_BELIEF * prior.step**2 + sum(small)) / (_BELIEF + len(small))
    usual = _OF_MEDIAN * median(parts) if parts else 0.0
    texts = (_BELIEF * prior.texts**2 + len(parts) * usual**2) / (_BELIEF + len(parts))
    return sqrt(step), sqrt(texts)


def _hidden(
    grown: Sequence[float], rows: Sequence[Amounts], mean: Sequence[float], prior: Prior
) -> tuple[float, float]:
    """What thinking of unknown length costs, and its spread: the few long ones make up most of it, so no robust fit tells.

    Where it was reported that is taken, else what is over in its steps; a few blocks lean on the usual number, and none
    counts for more than many usual ones.
    """
    usual, spread = prior.mean[_UNTOLD], prior.spread[_UNTOLD]
    told = [row[HIDDEN] for row in rows if row[HIDDEN] > 0]
    for y, row in zip(grown, rows, strict=True):
        if row[_UNTOLD] > 0:
            told.append(max(0.0, (y - dot(mean, row)) / row[_UNTOLD] + mean[_UNTOLD]))
    most = _LONG * median(told) if told else 0.0
    told = [min(each, most) for each in told]
    found = (_FEW * usual + sum(told)) / (_FEW + len(told))
    off = sum((each - found) ** 2 for each in told)
    return found, sqrt((_FEW * spread**2 + off) / (_FEW + len(told)))


def _sane(mean: Sequence[float], usual: Amounts) -> Amounts:
    """Factors that may be believed: no text costs nothing, or many times what it costs elsewhere."""
    sizes = (min(max(found, each / 4), 4 * each) for found, each in zip(mean[:SIZES], usual[:SIZES], strict=True))
    return (*sizes, *mean[SIZES:])


def _diagonal(values: Sequence[float]) -> Matrix:
    return [[value if at == one else 0.0 for one in range(len(values))] for at, value in enumerate(values)]


def deviation(fit: Fitted, amounts: Amounts, own: float) -> float:
    """The standard deviation of what so much costs. `own`: the variances of its parts by their nature, summed."""
    return sqrt(max(fit.variance(amounts) + own, 0.0))
