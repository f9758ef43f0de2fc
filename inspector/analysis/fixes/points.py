"""The values of a knob at which it is tried: a grid in both directions, and the sizes at which something changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.fixes.marks import largest, marks
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.knobs import knobs_of
from inspector.engine import Replay
from inspector.policy.errors import Loc
from inspector.policy.model import Knob
from inspector.policy.uses import uses

STEP = 2**0.5
"""Each value of the grid is so many times the one before, at the most: no stretch wider than that goes unseen."""
NEAR = 4
"""Beside the present value there are steps of 1, 4, 16 …: a small change is found as such."""
ALL = 24
"""A range of so few values is tried whole."""
WRITING = (("input",), ("output",), ("recent_files",), ("changed_files",))
"""What a summary layer gives its summariser, and what that may write."""
COUNTED = ("messages", "turns", "results", "files")
"""Units of which a history has no more than it has messages."""


def values(replay: Replay, knob: Knob, wanted: Sequence[Wanted]) -> tuple[list[int], list[int]]:
    """Values above the present one, rising, and below it, falling; both end where nothing changes any more."""
    top = max(min(knob.max, most(replay, knob, wanted)), knob.value)
    found = set(marks(replay, knob, wanted, is_gate(replay, knob)))
    above = sorted({*grid(knob.value, top), *(each for each in found if knob.value < each <= top)})
    if only_refuses(replay, knob):
        return above, []
    below = {*grid(knob.value, knob.min), *(each for each in found if knob.min <= each < knob.value)}
    return above, sorted(below, reverse=True)


def grid(start: int, end: int) -> Iterator[int]:
    """Values on the way from `start` to `end`, with `end`: all of a short way, else in steps that grow from 1, and by `STEP`
    at the most.
    """
    sign = 1 if end > start else -1
    if abs(end - start) <= ALL:
        yield from range(start + sign, end + sign, sign)
        return
    step = 1
    while step < start // 2 and step < abs(end - start):
        yield start + sign * step
        step *= NEAR
    at = start
    while at != end:
        at = min(max(at + 1, int(at * STEP)), end) if sign > 0 else max(min(at - 1, -int(-at // STEP)), end)
        yield at


def most(replay: Replay, knob: Knob, wanted: Sequence[Wanted]) -> int:
    """The largest value that can matter: all messages, the longest text, or all that a request can need."""
    last = max(each.needed for each in wanted)
    if knob.unit in COUNTED:
        return replay.transcript.structure.histories[last - 1] + 1
    if knob.unit == "percent":
        return 100
    if is_gate(replay, knob) or only_writes(replay, knob):
        row = replay.row(last)
        return row.transcript + max(0, (row.required or row.view) - row.view) + 1
    return largest(replay, knob.unit) + 1


def is_gate(replay: Replay, knob: Knob) -> bool:
    """Whether the knob is held against the size of the whole view."""
    gates = {name for layer in replay.policy.layers for name in knobs_of(replay.policy, layer.id).gate}
    return knob.name in gates or only_refuses(replay, knob)


def only_refuses(replay: Replay, knob: Knob) -> bool:
    """Whether a knob is nothing but the size at which a view is refused: a lower one refuses more, and keeps nothing."""
    return _only(replay, knob, lambda loc: loc[0] == "refuse")


def only_writes(replay: Replay, knob: Knob) -> bool:
    """Whether a knob is nothing but a size of what a summariser is given, or may write."""
    return _only(replay, knob, lambda loc: loc[2:3] in WRITING)


def _only(replay: Replay, knob: Knob, there: Callable[[Loc], bool]) -> bool:
    document = replay.policy.document
    places = [use.loc for use in uses(document.spec) if use.number == f"${knob.name}"] if document else []
    return bool(places) and all(map(there, places))
