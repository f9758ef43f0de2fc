"""Recall: the share of what the next step refers to that a view still holds, for one request and for a session.

A need is found by rule: the reply names something that had been seen before. That is evidence that the model could use it, no
proof that it had to read it there. What the agent would have written under another view is not claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from inspector.analysis.recall.atoms import Atom, Kind
from inspector.analysis.recall.bound import Bound, bound
from inspector.analysis.recall.held import always, held
from inspector.analysis.recall.index import Index, index
from inspector.analysis.recall.known import Known, known
from inspector.analysis.recall.returned import Back, returned
from inspector.engine import Replay
from inspector.engine.view import Certificate
from inspector.long_work import Cancelled, Progress

_EVERY = 64


@dataclass(frozen=True, slots=True)
class Need:
    """Something that the reply to a request (from 1) refers to and that was seen before it.

    `block` is the first that holds it (None: a supplied system prompt), `typed` whether a person typed it there. Of a miss,
    `back` says how it came back into the history, if it did soon.
    """

    request: int
    kind: Kind
    text: str
    block: int | None
    typed: bool
    held: bool
    back: Back | None = None

    @property
    def cost(self) -> int:
        """What its return weighs, in the policy's meter; 0 where nothing brings it back."""
        return self.back.size if self.back is not None else 0


@dataclass(frozen=True, slots=True)
class Recall:
    """One request: how many needs its reply has, how many of them the view holds, which it misses (most costly first).

    `bound`: how many any view of that size could hold which keeps text verbatim; `bound_whole`: which keeps whole blocks.
    """

    request: int
    needed: int
    held: int
    bound: int
    bound_whole: int
    missed: tuple[Need, ...]

    @property
    def share(self) -> float | None:
        """The part that is held; None where nothing is needed."""
        return self.held / self.needed if self.needed else None


@dataclass(frozen=True, slots=True)
class Recalled:
    """A session under one policy: a row for every request. Shares are of all needs together; None where there are none."""

    rows: tuple[Recall, ...]
    certificate: Certificate | None

    @property
    def needed(self) -> int:
        return sum(row.needed for row in self.rows)

    @property
    def held(self) -> int:
        return sum(row.held for row in self.rows)

    @property
    def share(self) -> float | None:
        """The part of all needs that was held at its request."""
        return self.held / self.needed if self.needed else None

    @property
    def bound(self) -> float | None:
        """The part that views of the same sizes could have held, by any cuts."""
        return sum(row.bound for row in self.rows) / self.needed if self.needed else None

    @property
    def bound_whole(self) -> float | None:
        """The part that views of the same sizes could have held, of whole blocks."""
        return sum(row.bound_whole for row in self.rows) / self.needed if self.needed else None

    @property
    def misses(self) -> tuple[Need, ...]:
        """Every miss, the most costly first, then in order of requests."""
        found = (need for row in self.rows for need in row.missed)
        return tuple(sorted(found, key=lambda need: (-need.cost, need.request)))


@dataclass(frozen=True, slots=True)
class Missed:
    """One thing that was missed at one or more requests, and what its returns weigh together."""

    need: Need
    requests: tuple[int, ...]
    cost: int


def recall_at(
    replay: Replay, request: int, cancelled: Callable[[], bool] = bool, progress: Progress | None = None
) -> Recall:
    """The recall of one request. Raises ValueError for a request that does not exist, and `Cancelled`."""
    replay.plan(request)
    return _at(replay, index(replay.transcript, cancelled, progress), request)


def recall(replay: Replay, cancelled: Callable[[], bool] = bool, progress: Progress | None = None) -> Recalled:
    """The recall of every request. `progress(done, all)` is called now and then. Raises `Cancelled`."""
    found = index(replay.transcript, cancelled, progress)
    if replay.table(cancelled, progress) is None:
        raise Cancelled
    rows: list[Recall] = []
    for request in range(1, replay.requests + 1):
        if request % _EVERY == 0:
            if cancelled():
                raise Cancelled
            if progress is not None:
                progress(request, replay.requests)
        rows.append(_at(replay, found, request))
    return Recalled(tuple(rows), replay.certificate(replay.requests) if rows else None)


def needs_at(replay: Replay, request: int, cancelled: Callable[[], bool] = bool) -> tuple[Need, ...]:
    """Every need of a request, held or not, in the order of the reply."""
    found = index(replay.transcript, cancelled)
    return tuple(need for need, _ in _judged(replay, found, request))


def grouped(misses: tuple[Need, ...]) -> tuple[Missed, ...]:
    """Misses of the same thing together, the most costly first; each return is counted once."""
    rows: list[Missed] = []
    for _, same in groupby(sorted(misses, key=lambda need: (need.kind, need.text, need.request)), _thing):
        needs = list(same)
        backs = {need.back.block: need.back.size for need in needs if need.back is not None}
        dearest = max(needs, key=lambda need: need.cost)
        rows.append(Missed(dearest, tuple(need.request for need in needs), sum(backs.values())))
    return tuple(sorted(rows, key=lambda row: (-row.cost, -len(row.requests), row.requests[0], row.need.text)))


def together(rows: Sequence[Missed]) -> list[list[Missed]]:
    """Misses of the same requests that came back with the same return, or not at all, in one row; the order stays."""
    found: dict[tuple[int | None, tuple[int, ...]], list[Missed]] = {}
    for each in rows:
        back = each.need.back
        found.setdefault((back.block if back is not None else None, each.requests), []).append(each)
    return list(found.values())


def _thing(need: Need) -> tuple[str, str]:
    return need.kind, need.text


def _at(replay: Replay, found: Index, request: int) -> Recall:
    judged = _judged(replay, found, request)
    lost = [replace(need, back=returned(replay, found, each.atom, request)) for need, each in judged if not need.held]
    needs = [each for _, each in judged]
    most = _bound(replay, needs, request)
    missed = tuple(sorted(lost, key=lambda need: -need.cost))
    return Recall(request, len(judged), len(judged) - len(lost), most.texts, most.whole, missed)


def _bound(replay: Replay, needs: list[Known], request: int) -> Bound:
    free = [always(each, _durable(replay)) for each in needs]
    return bound(needs, free, replay.ledger, replay.plan(request).size)


def _judged(replay: Replay, found: Index, request: int) -> list[tuple[Need, Known]]:
    plan, durable = replay.plan(request), _durable(replay)
    return [(_need(replay, each, request, held(found, plan, each, durable)), each) for each in known(found, request)]


def _need(replay: Replay, each: Known, request: int, kept: bool) -> Need:
    shape, messages = replay.transcript.structure, replay.transcript.messages
    block = each.blocks[0] if each.blocks else None
    typed = block is not None and messages[shape.owner[block]].author == "human" and shape.blocks[block].kind == "text"
    return Need(request, _kind(each.atom), each.atom.text, block, typed, kept)


def _kind(atom: Atom) -> Kind:
    return "path" if atom.kind == "end" else atom.kind


def _durable(replay: Replay) -> str:
    return replay.durable.text if replay.durable is not None else ""
