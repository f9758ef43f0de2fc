"""The usual case of a course in plain integers: cut texts, then a summary of whole turns, event after event.

A session of 100,000 messages has thousands of compactions, each of which would cost a dozen calls; here it costs an addition
or two. Whatever is not usual at a request is left to the layers themselves (`course.py`), which come to the same numbers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from inspector.engine.effects import remember
from inspector.engine.layers.drop import kept_from
from inspector.engine.layers.file_lists import NO_FILES
from inspector.engine.layers.summarise import assumed
from inspector.engine.plan import Span
from inspector.engine.steps import CompactionState
from inspector.engine.told.form import Step
from inspector.engine.told.near import near
from inspector.engine.told.operations import Local
from inspector.engine.told.requests import Requests
from inspector.engine.told.summary import Summed
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import NOTHING, Promise, Standing, Tail, Taken
from inspector.engine.view import Fate, Made

SUMMARISED = Fate.SUMMARISED
"""Looked up once: an enumeration takes its time."""


class Shape(NamedTuple):
    """The layers of a policy that has the usual form."""

    local: str
    """The id of the layer that cuts single texts; "": there is none."""
    cuts_from: int
    """The size of a view from which it works."""
    summary: str
    sums_up_from: int
    judges_first: bool
    """What all layers received decides whether there is a summary; else what the first one left of it."""
    work: Summed

    @property
    def cuts_decide(self) -> bool:
        """Whether a summary is made only where the view is too large with its texts cut."""
        return bool(self.local) and not self.judges_first and self.cuts_from <= self.sums_up_from


class Left(NamedTuple):
    """What became of a request at which a layer worked: its size before and after, who fired, how far its texts are cut.

    `at`: the block at which the kept tail begins, -1 where nothing went; `summary` the size of what stands before it.
    """

    request: int
    first: int
    size: int
    fired: tuple[str, ...]
    edge: int
    at: int = -1
    summary: int = 0


def shape(sums: Sums, layers: Sequence[Step], requests: Requests) -> Shape | None:
    """The usual form; None for any other policy, or where a request may have to be looked at for another reason."""
    work, before = layers[-1].work, layers[:-1]
    special = requests.edges or requests.manual or requests.strict or requests.quiet.usage or not requests.rising
    if special or sums.links is not None or not isinstance(work, Summed):
        return None
    lists = work.rule.recent_files or work.rule.changed_files
    if work.rule.keep.unit != "turns" or lists or any(step.least is None for step in layers):
        return None
    if len(before) > 1 or any(not isinstance(step.work, Local) for step in before):
        return None
    last, local = layers[-1], before[0] if before else None
    return Shape(
        local.id if local else "", local.least or 0 if local else 0, last.id, last.least or 0, last.first, work
    )


class Swift:
    """One policy of the usual form on its way through the requests."""

    def __init__(self, form: Shape, sums: Sums, requests: Requests, overlays: bool) -> None:
        self.form, self.sums, self.requests, self.overlays = form, sums, requests, overlays
        self.structure, self.work = sums.structure, form.work
        system = self.structure.system
        self.words = self.structure.first[system[-1] + 1] if system else 0
        """The block behind the last system message: those stay when what is around them goes."""
        self.writes = form.work.writer is not None
        """Somebody writes the summaries: then only what lies between them is told here."""
        self.keep, self.carries = form.work.rule.keep.last, form.work.rule.previous == "carry"
        self.alone, self.both = (form.summary,), (form.local, form.summary)
        self.cut_sizes: Sequence[int] = self._cut_sizes() if overlays and form.cuts_decide else ()
        """Sums of all sizes, texts cut, up to each request: where a cut is all that happens, nothing of it lasts."""
        self.wrapper = self.work.wrapper(NO_FILES)
        self.system: tuple[Span, ...] = ()
        """The system messages in the head of the tail that was taken last, and of all that follow from it."""
        self.bare = False
        """Nothing but summaries is in these heads."""
        self.fixed = 0
        """What stands in their heads beside the summary."""

    def _cut_sizes(self) -> list[int]:
        sums, ends = self.sums, self.requests.ends
        settings = ("cut ends", sums.ledger.settings(sums.applied))
        return remember(sums.ledger.transcript, settings, lambda: [sums.worked[end] for end in ends])

    def takes(self, tail: Tail) -> bool:
        """Whether a tail is a usual one: nothing single was taken out of it, and no message is in its head but summaries."""
        if not tail.whole or tail.lo < self.words:
            return False
        ledger, plain, owner = self.sums.ledger, self.sums.plain, self.structure.owner
        self.system = tuple(part for part in tail.head if isinstance(part, Span))
        self.fixed = ledger.base + ledger.supplied + self.work.reply
        self.fixed += sum(plain[span.hi] - plain[span.lo] for span in self.system)
        made = [part.kind for part in tail.head if not isinstance(part, Span)]
        self.bare = not self.system and not self.work.rule.acknowledgement and all(kind == "summary" for kind in made)
        return all(owner[span.lo] in self.sums.system for span in self.system)

    def next(self, tail: Tail, first: int, last: int) -> Left | int:
        """What the layers make of a usual tail at the first request at which they do anything; else how far nothing is done.

        The request after that is an unusual one, where they have to be asked themselves. A key that turns a knob comes here
        thousands of times.
        """
        requests, sums, lowest = self.requests, self.sums, self.requests.opening
        if lowest is None:
            return last
        edge, plain = tail.edge, sums.plain
        least = lowest - tail.base - sums.worked[edge] + sums.worked[tail.lo] + plain[edge]
        at = near(requests.sizes, least, first - 1, last)
        if self.cut_sizes:
            at = near(self.cut_sizes, self.form.sums_up_from - tail.base + sums.worked[tail.lo], at, last)
        if requests.turns:
            at = near(requests.turns, requests.turn_behind(tail), at, last)
        if at >= last:
            return last
        left = self.cut(tail, at + 1)
        if (left.first if self.form.judges_first else left.size) < self.form.sums_up_from:
            return left
        return self._summarised(tail, left)

    def cut(self, tail: Tail, request: int) -> Left:
        """A request at which no summary is made: single texts are cut, from a size on."""
        form, worked, plain = self.form, self.sums.worked, self.sums.plain
        end, edge, base = self.requests.ends[request - 1], tail.edge, tail.base - worked[tail.lo]
        first = base + worked[edge] + plain[end] - plain[edge]
        if not form.local or first < form.cuts_from or edge >= end:
            return Left(request, first, first, (), edge)
        changes = self.sums.changes
        at = bisect_left(changes, edge)
        fired = (form.local,) if at < len(changes) and changes[at] < end else ()
        return Left(request, first, base + worked[end], fired, end)

    def _summarised(self, tail: Tail, left: Left) -> Left | int:
        """A summary instead of the oldest turns, where that makes the view smaller."""
        request, first, whole, fired, edge, _, _ = left
        sums, work, at = self.sums, self.work, request - 1
        end = self.requests.ends[at]
        start = kept_from(self.structure, sums.turns[at], end, self.keep)
        if sums.unfinished_at[at] or (start > tail.lo and sums.reach[start] >= start):
            return at
        if start <= tail.lo:
            return left
        work.wanted = True
        summary = assumed(work.rule, work.counter, self.wrapper, whole, self._earlier(tail) if self.carries else ())
        edge, worked, plain = edge if edge > start else start, sums.worked, sums.plain
        size = self.fixed + summary + worked[edge] - worked[start] + plain[end] - plain[edge]
        if size >= whole:
            return left
        return Left(request, first, size, self.both if fired else self.alone, edge, start, summary)

    def _earlier(self, tail: Tail) -> tuple[Promise | Made, ...]:
        """The summaries in a head."""
        if self.bare:
            return tail.head  # type: ignore[return-value]
        return tuple([part for part in tail.head if not isinstance(part, Span) and part.kind == "summary"])

    def only_cut(self, tail: Tail, left: Left) -> Tail:
        """The tail after a request at which nothing left it."""
        found = tail.copy()
        found.edge = left.edge
        return found

    def taken(self, tail: Tail, left: Left) -> Taken:
        """What left it at a request."""
        return Taken(tail.lo, left.at, tail.first, tail.seen, NOTHING, (), SUMMARISED, self.form.summary)

    def after(self, tail: Tail, left: Left, taken: Taken) -> Tail:
        """The tail after a request at which something left it."""
        lo = left.at
        return Tail(
            self.fixed + left.summary,
            lo,
            lo if self.overlays else left.edge,
            tail.first,
            tail.seen,
            tail.gone,
            tail.plain,
            NOTHING,
            self._head(tail, taken, left.summary),
            CompactionState(tail.state.count + 1, request=left.request),
        )

    def _head(self, tail: Tail, taken: Taken, size: int) -> tuple[Standing, ...]:
        """System messages, the summary, and its reply where there is one."""
        rule, at, layer = self.work.rule, taken.at, taken.layer
        summary = Promise("summary", size, at, layer, "", rule.role, taken, self._earlier(tail))
        if not rule.acknowledgement:
            return (*self.system, summary)
        reply = Promise("acknowledgement", self.work.reply, at, layer, rule.acknowledgement, "assistant")
        return (*self.system, summary, reply)
