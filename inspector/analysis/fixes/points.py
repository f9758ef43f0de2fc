"""The values of a knob at which it is tried: a grid in both directions, and the sizes at which something changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.knobs import knobs_of
from inspector.engine import Replay
from inspector.engine.cut import measure
from inspector.policy.errors import Loc
from inspector.policy.model import Knob
from inspector.policy.uses import uses

UP, DOWN = 12, 7
"""Values of the grid above and below the present one."""
EVENTS = 6
"""Compactions before the request of which the sizes are tried."""
WRITING = (("input",), ("output",), ("recent_files",))
"""What a summary layer gives its summariser, and what that may write."""
ALL = 24
"""A range of so few values is tried whole."""


def values(replay: Replay, knob: Knob, wanted: Sequence[Wanted]) -> tuple[list[int], list[int]]:
    """Values above the present one, rising, and below it, falling; both end where nothing changes any more."""
    top = max(min(knob.max, most(replay, knob, wanted)), knob.value)
    marks = sorted({each for each in _marks(replay, knob, wanted) if knob.min <= each <= knob.max})
    if _only(replay, knob, lambda loc: loc[0] == "refuse"):  # a lower limit refuses more, and keeps nothing
        return [each for each in marks if each > knob.value], []
    above = sorted({*_grid(knob.value, top, UP), *(each for each in marks if knob.value < each <= top)})
    below = sorted({*_grid(knob.value, knob.min, DOWN), *(each for each in marks if each < knob.value)}, reverse=True)
    if _only(replay, knob, lambda loc: loc[2:3] in WRITING):  # a smaller summary keeps only what it fails to replace
        return above, []
    return above, below


def _grid(start: int, end: int, count: int) -> Iterator[int]:
    """Steps away from `start` that grow, up to and with `end`."""
    span = abs(end - start)
    sign = 1 if end > start else -1
    if span <= ALL:
        yield from (start + sign * step for step in range(1, span + 1))
        return
    for at in range(count):
        yield start + sign * max(1, round(span ** (at / (count - 1))))


def most(replay: Replay, knob: Knob, wanted: Sequence[Wanted]) -> int:
    """The largest value that can matter: all messages, the longest text, or all that a request can need."""
    last = max(each.needed for each in wanted)
    structure = replay.transcript.structure
    if knob.unit in ("messages", "turns", "results"):
        return structure.histories[last - 1] + 1
    row = replay.row(last)
    beside = max(0, (row.required or row.view) - row.view)
    history = row.transcript + beside
    if not _is_gate(replay, knob):
        return max(_longest(replay, knob.unit, wanted), 1) + 1
    return history + 1


def _is_gate(replay: Replay, knob: Knob) -> bool:
    """Whether the knob is held against the size of the whole view."""
    gates = {name for layer in replay.policy.layers for name in knobs_of(replay.policy, layer.id).gate}
    return knob.name in gates or knob.unit == replay.policy.meter.unit


def _only(replay: Replay, knob: Knob, there: Callable[[Loc], bool]) -> bool:
    """Whether a knob stands nowhere else in the policy."""
    document = replay.policy.document
    places = [use.loc for use in uses(document.spec) if use.number == f"${knob.name}"] if document else []
    return bool(places) and all(map(there, places))


def _longest(replay: Replay, unit: str, wanted: Sequence[Wanted]) -> int:
    """The longest text that holds one of the facts, in a unit of texts."""
    blocks = replay.transcript.structure.blocks
    counter = replay.ledger.counter
    kind = unit if unit in ("bytes", "chars", "lines") else "tokens"
    held = {at for each in wanted for at in each.found.blocks}
    return max((measure(blocks[at].text, kind, counter) for at in held), default=0)


def _marks(replay: Replay, knob: Knob, wanted: Sequence[Wanted]) -> Iterator[int]:
    """Sizes at which a layer works or not, right at them and one past; longest texts."""
    if _is_gate(replay, knob):
        for size in _sizes(replay, max(each.needed for each in wanted)):
            yield from (size, size + 1)
    elif knob.unit in ("bytes", "chars", "lines", "tokens"):
        longest = _longest(replay, knob.unit, wanted)
        yield from (longest - 1, longest, longest + 1)


def _sizes(replay: Replay, last: int) -> Iterator[int]:
    """What the layers received at the newest compactions up to a request, and the history of the request itself."""
    found = 0
    for request in range(last, 0, -1):
        row = replay.row(request)
        if not row.compacted and row.error is None:
            continue
        yield replay.steps(request).before.size + max(0, (row.required or row.view) - row.view)
        found += 1
        if found >= EVENTS:
            break
    row = replay.row(last)
    yield row.transcript + max(0, (row.required or row.view) - row.view)
