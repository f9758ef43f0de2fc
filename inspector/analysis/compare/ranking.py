"""Which contender is best in a measure, and who wins. None is best where values are equal or not comparable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.compare.measures import MEASURES, REFUSALS, Measure
from inspector.analysis.compare.shapes import Run


@dataclass(frozen=True, slots=True)
class Ranked:
    """A measure over the contenders. `best` is the place of the only best one; None where none is."""

    measure: Measure
    values: tuple[float | None, ...]
    best: int | None


def ranked(runs: Sequence[Run]) -> tuple[Ranked, ...]:
    """Every measure that some contender has a value of."""
    found = []
    for measure in MEASURES:
        values = tuple(measure.value(each.totals) for each in runs)
        if any(value is not None for value in values):
            found.append(Ranked(measure, values, _best(measure, values, runs)))
    return tuple(found)


def pool(runs: Sequence[Run]) -> list[int]:
    """The places of those that may be held against each other: they send the same requests, and no other sends more.

    Of what is added up over the requests a contender that refuses some has less by that alone.
    """
    fewest = min((len(each.totals.refusals) for each in runs), default=0)
    found = [at for at, each in enumerate(runs) if len(each.totals.refusals) == fewest]
    alike = {runs[at].totals.refusals for at in found}
    return found if len(alike) == 1 else []


def _among(measure: Measure, runs: Sequence[Run]) -> list[int]:
    """The places that are held against each other in one measure."""
    return list(range(len(runs))) if measure is REFUSALS else pool(runs)


def _best(measure: Measure, values: Sequence[float | None], runs: Sequence[Run]) -> int | None:
    among = _among(measure, runs)
    found = [(value, at) for at in among if (value := values[at]) is not None]
    if len(found) < 2 or len(found) < len(among) or not measure.sure([runs[at] for at in among]):
        return None
    first, second = sorted(found, reverse=measure.better == "more")[:2]
    return first[1] if first[0] != second[0] else None


def winner(runs: Sequence[Run], table: Sequence[Ranked]) -> int | None:
    """The place of the contender that is best in something and behind nobody in anything that can be compared; else None.

    Whoever is left out of a measure, because it refuses requests that others send, wins nothing.
    """
    best = {each.best for each in table if each.best is not None}
    if len(best) != 1:
        return None
    (at,) = best
    return at if at in pool(runs) and not any(_behind(at, each, runs) for each in table) else None


def _behind(at: int, row: Ranked, runs: Sequence[Run]) -> bool:
    """Whether another contender is better in a measure, as far as it can be compared."""
    among, own = _among(row.measure, runs), row.values[at]
    if own is None or not row.measure.sure([runs[each] for each in among]):
        return False
    others = [value for each in among if (value := row.values[each]) is not None]
    return any(value < own if row.measure.better == "less" else value > own for value in others)
