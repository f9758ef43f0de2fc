"""When a compaction or a clearing pays: what it costs once, because the changed part is written anew, against what every
later request saves. In units of one token of plain input.

Told for the record that there is: later requests as many and as they were; what the agent would have done else is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from inspector.analysis.cost.clock import starts
from inspector.analysis.cost.money import Weights, weights
from inspector.analysis.cost.spent import Spent, Twin
from inspector.analysis.cost.summaries import Call
from inspector.analysis.measured import Extent
from inspector.engine import Replay


@dataclass(frozen=True, slots=True)
class Change:
    """A request whose view is no continuation of the one before. `layers` changed it (of the recorded view: the agent).

    `before`: tokens that the prompt would have had with the view before and what is new; `after`: what it has. `rewritten`:
    tokens of it that are not read from the cache; `again`: those of them that had been sent before, at the least. `once`: what
    the change costs more at this request, the summariser's call with it (less than 0: it is cheaper at once). `saves`: per
    later request. `pays`: after how many more requests it has paid; 0: at once, None: never. `lasts`: requests after it that
    have the saving: until the next change that goes as deep, or the end of the session. `known`: weights by the price table.
    """

    request: int
    layers: tuple[str, ...]
    before: int
    after: int
    rewritten: int
    again: int
    once: float
    saves: float
    pays: int | None
    lasts: int
    known: bool

    @property
    def paid(self) -> bool:
        """Whether it pays as long as it lasts."""
        return self.pays is not None and self.pays <= self.lasts


def changes(twin: Twin, calls: Sequence[Call] = ()) -> tuple[Change, ...]:
    """Every change of a session, oldest first."""
    asked: dict[int, list[Call]] = {}
    for call in calls:
        asked.setdefault(call.request, []).append(call)
    sent = [(row, extent) for row, extent in zip(twin.rows, twin.extents, strict=True) if row.sent]
    broken = [at for at, (before, now) in enumerate(pairwise(sent), start=1) if now[1].alike < before[1].blocks]
    ends = _ends([sent[at][1].shared for at in broken], broken, len(sent))
    times = starts(twin.replay.transcript)
    out = []
    for at, end in zip(broken, ends, strict=True):
        (before, _), (row, extent) = sent[at - 1], sent[at]
        warm = _warm(twin, before, row, times)
        out.append(_change(twin, before, row, extent, asked, warm, end - at - 1))
    return tuple(out)


def _ends(shared: Sequence[int], places: Sequence[int], end: int) -> list[int]:
    """For each change the place of the next one that leaves no more in common with the view before it; the end for none."""
    out, deeper = [end] * len(places), list[int]()
    for at in reversed(range(len(places))):
        while deeper and shared[deeper[-1]] > shared[at]:
            deeper.pop()
        out[at] = places[deeper[-1]] if deeper else end
        deeper.append(at)
    return out


def _change(
    twin: Twin, before: Spent, row: Spent, extent: Extent, asked: Mapping[int, Sequence[Call]], warm: bool, lasts: int
) -> Change:
    whole = twin.tokens.prompt(row.request, extent.size)
    first = _first_pass(before, twin)
    added = twin.tokens.text(_added(twin, before.request, row.request))
    grown = first + added
    price = weights(row.model, row.prompt, twin.caching)
    marked = twin.caching.marks.text != "none"
    paid = _paid(row, whole, price) + _asked(asked.get(row.request, ()), price)
    once = paid - _kept(first if warm else 0, grown, price, marked)
    saves = (price.read if marked else 1.0) * (grown - whole)
    return Change(
        row.request,
        layers(twin.replay, row.request),
        grown,
        whole,
        whole - min(row.read, whole),
        max(whole - min(row.read, whole) - added, 0),
        once,
        saves,
        even(once, saves),
        lasts,
        price.known,
    )


def even(once: float, saves: float) -> int | None:
    """After how many more requests something that costs `once` and saves so much each time has paid; None: never."""
    if once <= 0:
        return 0
    return ceil(once / saves) if saves > 0 else None


def _paid(row: Spent, whole: int, price: Weights) -> float:
    """What the first pass of a request costs."""
    if row.passes == 1:
        return price.read * row.read + price.write * row.write + row.fresh
    read = min(row.read, whole)
    return price.read * read + price.write * (whole - read)


def _kept(read: int, whole: int, price: Weights, marked: bool) -> float:
    """What the request would have cost with the view before it, grown by what is new."""
    return price.read * read + price.write * (whole - read) if marked else float(whole)


def _asked(calls: Sequence[Call], price: Weights) -> float:
    """What the summariser's calls at a request cost, failed ones with them; quotes count as what a model would be paid."""
    return sum(call.input + price.output * call.output for call in calls if call.by != "nobody")


def _first_pass(row: Spent, twin: Twin) -> int:
    return twin.tokens.prompt(row.request, twin.extents[row.request - 1].size)


def _added(twin: Twin, earlier: int, request: int) -> int:
    """What came into the history between two requests, in o200k tokens."""
    structure = twin.replay.transcript.structure
    return twin.sums.between(structure.end(earlier), structure.end(request))


def _warm(twin: Twin, before: Spent, row: Spent, times: Sequence[float | None]) -> bool:
    """Whether the request could have read the prompt before it, had the view not changed."""
    last, now = times[before.request - 1], times[row.request - 1]
    ttl = twin.caching.ttl
    return before.model == row.model and (ttl is None or last is None or now is None or now - last <= ttl)


def layers(replay: Replay, request: int) -> tuple[str, ...]:
    """The layers that changed the view of a request."""
    return replay.steps(request).fired
