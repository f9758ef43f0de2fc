"""All fixes of some facts under one policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.fixes.again import lost_again
from inspector.analysis.fixes.budget import SECONDS, Budget
from inspector.analysis.fixes.failing import Failing
from inspector.analysis.fixes.points import is_gate, only_refuses, only_writes, values
from inspector.analysis.fixes.price import bill, pin
from inspector.analysis.fixes.search import Hit, ends, smallest
from inspector.analysis.fixes.shapes import Fix, Fixes, LeftOut, Scan, Wanted
from inspector.analysis.fixes.trying import Trying
from inspector.analysis.hearing import Hearing
from inspector.analysis.why.lanes import state_at
from inspector.engine import Replay
from inspector.engine.summariser import Summariser
from inspector.long_work import Cancelled, Progress
from inspector.policy.model import Knob
from inspector.summary.registry import UnknownSummariser, asks_outside

LONG = 400
"""Requests from which on a scan assumes the sizes of summaries, and only the proof has them written."""


def fixes(
    replay: Replay,
    wanted: Sequence[Wanted],
    cancelled: Callable[[], bool] = bool,
    progress: Progress | None = None,
    found_one: Callable[[Fix], None] = lambda _: None,
    seconds: float = SECONDS,
) -> Fixes:
    """For each knob the smallest change that keeps every fact at the request where it is needed, cheapest first.

    Nobody outside is asked: where the replay's summariser would be, summaries have no text. A cancelled search answers
    with what it has, and says that it is not whole; what was not tried within `seconds` of work is counted. `found_one`
    hears of each as it is found. The recorded view has no knobs. Facts that no view can hold there are left out, and named.
    """
    left_out = tuple(_left_out(replay, wanted))
    facts = [each for each in wanted if not _why_not(replay, each)]
    needed = tuple(each.needed for each in facts)
    if not facts:
        return Fixes((), None, (), needed, left_out=left_out)
    kept = all(state_at(replay, each.found, each.needed).held for each in facts)
    looking = _Looking(replay, facts, cancelled, seconds)
    found: list[Fix] = []
    knobs = in_order(replay) if not kept else ()
    for at, knob in enumerate(knobs):
        if progress:
            progress(at, len(knobs))
        looking.budget.share(len(knobs) - at)
        for fix in looking.of_knob(knob):
            found.append(fix)
            found_one(fix)
    return Fixes(
        tuple(sorted(found, key=by_price)),
        pin(replay, facts),
        tuple(looking.scans),
        needed,
        looking.whole,
        kept,
        looking.assumes,
        left_out,
    )


def in_order(replay: Replay) -> tuple[Knob, ...]:
    """The knobs as they are tried: those last at which compactions begin, because low values of them take longest."""
    return tuple(sorted(replay.policy.knobs, key=lambda knob: is_gate(replay, knob) and not only_refuses(replay, knob)))


class _Looking:
    """One search: what it compares with, and what it has tried."""

    def __init__(self, replay: Replay, facts: Sequence[Wanted], cancelled: Callable[[], bool], seconds: float) -> None:
        self.replay, self.facts, self.cancelled = replay, facts, cancelled
        self.summariser = offline(replay.summariser)
        self.before = bill(replay)
        self.budget = Budget(seconds)
        self.failing = Failing(replay, self.summariser, max(each.needed for each in facts))
        self.scans: list[Scan] = []
        self.whole, self.summarises = True, False

    @property
    def quick(self) -> bool:
        """Whether values are scanned with the sizes of summaries assumed."""
        return self.summarises and self.replay.requests > LONG

    @property
    def assumes(self) -> bool:
        """Whether a value may have been judged without a summary's words."""
        return self.quick or (self.summarises and self.summariser is None)

    def of_knob(self, knob: Knob) -> Iterator[Fix]:
        """The fixes of one knob, up and down; what was tried is noted whatever happens."""
        trying = Trying(
            self.replay,
            knob.name,
            self.facts,
            self.summariser,
            self.before.compactions,
            self.cancelled,
            self.budget,
            self.failing if only_writes(self.replay, knob) else None,
        )
        self.summarises = trying.summarises
        try:
            ways = values(self.replay, knob, self.facts)
            if not is_gate(self.replay, knob):  # the least values of those take longest
                ends(trying, ways, self.quick)
            for tried in ways:
                hit = smallest(trying, knob.value, tried, self.quick)
                if hit is not None:
                    yield self._fix(trying, knob, hit)
        except Cancelled:
            self.whole = False
        refuses = only_refuses(self.replay, knob)
        self.scans.append(Scan(knob.name, trying.tried, trying.untried, trying.aside, refuses))

    def _fix(self, trying: Trying, knob: Knob, hit: Hit) -> Fix:
        run = trying.run(hit.value, patient=False)
        after, before = bill(run), self.before
        return Fix(
            knob.name,
            knob.value,
            hit.value,
            knob.unit,
            after.peak - before.peak,
            after.total - before.total,
            after.refused - before.refused,
            hit.monotone,
            hit.proven,
            lost_again(run, self.facts, self.cancelled),
        )


def by_price(fix: Fix) -> tuple[bool, int, int]:
    """Those that refuse nothing more first, then by what all views cost."""
    return fix.refused > 0, fix.total, abs(fix.change)


def offline(summariser: Summariser | None) -> Summariser | None:
    """A summariser that asks nobody outside; else none. One that only writes down what another answers is that other."""
    if isinstance(summariser, Hearing):
        return offline(summariser.inner)
    if summariser is None:
        return None
    try:
        return None if asks_outside(summariser.name) else summariser
    except UnknownSummariser:
        return summariser


def _left_out(replay: Replay, wanted: Sequence[Wanted]) -> Iterator[LeftOut]:
    for each in wanted:
        if why := _why_not(replay, each):
            yield LeftOut(each.found.fact.text, why)


def _why_not(replay: Replay, wanted: Wanted) -> str:
    """Why no view can hold a fact at the request where it is needed; "" where one can."""
    if not wanted.found:
        return "nowhere in the record"
    if not replay.requests:
        return "the record has no request"
    later = state_at(replay, wanted.found, wanted.needed).state == "not yet"
    return f"said after request {wanted.needed:,}" if later else ""
