"""How a lost fact came back: read again, run again, or said again, and what that cost."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.deeds import deed
from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.sightings import Sightings
from inspector.engine import Replay

Way = Literal["re-read", "re-run", "re-stated"]


@dataclass(frozen=True, slots=True)
class Return:
    """A later place of a fact, met while the view did not hold it.

    `request` is the one whose reply brought it back: it made the call, or said it; for what a person typed, the one that
    comes next. `size` is what it added to the history, call and result, in the policy's meter. `by` is the tool, or who said it.
    """

    block: int
    message: int
    request: int
    way: Way
    size: int
    by: str
    path: str = ""


def returns(replay: Replay, found: Sightings, seen: Sequence[Lane]) -> tuple[Return, ...]:
    """Every return, in order; of one interaction or message only the first place counts."""
    if not seen:
        return ()
    first = found.blocks[0] if found.blocks else 0
    out: dict[int, Return] = {}
    for block in found.blocks:
        if block == first or found.fact.whole:
            continue
        back = _return(replay, block)
        if back is not None and back.request >= seen[0].first and not _held(seen, back.request):
            out.setdefault(_whole(replay, block), back)
    return tuple(out.values())


def _held(seen: Sequence[Lane], request: int) -> bool:
    lane = next((each for each in reversed(seen) if each.first <= request), seen[0])
    return lane.held


def _whole(replay: Replay, block: int) -> int:
    """One name for the two halves of an interaction; else the block."""
    partner = replay.transcript.structure.partner[block]
    return min(block, partner) if partner >= 0 else block


def _return(replay: Replay, block: int) -> Return | None:
    """The return that a block is; None for a result without a call, and for what a client put in."""
    shape, messages = replay.transcript.structure, replay.transcript.messages
    message = messages[shape.owner[block]]
    kind = shape.blocks[block].kind
    if kind == "tool_result":
        call = shape.partner[block]
        return _of_call(replay, block, call) if call >= 0 else None
    if message.author not in ("human", "model") or kind == "summary":
        return None
    size = replay.ledger.blocks[block]
    by = "the user" if message.author == "human" else "the model"
    by += f", calling {shape.blocks[block].tool}" if kind == "tool_use" else ""
    request = (
        _reply(replay, shape.owner[block]) if message.role == "assistant" else shape.request_of(shape.owner[block])
    )
    return Return(block, shape.owner[block] + 1, min(request, replay.requests), "re-stated", size, by)


def _of_call(replay: Replay, block: int, call: int) -> Return:
    shape = replay.transcript.structure
    done = deed(shape.blocks[call])
    size = sum(replay.ledger.blocks[each] for each in _halves(replay, call))
    way: Way = "re-read" if done.kind == "read" else "re-run"
    request = _reply(replay, shape.owner[call])
    path = done.paths[0] if done.paths else ""
    return Return(block, shape.owner[block] + 1, request, way, size, shape.blocks[call].tool, path)


def _halves(replay: Replay, call: int) -> Iterator[int]:
    yield call
    if (result := replay.transcript.structure.partner[call]) >= 0:
        yield result


def _reply(replay: Replay, message: int) -> int:
    """The request whose reply a message is; the one that it comes before where it is none."""
    return min(bisect_left(replay.transcript.structure.histories, message) + 1, replay.requests)
