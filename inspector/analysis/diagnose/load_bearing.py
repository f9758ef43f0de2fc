"""load-bearing-cleared: a tool result that was cleared, cut or dropped although the very next replies needed what it said.

Claude Code 57788: a microcompaction cleared results that were the user's own memory. What a reply needs is told by
`analysis.recall`: paths, names, numbers and quotations that it writes and that were seen before. A result is load-bearing where
several of them stood in it alone, as far as the view goes, and were needed soon after it had left. That the model wrote them
all the same (it had the recorded view) is the evidence; what it would have done without them nobody knows.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from inspector.analysis.diagnose.advice import kept_by
from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity
from inspector.analysis.diagnose.phrases import counted
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.recall.held import held
from inspector.analysis.recall.index import index
from inspector.analysis.recall.known import Known, known
from inspector.analysis.why.facts import LONGEST, Fact
from inspector.analysis.why.sightings import sightings
from inspector.engine.view import BlockState, Fate

NAME = "load-bearing-cleared"
SOON, LEAST, MANY = 8, 3, 3
"""Requests after a loss that are its own, things of one result that must be needed there, and results that are a warning."""
NAMES, NAMED, KEPT = 12, 48, 6
"""Things that are named in the evidence, characters of each, and things that a knob must keep."""
WORDS = {
    Fate.CLEARED: "cleared",
    Fate.TRUNCATED: "cut",
    Fate.DROPPED: "dropped",
    Fate.DEDUPLICATED: "taken for a duplicate",
    Fate.SUMMARISED: "summarised",
    Fate.FOLDED: "folded",
}


@dataclass(eq=False)
class _Result:
    """A result that left the view, when and how, and the things of it that were needed soon after, with their requests."""

    block: int
    lost: int
    state: BlockState
    needed: dict[str, int] = field(default_factory=dict)


def find(case: Case) -> list[Finding]:
    """One finding for each layer, the one that took most first."""
    groups: dict[str, list[_Result]] = defaultdict(list)
    for each in _results(case):
        if len(each.needed) >= LEAST:
            groups[each.state.layer].append(each)
    ordered = sorted(groups.items(), key=lambda item: -sum(len(each.needed) for each in item[1]))
    return [_finding(case, layer, results) for layer, results in ordered]


def _results(case: Case) -> list[_Result]:
    """Every result of which something was needed soon after it had left."""
    replay, found = case.replay, index(case.replay.transcript, case.cancelled)
    durable = replay.durable.text if replay.durable is not None else ""
    seen: dict[int, _Result] = {}
    for row in case.rows:
        case.go_on()
        if not row.fired and row.view >= row.transcript:
            continue
        plan = replay.plan(row.request)
        for need in known(found, row.request):
            if held(found, plan, need, durable):
                continue
            block = _newest(case, need)
            if block is None:
                continue
            result = seen.get(block) or seen.setdefault(block, _lost(case, block, row.request))
            if result.lost <= row.request <= result.lost + SOON:
                result.needed.setdefault(need.atom.text, row.request)
    return list(seen.values())


def _newest(case: Case, need: Known) -> int | None:
    """The newest place of something, where that is a tool result: what the reply most likely took it from."""
    shape = case.replay.transcript.structure
    block = need.blocks[-1] if need.blocks else None
    return block if block is not None and shape.blocks[block].kind == "tool_result" else None


def _lost(case: Case, block: int, request: int) -> _Result:
    """The first request that has not the whole result any more, by halving: what has left does not come back."""
    shape = case.replay.transcript.structure
    low, high = shape.request_of(shape.owner[block]), request
    while low < high:
        middle = (low + high) // 2
        if case.replay.plan(middle).state(block).fate is Fate.VERBATIM:
            low = middle + 1
        else:
            high = middle
    return _Result(block, high, case.replay.plan(high).state(block))


def _finding(case: Case, layer: str, results: list[_Result]) -> Finding:
    results.sort(key=lambda each: (-len(each.needed), each.block))
    worst, shape = results[0], case.replay.transcript.structure
    requests = sorted(set(worst.needed.values()))
    severity: Severity = "warning" if len(results) >= MANY or len(worst.needed) >= 2 * LEAST else "note"
    tool = shape.blocks[shape.partner[worst.block]].tool if shape.partner[worst.block] >= 0 else "a tool"
    what = WORDS.get(worst.state.fate, "taken")
    more = f"; {counted(len(results) - 1, 'one more', 'more')} such" if len(results) > 1 else ""
    return Finding(
        NAME,
        severity,
        f"result {shape.name(worst.block)} ({tool}), {what} at request {worst.lost:,} by {layer or 'the agent'}:"
        f" {_replies(requests)} {len(worst.needed):,} things that left with it{more}",
        _change(case, worst, layer),
        (worst.lost, *(each for each in requests if each != worst.lost)),
        tuple(each.block for each in results),
        {
            "layer": layer,
            "results": len(results),
            "things": sum(len(each.needed) for each in results),
            "lost_at": [each.lost for each in results],
            "worst_needed": [name[:NAMED] for name in worst.needed][:NAMES],
            "worst_requests": requests,
        },
    )


def _replies(requests: list[int]) -> str:
    """`reply 5 names`, `replies 5, 6, 9 name`."""
    if len(requests) == 1:
        return f"reply {requests[0]:,} names"
    shown = ", ".join(f"{each:,}" for each in requests[:4])
    return f"replies {shown}{' …' if len(requests) > 4 else ''} name"


def _change(case: Case, worst: _Result, layer: str) -> str:
    """What keeps the things that were needed first until then."""
    first = sorted(worst.needed.items(), key=lambda item: item[1])[:KEPT]
    transcript = case.replay.transcript
    return kept_by(case, layer, [Wanted(sightings(transcript, Fact(text[:LONGEST])), at) for text, at in first])


FAMILY = Family(NAME, "results that were cleared, cut or dropped just before the replies that needed them", find)
