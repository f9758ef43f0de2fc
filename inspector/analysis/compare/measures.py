"""What contenders are measured by, and which of them is best. None is called best where values are equal or not comparable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.compare.shapes import Run, Sizes, Totals

Kind = Literal["size", "count", "share", "money"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One row of the table. `value` is None where a contender has none; `better` says which end is the better one.

    `kind` is how it is written: in a unit of size, as a count, as a share from 0 to 1, in US dollars. `sure` says whether
    the values of these contenders may be held against each other; `about` is what the row says, in one line.
    """

    key: str
    title: str
    kind: Kind
    better: Literal["less", "more"]
    value: Callable[[Totals], float | None]
    about: str
    sure: Callable[[Sequence[Run]], bool] = lambda runs: True
    group: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A measure over the contenders. `best` is the place of the only best one; None where none is."""

    measure: Measure
    values: tuple[float | None, ...]
    best: int | None


def _own(take: Callable[[Sizes], float]) -> Callable[[Totals], float | None]:
    return lambda totals: take(totals.own) if totals.own.sent else None


def _common(take: Callable[[Sizes], float]) -> Callable[[Totals], float | None]:
    return lambda totals: take(totals.common) if totals.common.sent else None


def comparable(runs: Sequence[Run]) -> bool:
    """Whether the policies of all measure alike."""
    return len({each.replay.policy.meter for each in runs}) == 1


def _written(runs: Sequence[Run]) -> bool:
    """No view has a summary that is not written yet."""
    return not any(each.totals.own.approximate for each in runs)


def _sure_own(runs: Sequence[Run]) -> bool:
    return comparable(runs) and _written(runs)


def _typed_lost(totals: Totals) -> float | None:
    return totals.typed.lost if totals.own.sent else None


def _facts_lost(totals: Totals) -> float | None:
    return totals.facts_lost if any(each.lanes for each in totals.facts) else None


TYPED = Measure(
    "typed_lost", "typed texts lost", "count", "less", _typed_lost, "texts that a person typed and some view lacks"
)
FACTS = Measure("facts_lost", "given facts lost", "count", "less", _facts_lost, "of the facts that were asked about")
PEAK = Measure(
    "peak", "peak", "size", "less", _common(lambda s: s.peak), "the largest view that is sent", _written, "common"
)
MEAN = Measure("mean", "mean", "size", "less", _common(lambda s: s.mean), "the average view", _written, "common")
AREA = Measure("area", "area", "size", "less", _common(lambda s: s.area), "all views together", _written, "common")
OWN_PEAK = Measure(
    "own_peak", "peak", "size", "less", _own(lambda s: s.peak), "the largest view that is sent", _sure_own, "own"
)
OWN_MEAN = Measure("own_mean", "mean", "size", "less", _own(lambda s: s.mean), "the average view", _sure_own, "own")
OWN_AREA = Measure("own_area", "area", "size", "less", _own(lambda s: s.area), "all views together", _sure_own, "own")
COMPACTIONS = Measure(
    "compactions",
    "compactions",
    "count",
    "less",
    lambda totals: len(totals.compactions) if totals.own.sent else None,
    "requests at which layers compacted",
)
UNSENDABLE = Measure(
    "unsendable",
    "not sendable",
    "count",
    "less",
    lambda totals: len(totals.unsendable.requests) if totals.own.sent else None,
    "requests that the provider would refuse, by its own rules",
)
RECALL = Measure(
    "recall",
    "recall",
    "share",
    "more",
    lambda totals: totals.recall.share,
    "of what the replies refer to, the part that the views held",
)
PROMPTS = Measure(
    "prompts",
    "prompts, all together",
    "size",
    "less",
    lambda totals: totals.spending.prompts if totals.own.sent else None,
    "the provider's tokens of all prompts, however they are paid",
    _written,
)
MONEY = Measure(
    "money",
    "money",
    "money",
    "less",
    lambda totals: totals.spending.usd if totals.own.sent else None,
    "US dollars for requests and summaries, by dated prices",
    _written,
)
REFUSALS = Measure(
    "refusals", "refusals", "count", "less", lambda totals: len(totals.refusals), "requests that are not sent at all"
)

MEASURES = (
    TYPED,
    FACTS,
    PEAK,
    MEAN,
    AREA,
    OWN_PEAK,
    OWN_MEAN,
    OWN_AREA,
    COMPACTIONS,
    REFUSALS,
    UNSENDABLE,
    RECALL,
    PROMPTS,
)
"""In the order of the table: what a person typed comes first (DESIGN §4, law 8)."""


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
