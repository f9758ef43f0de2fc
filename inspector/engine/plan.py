"""A Prompt View as a plan: which stretches of the transcript it holds, in which form, and what became of the rest.

A plan is small however long the transcript is: stretches of blocks (`Span`), made-up messages, and exceptions. What becomes of
one block under it is answered locally, so a screen asks only for the rows it shows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from inspector.engine.ledger import Applied, Ledger
from inspector.engine.view import BlockState, Fate, Gone, Made, Piece


class Span(NamedTuple):
    """Blocks `[lo, hi)` of the transcript, in order, with the local layers that were applied to them."""

    lo: int
    hi: int
    applied: Applied = ()


class Cut(NamedTuple):
    """Blocks `[lo, hi)` that a layer took out as a stretch."""

    lo: int
    hi: int
    fate: Fate
    layer: str


Part = Span | Made


class Stretch(NamedTuple):
    """Messages `[first, stop)` that share a fate: all of them gone, or all of them (partly) there."""

    first: int
    stop: int
    gone: bool
    fate: Fate
    layer: str


@dataclass(frozen=True, eq=False)
class Plan:
    """The view of one history. `end` is one past its last block; `parts` are in the order in which they are sent.

    `removed` holds single blocks that were taken out, `archive` those that a later cut ran over (oldest first), so that
    what must be copied stays small; `cuts` are the stretches that were taken out.
    `overrides` are block states that no layer of the policy made (a recorded clearing), `leads` what blocks weigh more
    because they became the first of their message, and with it bear the message's envelope.
    """

    ledger: Ledger
    end: int
    parts: tuple[Part, ...]
    cuts: tuple[Cut, ...] = ()
    removed: Mapping[int, Gone] = field(default_factory=dict)
    archive: tuple[Mapping[int, Gone], ...] = ()
    overrides: Mapping[int, BlockState] = field(default_factory=dict)
    leads: Mapping[int, int] = field(default_factory=dict)
    doubted: Mapping[int, str] = field(default_factory=dict)
    """Messages (positions) of which the record does not say how the agent's compactions left them → why."""

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The stretches by position in the transcript (in a recorded view, kept messages may be sent out of order)."""
        return tuple(sorted([part for part in self.parts if isinstance(part, Span)]))

    @cached_property
    def _starts(self) -> list[int]:
        return [lo for lo, _, _ in self.spans]

    @cached_property
    def _cut_starts(self) -> list[int]:
        return [cut.lo for cut in self.cuts]

    @cached_property
    def uncut(self) -> tuple[tuple[int, int], ...]:
        """The block ranges that no cut covers; single blocks may have been taken out of them."""
        out: list[tuple[int, int]] = []
        at = 0
        for cut in self.cuts:
            if at < cut.lo:
                out.append((at, cut.lo))
            at = max(at, cut.hi)
        return (*out, (at, self.end)) if at < self.end else tuple(out)

    @property
    def made(self) -> tuple[Made, ...]:
        """The made-up messages, in view order."""
        return tuple(part for part in self.parts if isinstance(part, Made))

    @cached_property
    def size(self) -> int:
        """Size of the view in the policy's meter: the sum over its parts."""
        ledger = self.ledger
        total = ledger.base
        for part in self.parts:
            total += part.size if isinstance(part, Made) else ledger.size(*part)
        total += sum(self.leads.values())
        for block, state in self.overrides.items():
            if self.span_of(block) is not None:
                total += state.size - ledger.blocks[block]
        return total

    def span_of(self, block: int) -> Span | None:
        """The stretch that a block lies in, if any does."""
        at = bisect_right(self._starts, block) - 1
        return self.spans[at] if at >= 0 and block < self.spans[at].hi else None

    def state(self, block: int) -> BlockState:
        """What becomes of one block. Local and cheap; any block before `end`."""
        gone = self.removed.get(block)
        if gone is not None:
            return BlockState(gone.fate, gone.layer)
        if block in self.overrides and self.span_of(block) is not None:
            return self.overrides[block]
        span = self.span_of(block)
        if span is not None:
            state = self.ledger.state(block, span.applied)
            return state._replace(size=state.size + self.leads[block]) if block in self.leads else state
        for older in self.archive:
            if block in older:
                return BlockState(older[block].fate, older[block].layer)
        at = bisect_right(self._cut_starts, block) - 1
        if at >= 0 and block < self.cuts[at].hi:
            return BlockState(self.cuts[at].fate, self.cuts[at].layer)
        return BlockState(Fate.DROPPED)

    def pieces(self, block: int) -> tuple[Piece, ...] | None:
        """What the view makes the text of a block of; None for the text as recorded. Most blocks are touched by no layer."""
        if block not in self.overrides and block not in self.removed:
            span = self.span_of(block)
            if span is not None and self.ledger.untouched(block, span.applied):
                return None
        return self.state(block).pieces

    def live(self, block: int) -> bool:
        """Whether the view holds the block, in whatever form."""
        at = bisect_right(self._starts, block) - 1
        return at >= 0 and block < self.spans[at].hi

    def live_blocks(self, lo: int = 0, hi: int | None = None) -> Iterator[int]:
        """Positions of the blocks that the view holds, in transcript order."""
        stop = self.end if hi is None else hi
        spans = self.spans
        for at in range(max(0, bisect_right(self._starts, lo) - 1), len(spans)):
            if spans[at].lo >= stop:
                break
            yield from range(max(spans[at].lo, lo), min(spans[at].hi, stop))

    def gone(self) -> Iterator[Gone]:
        """Every block of the history that the view does not hold, in transcript order."""
        at = 0
        for span in (*self.spans, Span(self.end, self.end)):
            for block in range(at, span.lo):
                state = self.state(block)
                yield Gone(block, state.fate, state.layer)
            at = max(at, span.hi)

    def stretches(self) -> list[Stretch]:
        """All messages of the history as runs that are gone whole or not; a message with some blocks left counts as there."""
        return list(self._stretches)

    @cached_property
    def _stretches(self) -> list[Stretch]:
        structure = self.ledger.structure
        count = structure.owner[self.end - 1] + 1 if self.end else 0
        out: list[Stretch] = []
        at = 0
        for span in (*self.spans, Span(self.end, self.end)):
            first = structure.owner[span.lo] if span.lo < self.end else count
            while at < first:
                at = self._add_gone(out, at, first)
            stop = structure.owner[span.hi - 1] + 1 if span.lo < span.hi else count
            if at < stop:
                _add(out, Stretch(at, stop, False, Fate.VERBATIM, ""))
                at = stop
        return out

    def _add_gone(self, out: list[Stretch], first: int, stop: int) -> int:
        """Add the messages from `first` on that share a fate, before `stop`; the next message is the answer."""
        structure = self.ledger.structure
        block = structure.first[first]
        if block == structure.first[first + 1]:  # a message without blocks has nothing to lose
            _add(out, Stretch(first, first + 1, False, Fate.VERBATIM, ""))
            return first + 1
        state = self.state(block)
        end = first + 1
        at = bisect_right(self._cut_starts, block) - 1
        if (
            at >= 0
            and block < self.cuts[at].hi
            and (state.fate, state.layer) == (self.cuts[at].fate, self.cuts[at].layer)
        ):
            end = max(end, min(stop, bisect_right(structure.first, self.cuts[at].hi) - 1))
        _add(out, Stretch(first, end, True, state.fate, state.layer))
        return end

    def grown(self, end: int) -> Plan:
        """The same view with everything up to `end` appended as recorded."""
        if end == self.end:
            return self
        last = self.parts[-1] if self.parts else None
        if isinstance(last, Span) and last.hi == self.end and not last.applied:
            parts = (*self.parts[:-1], Span(last.lo, end))
        else:
            parts = (*self.parts, Span(self.end, end))
        plan = Plan(
            self.ledger, end, parts, self.cuts, self.removed, self.archive, self.overrides, self.leads, self.doubted
        )
        return plan.sized(self, self.ledger.size(self.end, end, ())) if self.is_sized else plan

    @property
    def is_sized(self) -> bool:
        """Whether the size is known already."""
        return "size" in self.__dict__

    def sized(self, old: Plan, change: int) -> Plan:
        """This plan, its size told from that of the plan it was made of: cheaper than summing its parts anew."""
        self.__dict__["size"] = old.size + change
        return self

    def but(self, **changes: object) -> Plan:
        """A copy with some fields changed."""
        fields = {name: getattr(self, name) for name in _FIELDS}
        return Plan(**(fields | changes))


_FIELDS = ("ledger", "end", "parts", "cuts", "removed", "archive", "overrides", "leads", "doubted")


def _add(out: list[Stretch], new: Stretch) -> None:
    """Add a run; neighbours that share everything become one."""
    if out and out[-1][2:] == new[2:]:
        new = new._replace(first=out.pop().first)
    out.append(new)


def whole(ledger: Ledger, end: int) -> Plan:
    """The history as recorded, all of it."""
    parts: list[Part] = []
    if ledger.transcript.system:
        parts.append(Made("system", "system", ledger.transcript.system, ledger.supplied, "supplied", 0))
    if end:
        parts.append(Span(0, end))
    return Plan(ledger, end, tuple(parts))
