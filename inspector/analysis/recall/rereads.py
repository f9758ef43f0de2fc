"""What was read again, and why: the view no longer held it, the file had changed, it is run by habit, the view still held it, or
the reading failed.

Two calls are the same when they say the same, or when both read one file and what the later one got stands in what the earlier
one got. Only the first reason is the policy's doing; in doubt something had changed. A call that failed
showed nothing: neither had it what is got later, nor does its error say that anything had changed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.deeds import Deed, deed
from inspector.analysis.recall.looks import (
    Look,
    alike,
    bare_lines,
    failed,
    file_name,
    looks,
    sameness,
    stretch,
    touches,
)
from inspector.analysis.why.sightings import said
from inspector.analysis.why.states import holds
from inspector.engine import Replay
from inspector.long_work import Cancelled, Progress

Why = Literal[
    "the view no longer held it", "the file had changed", "routine run", "the view still held it", "the reading failed"
]
LOST: Why = "the view no longer held it"
CHANGED: Why = "the file had changed"
ROUTINE: Why = "routine run"
HELD: Why = "the view still held it"
FAILED: Why = "the reading failed"
LEAST = 8
"""Characters of a result: what is shorter ("ok") is nobody's reason to look again."""
NEAR, PARTLY = 0.9, 0.5
"""The part of the lines of a later result that an earlier one must have to have held it, and to be of the same place at all."""
BACK, LINES = 12, 800
"""Earlier looks at the same thing that are compared, the newest; and results whose lines are kept at hand."""
_EVERY = 256
_NAME = re.compile(r"(?!bash\b|sudo\b)\b\w{4,}")


@dataclass(frozen=True, slots=True)
class Reread:
    """A call that got again what an earlier one had got. `message`: its result (from 1); `request`: whose reply called.

    `earlier` is the message of the result that had it. `size`: call and result, in the policy's meter. `what`: path or command.
    """

    message: int
    request: int
    what: str
    tool: str
    earlier: int
    size: int
    why: Why

    @property
    def caused(self) -> bool:
        """Whether the policy is the reason."""
        return self.why == LOST


def rereads(
    replay: Replay, cancelled: Callable[[], bool] = bool, progress: Progress | None = None
) -> tuple[Reread, ...]:
    """Every re-read and re-run of a session, in order. Raises `Cancelled`."""
    earlier = _Earlier(replay)
    found: list[Reread] = []
    calls = replay.transcript.structure.calls
    for at, call in enumerate(calls):
        if at % _EVERY == 0:
            if cancelled():
                raise Cancelled
            if progress is not None:
                progress(at, len(calls))
        again = earlier.meet(call)
        if again is not None:
            found.append(again)
    return tuple(found)


