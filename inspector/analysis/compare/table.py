"""A comparison as a table of words, one column a contender: the same for the command line and for the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.compare.compare import Comparison
from inspector.analysis.compare.ranking import Ranked, ranked
from inspector.analysis.compare.run import METER, UNIT
from inspector.analysis.compare.shapes import FactKept
from inspector.phrases import short

BEST = "★"
NONE = "–"
METER_WORDS = f"{UNIT} ({METER.removesuffix('_base')})"


class Line(NamedTuple):
    """A row. `cells` has one a contender, or none for a heading; `best` is the place of the best one.

    `key` is the measure's, "" for a row that only tells more of the one before. `head` is what it is called where it stands
    alone; "" where it says nothing then. `at` is the request that it is about, where it is about one.
    """

    title: str
    cells: tuple[str, ...] = ()
    best: int | None = None
    key: str = ""
    head: str = ""
    at: int | None = None


def table(found: Comparison, brief: bool = False) -> list[Line]:
    """All rows, typed texts first. `brief`: for narrow columns, with sizes as `84.1k`, and without the policies' own meters."""
    rows = _Rows(found, brief)
    return [*rows.losses(), *rows.sizes(), *rows.happened(), *rows.recall(), *rows.cost()]


class _Rows:
    """Makes the rows of one comparison."""

    def __init__(self, found: Comparison, brief: bool) -> None:
        self.runs, self.brief = found.runs, brief
        self.rows = {each.measure.key: each for each in ranked(found.runs)}
        self.rough = any(each.totals.own.approximate for each in found.runs)

    def losses(self) -> Iterator[Line]:
        """Typed texts, then the facts that were given."""
        typed = self.runs[0].totals.typed
        if row := self.rows.get("typed_lost"):
            yield self._line(row, "typed texts lost", of=typed.all)
            yield from self._firsts([each.totals.typed.first for each in self.runs])
        facts = self.runs[0].totals.facts
        if row := self.rows.get("facts_lost"):
            yield self._line(row, "given facts lost", of=len(facts))
        elif facts:
            yield Line("given facts")
        for at, fact in enumerate(facts):
            kept = [each.totals.facts[at] for each in self.runs]
            lost = [each.lost_at for each in kept if each.lost_at]
            cells = tuple(in_words(each, self.brief) for each in kept)
            yield Line(f"  {fact.fact.text}", cells, head=fact.fact.text, at=min(lost, default=None))

    def sizes(self) -> Iterator[Line]:
        """In the common meter, and where policies have others in their own."""
        if "peak" not in self.rows:
            return
        common = [each.totals.common for each in self.runs]
        yield Line(f"size of views, {METER_WORDS}")
        yield self._line(self.rows["peak"], "  largest", sign="≈" if self.rough else "")
        if not self.brief:
            yield Line("  at request", tuple(_number(each.at) for each in common), at=max(common).at or None)
        yield self._line(self.rows["mean"], "  average")
        yield self._line(self.rows["area"], "  all together")
        meters = [each.replay.policy.meter for each in self.runs]
        if not self.brief and any(meter.count != METER for meter in meters):
            yield Line("in its own meter", tuple(meter.count for meter in meters), head="own meter")
            yield self._line(self.rows["own_peak"], "  largest", head="own: largest")
            yield self._line(self.rows["own_area"], "  all together", head="own: all together")

    def happened(self) -> Iterator[Line]:
        """Compactions, and what was refused by the policy or would be by the provider."""
        yield from self._events("compactions", [each.totals.compactions for each in self.runs])
        yield from self._events("refusals", [each.totals.refusals for each in self.runs])
        yield from self._events("unsendable", [each.totals.unsendable.requests for each in self.runs])

    def _events(self, key: str, requests: Sequence[Sequence[int]]) -> Iterator[Line]:
        if row := self.rows.get(key):
            yield self._line(row, row.measure.title)
            yield from self._firsts([each[0] if each else None for each in requests])

    def _firsts(self, requests: Sequence[int | None]) -> Iterator[Line]:
        """The first request of each that the row before is about; nothing where there is none."""
        there = [each for each in requests if each]
        if there:
            yield Line("  first at request", tuple(map(_number, requests)), at=min(there))

    def recall(self) -> Iterator[Line]:
        """What the replies refer to, and how much of it the views held."""
        if row := self.rows.get("recall"):
            yield self._line(row, f"recall of {self.runs[0].totals.recall.needed:,} needs", head="recall")
            yield Line("  at most", tuple(_share(each.totals.recall.bound) for each in self.runs))

    def cost(self) -> Iterator[Line]:
        """Prompts in the provider's tokens, and how they are paid."""
        if "prompts" not in self.rows:
            return
        spent = [each.totals.spending for each in self.runs]
        yield Line("cost, the provider's tokens")
        yield self._line(self.rows["prompts"], "  all prompts", head="provider's tokens")
        yield self._sizes_line("  read from cache", [each.read for each in spent])
        yield self._sizes_line("  written to it", [each.write for each in spent], "written to cache")
        yield self._sizes_line("  neither", [each.fresh for each in spent])
        yield self._sizes_line("  for summaries", [each.summaries for each in spent])
        row = self.rows.get("money")
        values = row.values if row is not None else (None,) * len(self.runs)
        unknown = all(value is None for value in values)
        none = NONE if self.brief else "unpriced"
        cells = tuple(none if value is None else WRITTEN["money"](value) for value in values)
        yield Line(
            "  money: unpriced" if unknown and self.brief else "  money",
            cells,
            row.best if row is not None else None,
            "money",
            "money",
        )

    def _sizes_line(self, title: str, sizes: Sequence[int], head: str = "") -> Line:
        return Line(title, tuple(self._size(each) for each in sizes), head=head or title.strip())

    def _line(self, row: Ranked, title: str, sign: str = "", of: int | None = None, head: str = "") -> Line:
        """`of` is the number that a count is a part of."""
        behind = f" of {of:,}" if of is not None and not self.brief else ""
        title = f"{title} of {of:,}" if of is not None and self.brief else title
        cells = tuple(NONE if value is None else f"{sign}{self._written(row, value)}{behind}" for value in row.values)
        return Line(title, cells, row.best, row.measure.key, head or title.strip())

    def _written(self, row: Ranked, value: float) -> str:
        return self._size(value) if row.measure.kind == "size" else WRITTEN[row.measure.kind](value)

    def _size(self, value: float) -> str:
        return short(round(value)) if self.brief else f"{value:,.0f}"


def in_words(kept: FactKept, brief: bool = False) -> str:
    """What became of a fact: `lost at 48`, `kept`; `not there` where no request of the record has it."""
    if kept.losses:
        return f"at {kept.lost_at:,}" if brief else f"lost at {kept.lost_at:,}"
    return "kept" if kept.lanes else NONE if brief else "not there"


def _number(value: int | None) -> str:
    return NONE if not value else f"{value:,}"


def _share(value: float | None) -> str:
    return NONE if value is None else WRITTEN["share"](value)


WRITTEN: dict[str, Callable[[float], str]] = {
    "count": lambda value: f"{value:,.0f}",
    "share": lambda value: f"{value:.1%}",
    "money": lambda value: f"${value:,.2f}",
}
"""How the values of each kind of measure but sizes are written."""


def full(found: Comparison) -> int:
    """The largest view of all contenders: what the bars are drawn against."""
    return max((each.totals.common.peak for each in found.runs), default=0)
