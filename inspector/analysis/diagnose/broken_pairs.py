"""broken-pairs: views that hold half an interaction. A provider refuses them, and every later request fails with them.

Two ways there (bug reports 24, 27, 29; field 39–41): the record itself lacks a half (the engine's protocol says which), or a
compaction that the agent recorded took one half and left the other. The layers of a policy never do that (DESIGN §4, law 3).
An unfinished call at the very end is none: it waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.phrases import counted, places
from inspector.analysis.diagnose.usages import is_partial
from inspector.analysis.why.walk import Walk, entries
from inspector.engine import protocol
from inspector.engine.plan import Plan

NAME = "broken-pairs"


class _Kind(NamedTuple):
    """What is wrong, for one and for many, and what mends it."""

    one: str
    many: str
    change: str


_KINDS = {
    "missing": _Kind(
        "a call without a result",
        "calls without a result",
        "give such a call a result (an error text will do), or use protocol: repair",
    ),
    "unknown": _Kind(
        "a result without its call",
        "results without their call",
        "drop the result (protocol: repair does), or keep its call",
    ),
    "duplicate": _Kind(
        "an id that was used before",
        "ids that were used before",
        "give every call an id of its own and one result",
    ),
    "reversed": _Kind(
        "a result that stands before its call",
        "results that stand before their call",
        "send the call first: keep the order of the record",
    ),
    "misplaced": _Kind(
        "a call or result on the wrong side",
        "calls or results on the wrong side",
        "calls belong to the assistant, results to the user's next message",
    ),
    "before": _Kind(
        "a result whose call is before the record",
        "results whose calls are before the record",
        "load the session from its beginning: this part alone cannot be sent",
    ),
    "split": _Kind(
        "a pair cut in half by a compaction",
        "pairs cut in half by a compaction",
        "cut calls and results together: let what is kept begin at a call",
    ),
}


class _Half(NamedTuple):
    """A block that stands alone, of which kind, and the requests whose views hold it."""

    kind: str
    block: int
    requests: range


def find(case: Case) -> list[Finding]:
    """One finding for each kind."""
    halves = [*_recorded(case), *_split(case)]
    kinds = [kind for kind in _KINDS if any(half.kind == kind for half in halves)]
    return [_finding(case, kind, [half for half in halves if half.kind == kind]) for kind in kinds]


def _recorded(case: Case) -> Iterator[_Half]:
    """Breaches of the record, while a view holds them."""
    replay = case.replay
    found = protocol.breaches(replay.transcript)
    if not found:
        return
    kinds = {(each.kind, each.block): each for each in found}
    partial = is_partial(replay.transcript)

    def standing(plan: Plan) -> frozenset[tuple[str, int]]:
        return frozenset(
            key for key, each in kinds.items() if each.since < plan.end <= each.until and plan.live(each.block)
        )

    turning = [block for each in found for block in (each.since, each.until) if block < len(replay.ledger.blocks)]
    changes = Walk(replay, standing, case.cancelled).changes(1, entries(replay, turning)) if replay.requests else []
    stops = [*(first for first, _ in changes[1:]), replay.requests + 1]
    for (first, held), stop in zip(changes, stops, strict=True):
        for kind, block in sorted(held):
            yield _Half("before" if kind == "unknown" and partial else kind, block, range(first, stop))


def _split(case: Case) -> Iterator[_Half]:
    """Halves that the agent's own compactions left. Between two of them a view only grows: its last request shows all."""
    replay = case.replay
    shape = replay.transcript.structure
    if not replay.is_recorded or not replay.transcript.compactions:
        return
    starts = [row.request for row in case.rows if row.compacted]
    for first, stop in pairwise([*starts, replay.requests + 1]):
        case.go_on()
        plan = replay.plan(stop - 1)
        for block in shape.results:
            call = shape.partner[block]
            if call < 0 or block >= plan.end or plan.live(call) == plan.live(block):
                continue
            left = block if plan.live(block) else call
            enters = shape.request_of(shape.owner[block])
            yield _Half("split", left, range(max(first, enters), stop))


def _finding(case: Case, kind: str, halves: list[_Half]) -> Finding:
    words = _KINDS[kind]
    blocks = tuple(sorted({half.block for half in halves}))
    requests = tuple(sorted({request for half in halves for request in half.requests}))
    what = counted(len(blocks), words.one, words.many)
    at = places(case.replay.transcript.structure, blocks)
    return Finding(
        NAME,
        "warning" if kind == "before" else "error",
        f"{what} in views from request {requests[0]:,} on ({at})",
        words.change,
        requests,
        blocks,
        {"kind": kind, "count": len(blocks), "first_request": requests[0], "requests": len(requests)},
    )


FAMILY = Family(NAME, "views that hold a call without its result, or a result without its call", find)
