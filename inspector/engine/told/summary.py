"""A summary that takes the place of everything before the kept tail: told while its text is not known."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from inspector.engine.layers.asking import Asker, answer, call_for, whole_text
from inspector.engine.layers.drop import Middle
from inspector.engine.layers.file_lists import Files, file_lists
from inspector.engine.layers.summarise import assumed, wrapped
from inspector.engine.plan import Plan, Span
from inspector.engine.steps import CompactionState
from inspector.engine.summariser import Summariser, SummaryPending
from inspector.engine.told.cutting import cut
from inspector.engine.told.operations import start
from inspector.engine.told.sums import Sums
from inspector.engine.told.tail import CannotTell, Promise, Standing, Tail, approximate
from inspector.engine.view import Fate, Made
from inspector.policy.model import Summarise

Views = Callable[[Tail, int], Plan]
"""The view of a tail up to a block, as far as a summariser reads it."""


class Summed:
    """A summary of estimated size, or one that a summariser writes."""

    def __init__(self, sums: Sums, rule: Summarise, layer: str, writer: Summariser | None, views: Views) -> None:
        self.sums, self.rule, self.layer, self.writer, self.views = sums, rule, layer, writer, views
        self.counter, self.focus = sums.ledger.counter, sums.ledger.focus
        self.wanted = False
        """Whether a summary was ever to be made."""
        self._wrappers: dict[Files, int] = {}
        self.reply = self.counter.made("assistant", rule.acknowledgement) if rule.acknowledgement else 0

    def apply(self, tail: Tail, end: int, request: int) -> bool:
        """Cut the tail and put the summary in the head; nothing is done where the view would not be smaller."""
        system, spans, earlier = _sorted(self.sums, tail.head)
        at = self._start(tail, end, request, spans)
        if at is None:
            return False
        self.wanted = True
        whole = self.sums.size(tail, end)
        files = file_lists(self.sums.ledger.transcript, end, at, self.rule, tail.state)
        text = self._text(tail, at, end, request, files)
        if text is None:
            return False
        before = tail.copy()
        self._cut(tail, at, end, system, spans)
        shown = wrapped(self.rule, text, self.focus, files) if text else ""
        rough = 0 if text else assumed(self.rule, self.counter, self.wrapper(files), whole, made_up(earlier))
        self._put(tail, shown, rough or self.counter.made(self.rule.role, shown), earlier)
        tail.state = CompactionState(tail.state.count + 1, text, files.read, files.changed, request)
        if self.sums.size(tail, end) < whole:
            return True
        tail.become(before)
        return False

    def _start(self, tail: Tail, end: int, request: int, spans: tuple[Span, ...]) -> int | None:
        """Where the kept tail begins; None where nothing can go."""
        at = start(self.sums, tail, end, request, self.rule.keep)
        if at is None:
            if spans or (tail.head and self.rule.keep.unit == "messages"):
                raise CannotTell
            return None
        at = self._widened(tail, at, end)
        return at if spans or self.sums.takes(tail, at) else None

    def _widened(self, tail: Tail, at: int, end: int) -> int:
        """Move back until no call before the kept tail is answered in it."""
        structure, sums = self.sums.structure, self.sums
        stop = end
        while sums.reach[at] >= at:
            results = structure.results[bisect_left(structure.results, at) : bisect_left(structure.results, stop)]
            calls = [structure.partner[r] for r in results if structure.partner[r] >= 0 and not sums.out(tail, r)]
            lowest = min((c for c in calls if c < at and not (c >= tail.lo and sums.out(tail, c))), default=at)
            if lowest >= at:
                return at
            if lowest < tail.lo:
                raise CannotTell
            stop, at = at, structure.first[structure.owner[lowest]]
        return at

    def _cut(self, tail: Tail, at: int, end: int, system: tuple[Span, ...], spans: tuple[Span, ...]) -> None:
        """Everything before block `at` leaves, but for system messages."""
        sums = self.sums
        tail.head, tail.base = system, sums.ledger.base + sums.ledger.supplied
        if system:
            tail.base += sum(sums.plain[span.hi] - sums.plain[span.lo] for span in system)
        cut(sums, tail, at, end, Fate.SUMMARISED, self.layer, spans)

    def _text(self, tail: Tail, at: int, end: int, request: int, files: Files) -> str | None:
        """The summary's text; "" while it is not known, None when it failed, which changes nothing."""
        if self.writer is None or approximate(tail):
            return ""
        plan = self.views(tail, end)
        old = Middle(0, at, tuple(made for made in plan.made if made.kind != "system"))
        asker = Asker(self.rule, self.layer, request, self.focus)
        try:
            call = call_for(plan, asker, old, files, tail.state.last_summary)
            text = answer(self.writer, call.request)
        except Exception as error:  # whatever a summariser raises, the view must stay as it was
            tail.texts = (*tail.texts, error.with_traceback(None))
            return "" if isinstance(error, SummaryPending) else None
        tail.texts = (*tail.texts, text)
        return whole_text(self.rule, call.earlier, text)

    def _put(self, tail: Tail, text: str, size: int, earlier: tuple[Standing, ...]) -> None:
        """Put the summary behind what stayed of the head."""
        rule, at = self.rule, tail.lo
        tail.base += size + self.reply
        made: tuple[Standing, ...] = (
            Promise("summary", size, at, self.layer, text, rule.role, tail.taken[-1], earlier),
        )
        if rule.acknowledgement:
            reply = rule.acknowledgement
            made = (*made, Promise("acknowledgement", self.reply, at, self.layer, reply, "assistant"))
        tail.head = (*tail.head, *made) if tail.head else made

    def wrapper(self, files: Files) -> int:
        """Size of the message around a summary."""
        found = self._wrappers.get(files)
        if found is None:
            found = self._wrappers[files] = self.counter.made(self.rule.role, wrapped(self.rule, "", self.focus, files))
        return found


def made_up(parts: tuple[Standing, ...]) -> list[Made | Promise]:
    """The made-up messages among the parts of a head."""
    return [part for part in parts if not isinstance(part, Span)]


Sorted = tuple[tuple[Span, ...], tuple[Span, ...], tuple[Standing, ...]]


def _sorted(sums: Sums, head: tuple[Standing, ...]) -> Sorted:
    """The system messages of a head, its other messages, and its summaries."""
    system: list[Span] = []
    spans: list[Span] = []
    earlier: list[Standing] = []
    for part in head:
        if isinstance(part, Span):
            (system if sums.structure.owner[part.lo] in sums.system else spans).append(part)
        elif part.kind == "summary":
            earlier.append(part)
    return tuple(system), tuple(spans), tuple(earlier)
