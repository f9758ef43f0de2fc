"""What contenders are measured by: one measure for each row of the table."""

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
    lambda totals: len(totals.unsendable.requests) if totals.own.sent and totals.unsendable.provider else None,
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
    MONEY,
)
"""In the order of the table: what a person typed comes first (DESIGN §4, law 8)."""