class _Earlier:
    """What was looked at and what was changed so far, in order of the calls."""

    def __init__(self, replay: Replay) -> None:
        self.replay, self.shape = replay, replay.transcript.structure
        self.reads: dict[str, list[Look]] = defaultdict(list)
        """Reads by the last part of their path."""
        self.others: dict[tuple[str, ...], list[Look]] = defaultdict(list)
        self.writes: list[tuple[int, Deed]] = []
        self.lines: dict[int, frozenset[str]] = {}

    def meet(self, call: int) -> Reread | None:
        """Take in a call; what it is if it is a re-read."""
        block = self.shape.blocks[call]
        done, result = deed(block), self.shape.partner[call]
        again = None
        if result >= 0 and done.kind != "write" and looks(block, done):
            look = Look(call, result, done, sameness(block))
            again = self._judged(look)
            if done.routine or not failed(self.shape.blocks[result]):
                self._rows(look).append(look)
        if done.kind == "run" or (done.kind == "write" and not (result >= 0 and failed(self.shape.blocks[result]))):
            self.writes.append((call, done))
        return again

    def _rows(self, look: Look) -> list[Look]:
        if look.deed.kind == "read" and look.deed.paths:
            return self.reads[file_name(look.deed.paths[0])]
        return self.others[look.same]

    def _judged(self, look: Look) -> Reread | None:
        text = said(self.shape.blocks[look.result])
        if len(text) < LEAST:
            return None
        known = self._rows(look)[: -BACK - 1 : -1]
        rows = [each for each in reversed(known) if self._before(each, look) and alike(each, look)]
        if not rows:
            return None
        if look.deed.routine:
            return self._told(look, rows[-1], ROUTINE)
        if failed(self.shape.blocks[look.result]):
            return self._told(look, rows[-1], FAILED)
        holding = [each for each in rows if self._contains(each, look, text)]
        changed = self._changed(look, rows[0].call, self._unmoved(rows[-1], look, text))
        fresh = [each for each in holding if each.call > changed]
        if fresh:
            kept = any(self._held(each, look, text) for each in fresh)
            return self._told(look, fresh[-1], HELD if kept else LOST)
        old = holding or [each for each in rows if each.same == look.same or self._shared(each, look) >= PARTLY]
        return self._told(look, old[-1], CHANGED) if old else None

    def _before(self, one: Look, other: Look) -> bool:
        """Whether the answer to one was there before the other was asked."""
        return self.shape.owner[one.result] < self.shape.owner[other.call]

    def _unmoved(self, one: Look, other: Look, text: str) -> bool:
        """Whether a search or a command says what it said: only what names the same things may have touched them."""
        searched = not (other.deed.kind == "read" and other.deed.paths)
        return searched and one.same == other.same and said(self.shape.blocks[one.result]) == text

    def _contains(self, one: Look, other: Look, text: str) -> bool:
        """Whether an earlier answer has what the later one says."""
        had = said(self.shape.blocks[one.result])
        if had == text:
            return True
        if one.deed.kind != "read":
            return False
        if one.same == other.same:  # the same lines were asked for: one that differs was changed
            return self._lines(one.result) == self._lines(other.result)
        return self._shared(one, other) >= NEAR

    def _shared(self, one: Look, other: Look) -> float:
        """The part of the lines of a later answer that an earlier one has."""
        lines = self._lines(other.result)
        return len(lines & self._lines(one.result)) / len(lines) if lines else 0.0

    def _lines(self, block: int) -> frozenset[str]:
        """The lines of a result; those of the newest are kept."""
        if block not in self.lines:
            while len(self.lines) >= LINES:
                del self.lines[next(iter(self.lines))]
            self.lines[block] = frozenset(bare_lines(said(self.shape.blocks[block])))
        return self.lines[block]

    def _changed(self, look: Look, first: int, unmoved: bool) -> int:
        """The last call, not before `first`, that may have changed something that a call shows; -1 for none."""
        named = frozenset(_NAME.findall(" ".join(look.same))) if unmoved else frozenset()
        for at, done in reversed(self.writes):
            if at <= first:
                break
            if touches(done, look) and (
                not unmoved or named & set(_NAME.findall(" ".join((done.command, *done.paths))))
            ):
                return at
        return -1

    def _held(self, one: Look, other: Look, text: str) -> bool:
        """Whether the view in which the later call was made holds the earlier answer, as far as it says the same."""
        plan = self.replay.plan(self._request(other))
        state, had = plan.state(one.result), said(self.shape.blocks[one.result])
        return holds(state, *stretch(had, text))

    def _request(self, look: Look) -> int:
        """The request whose reply made the call."""
        return min(self.shape.request_of(self.shape.owner[look.call]) - 1, self.replay.requests)

    def _told(self, look: Look, before: Look, why: Why) -> Reread:
        owner, sizes = self.shape.owner, self.replay.ledger.blocks
        what = look.deed.paths[0] if look.deed.paths else look.deed.command or " ".join(look.same[1:])
        size = sizes[look.call] + sizes[look.result]
        tool = self.shape.blocks[look.call].tool
        return Reread(owner[look.result] + 1, self._request(look), what, tool, owner[before.result] + 1, size, why)
