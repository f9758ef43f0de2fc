"""All fixes of some facts under one policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.fixes.points import values
from inspector.analysis.fixes.price import Bill, bill, pin
from inspector.analysis.fixes.search import Hit, smallest
from inspector.analysis.fixes.shapes import Fix, Fixes, Wanted
from inspector.analysis.fixes.trying import Trying
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
) -> Fixes:
    """For each knob the smallest change that keeps every fact at the request where it is needed, cheapest first.

    Nobody outside is asked: where the replay's summariser would be, summaries have no text. A cancelled search answers
    with what it has, and says that it is not whole. `found_one` hears of each as it is found. The recorded view has no knobs.
    """
    facts = [each for each in wanted if each.found]
    needed = tuple(each.needed for each in wanted)
    if not facts:
        return Fixes((), None, 0, needed)
    summariser = offline(replay.summariser)
    before = bill(replay)
    found: list[Fix] = []
    scanned, whole = 0, True
    held = all(state_at(replay, each.found, each.needed).held for each in facts)
    for at, knob in enumerate(replay.policy.knobs if not held else ()):
        if progress:
            progress(at, len(replay.policy.knobs))
        trying = Trying(replay, knob.name, facts, summariser, before.compactions, cancelled)
        try:
            for fix in _of_knob(replay, knob, trying, before):
                found.append(fix)
                found_one(fix)
        except Cancelled:
            whole = False
        scanned += trying.tried
    return Fixes(tuple(sorted(found, key=by_price)), pin(replay, facts), scanned, needed, whole)


def _of_knob(replay: Replay, knob: Knob, trying: Trying, before: Bill) -> Iterator[Fix]:
    quick = trying.summarises and replay.requests > LONG
    for tried in values(replay, knob, trying.wanted):
        hit = smallest(trying, knob.value, tried, quick)
        if hit is not None:
            yield _fix(trying, knob, hit, before)


def _fix(trying: Trying, knob: Knob, hit: Hit, before: Bill) -> Fix:
    after = bill(trying.run(hit.value))
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
    )


def by_price(fix: Fix) -> tuple[bool, int, int]:
    """Those that refuse nothing more first, then by what all views cost."""
    return fix.refused > 0, fix.total, abs(fix.change)


def offline(summariser: Summariser | None) -> Summariser | None:
    """A summariser that asks nobody outside; else none."""
    if summariser is None:
        return None
    try:
        return None if asks_outside(summariser.name) else summariser
    except UnknownSummariser:
        return summariser
