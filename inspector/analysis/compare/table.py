"""A comparison as a table of words, one column a contender: the same for the command line and for the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.compare.compare import Comparison
from inspector.analysis.compare.differing import Differing, Group
from inspector.analysis.compare.measures import Ranked, comparable, pool, ranked, winner
from inspector.analysis.compare.run import METER, UNIT
from inspector.analysis.compare.shapes import FactKept, Run
from inspector.engine.view import SIGNS

BEST = "★"
NONE = "–"
METER_WORDS = f"{UNIT} ({METER.removesuffix('_base')})"


class Line(NamedTuple):
    """A row. `cells` has one a contender, or none for a heading; `best` is the place of the best one.

    `key` is the measure's, "" for a row that only tells more of the one before. `head` is what it is called where it stands
    alone; "" where it says nothing then.
    """

    title: str
    cells: tuple[str, ...] = ()
    best: int | None = None
    key: str = ""
    head: str = ""


def table(found: Comparison) -> list[Line]:
    """All rows, typed texts first."""
    rows = {each.measure.key: each for each in ranked(found.runs)}
    return [*_losses(found, rows), *_sizes(found, rows), *_rest(found, rows), *_cost(found, rows)]


def _losses(found: Comparison, rows: dict[str, Ranked]) -> Iterator[Line]:
    typed = found.runs[0].totals.typed
    if row := rows.get("typed_lost"):
        yield _line(row, "typed texts lost", of=typed.all)
        if any(each.totals.typed.first for each in found.runs):
            yield Line("  first at request", tuple(_number(each.totals.typed.first) for each in found.runs))
    facts = found.runs[0].totals.facts
    if row := rows.get("facts_lost"):
        yield _line(row, "given facts lost", of=len(facts))
    elif facts:
        yield Line("given facts")
    for at, fact in enumerate(facts):
        cells = tuple(map(in_words, (each.totals.facts[at] for each in found.runs)))
        yield Line(f"  {fact.fact.text}", cells, head=fact.fact.text)


def in_words(kept: FactKept) -> str:
    """What became of a fact: `lost at 48`, `kept`; `not there` where no request of the record has it."""
    if kept.losses:
        return f"lost at {kept.lost_at:,}"
    return "kept" if kept.lanes else "not there"


def _sizes(found: Comparison, rows: dict[str, Ranked]) -> Iterator[Line]:
    if "peak" not in rows:
        return
    yield Line(f"size of views, {METER_WORDS}")
    yield _line(rows["peak"], "  largest", sign="≈" if _rough(found) else "")
    yield Line("  at request", tuple(_number(each.totals.common.at) for each in found.runs))
    yield _line(rows["mean"], "  average")
    yield _line(rows["area"], "  all together")
    meters = [each.replay.policy.meter for each in found.runs]
    if any(meter.count != METER for meter in meters):
        yield Line("in its own meter", tuple(meter.count for meter in meters), head="own meter")
        yield _line(rows["own_peak"], "  largest", head="own: largest")
        yield _line(rows["own_area"], "  all together", head="own: all together")


def _rough(found: Comparison) -> bool:
    return any(each.totals.own.approximate for each in found.runs)


def _rest(found: Comparison, rows: dict[str, Ranked]) -> Iterator[Line]:
    for key in ("compactions", "refusals"):
        if row := rows.get(key):
            yield _line(row, row.measure.title)
            firsts = [getattr(each.totals, key) for each in found.runs]
            if any(firsts):
                yield Line("  first at request", tuple(_number(each[0] if each else None) for each in firsts))
    if row := rows.get("unsendable"):
        yield _line(row, row.measure.title)
        firsts = [each.totals.unsendable.requests for each in found.runs]
        if any(firsts):
            yield Line("  first at request", tuple(_number(each[0] if each else None) for each in firsts))
    if row := rows.get("recall"):
        yield _line(row, f"recall of {found.runs[0].totals.recall.needed:,} needs", head="recall")
        yield Line("  at most", tuple(_share(each.totals.recall.bound) for each in found.runs))


def _cost(found: Comparison, rows: dict[str, Ranked]) -> Iterator[Line]:
    if "prompts" not in rows:
        return
    spent = [each.totals.spending for each in found.runs]
    yield Line("cost, the provider's tokens")
    yield _line(rows["prompts"], "  all prompts", head="provider's tokens")
    yield Line("  read from cache", tuple(f"{each.read:,}" for each in spent), head="read from cache")
    yield Line("  written to it", tuple(f"{each.write:,}" for each in spent), head="written to cache")
    yield Line("  neither", tuple(f"{each.fresh:,}" for each in spent), head="neither")


def _line(row: Ranked, title: str, sign: str = "", of: int | None = None, head: str = "") -> Line:
    """`of` is the number that a count is a part of."""
    write, behind = WRITTEN[row.measure.kind], "" if of is None else f" of {of:,}"
    cells = tuple(NONE if value is None else f"{sign}{write(value)}{behind}" for value in row.values)
    return Line(title, cells, row.best, row.measure.key, head or title.strip())


def _number(value: int | None) -> str:
    return NONE if not value else f"{value:,}"


def _share(value: float | None) -> str:
    return NONE if value is None else WRITTEN["share"](value)


WRITTEN: dict[str, Callable[[float], str]] = {
    "size": lambda value: f"{value:,.0f}",
    "count": lambda value: f"{value:,.0f}",
    "share": lambda value: f"{value:.1%}",
    "money": lambda value: f"${value:,.2f}",
}
"""How the values of each kind of measure are written."""


def verdict(found: Comparison) -> str:
    """Who wins, in a sentence: one that is best in something and behind nobody, or nobody."""
    runs = found.runs
    if len(runs) < 2:
        return "there is nothing to compare with: name a policy"
    if not found.requests:
        return "the transcript holds no request: there is nothing to compare"
    rows = ranked(runs)
    at = winner(runs, rows)
    left_out = [each.letter for place, each in enumerate(runs) if place not in pool(runs)]
    if at is not None:
        said = f"{runs[at].letter} {runs[at].contender.title}: best where they differ, behind nowhere"
    elif all(each.best is None for each in rows) and not left_out:
        said = "no clear winner: no contender is alone the best in anything that can be compared"
    else:
        said = "no clear winner: none is best in one thing and behind in none"
    sent = "refuses requests that others send" if len(left_out) == 1 else "refuse requests that others send"
    return f"{said}; {', '.join(left_out)} {sent}" if left_out else said


def notes(found: Comparison) -> Iterator[str]:
    """What has to be known of the numbers."""
    if not comparable(found.runs):
        yield "sizes in a policy's own meter are not held against those in another"
    bounded = [each.letter for each in found.runs if each.totals.certificate.kind == "bounded"]
    if bounded:
        are = "is" if len(bounded) == 1 else "are"
        yield (
            f"{', '.join(bounded)} {are} bounded: from that request on the numbers are of this policy applied to replies "
            "that another view produced"
        )
    if rules := dict.fromkeys(rule for each in found.runs for rule in each.totals.unsendable.rules):
        provider = found.runs[0].totals.unsendable.provider
        yield f"not sendable: refused by the provider ({provider}) for {', '.join(rules)}; 'inspector check' tells more"
    bases = dict.fromkeys(each.totals.spending.basis for each in found.runs)
    if found.requests:
        timed = "" if found.runs[0].totals.spending.timed else ", and without times nothing in the cache expires"
        yield f"cost is predicted from where views begin to differ ({', '.join(bases)} sizes{timed}), summaries left out"
    if _rough(found):
        yield "≈ a summary is not written yet: the size that it may take at the most"


def group_words(group: Group, runs: Sequence[Run], name: Callable[[int], str]) -> str:
    """`181 blocks (first 17.1, 2 typed): R = · A ╌ prune · B Σ summary`."""
    typed = f", {group.typed:,} typed" if group.typed else ""
    first = "first " if group.blocks > 1 else ""
    fates = " · ".join(
        f"{run.letter} {SIGNS[state.fate]}{' ' + state.layer if state.layer else ''}"
        for run, state in zip(runs, group.states, strict=True)
    )
    return f"{group.blocks:,} block{'' if group.blocks == 1 else 's'} ({first}{name(group.first)}{typed}): {fates}"


def differing_words(one: Differing) -> str:
    """`514 blocks not held alike, 7 typed texts among them`."""
    blocks = f"{one.blocks:,} block{'' if one.blocks == 1 else 's'} not held alike"
    typed = f", {one.typed:,} typed text{'' if one.typed == 1 else 's'} among them" if one.typed else ""
    return blocks + typed if one.blocks else "the same blocks"


def full(found: Comparison) -> int:
    """The largest view of all contenders: what the bars are drawn against."""
    return max((each.totals.common.peak for each in found.runs), default=0)
