"""tail: what the layers keep reaches the limit by itself, so that compaction cannot get below its own start.

Seen in the field: everything fits the tail and compaction is a no-op in a loop (hermes 40803), oversized results at the end
(pi 9740). A request counts when its view still reaches the limit after every layer, though no summary failed and fixed input
alone does not reach it (that is `fixed-input`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity, Value
from inspector.analysis.diagnose.gates import Gate, beside, gates, turned
from inspector.analysis.diagnose.phrases import stretch
from inspector.analysis.diagnose.usages import reported
from inspector.analysis.why.knobs import knobs_of
from inspector.engine import Plan, Steps
from inspector.engine.view import Row, ToolProtocolError
from inspector.policy.model import Drop, Region, Summarise, Truncate

NAME = "tail"
TRIED = 5
"""Requests that are looked at for one whose layers all did what they could, the largest views first."""


def find(case: Case) -> list[Finding]:
    if not case.replay.requests:
        return []
    if case.replay.is_recorded:
        return list(_recorded(case))
    for gate in gates(case.replay.policy):
        if found := _stuck(case, gate):
            return [found]
    return []


class _Kept(NamedTuple):
    """A view that the layers could not get below a limit: sizes in the policy's meter, system messages left out.

    `tail` is what the layers must keep, `older` what they might have taken and did not (nothing where they take whole
    messages), `made` the summary; `open_turn` is the part of the tail that belongs to the turn that goes on.
    """

    request: int
    size: int
    system: int
    tail: int
    older: int
    made: int
    messages: int
    open_turn: int
    largest: int | None
    largest_size: int


def _stuck(case: Case, gate: Gate) -> Finding | None:
    """The requests whose views stay at a limit, told by the largest of them whose layers all did what they could."""
    more = beside(case.replay)
    rows = [row for row in case.rows if _stays(row, gate, more)]
    for row in sorted(rows, key=lambda row: (-row.view, row.request))[:TRIED]:
        case.go_on()
        steps = case.replay.steps(row.request)
        if any(problem.kind == "summary_failed" for problem in steps.problems):
            continue
        kept = _kept(case, steps)
        if not gate.limit.reached(gate.measured(kept.system, more)):
            return _finding(case, gate, kept, rows)
    return None


def _stays(row: Row, gate: Gate, more: int) -> bool:
    return gate.limit.reached(gate.measured(row.view, more)) and not isinstance(row.error, ToolProtocolError)


def _kept(case: Case, steps: Steps) -> _Kept:
    plan, shape = steps.after, case.replay.transcript.structure
    alone = frozenset(shape.system)
    sizes = {block: plan.state(block).size for block in plan.live_blocks() if shape.owner[block] not in alone}
    start, turn = _tail_start(case, plan), _turn_start(case, steps.request)
    made = sum(each.size for each in plan.made if each.kind != "system")
    largest = max(sizes, key=sizes.__getitem__, default=None)
    return _Kept(
        steps.request,
        plan.size,
        plan.size - made - sum(sizes.values()),
        sum(size for block, size in sizes.items() if block >= start),
        sum(size for block, size in sizes.items() if block < start),
        made,
        len({shape.owner[block] for block in sizes if block >= start}),
        sum(size for block, size in sizes.items() if block >= max(start, turn)),
        largest,
        sizes[largest] if largest is not None else 0,
    )


def _takes(case: Case) -> bool:
    """Whether a layer takes whole messages: then everything that stays is what it must keep."""
    return any(layer.enabled and isinstance(layer.operation, Drop | Summarise) for layer in case.replay.policy.layers)


def _tail_start(case: Case, plan: Plan) -> int:
    """The first block that the layers must keep: where none takes messages, of the largest region that one spares."""
    if _takes(case):
        return 0
    spared = [layer.region for layer in case.replay.policy.layers if layer.enabled and layer.region.messages]
    widest = max(spared, key=lambda region: region.messages or 0, default=None)
    if widest is None:
        return plan.end
    starts = [at for at in plan.ledger.units(widest.results_apart)[0] if at < plan.end]
    return starts[-min(widest.messages or 0, len(starts))] if starts else plan.end


def _turn_start(case: Case, request: int) -> int:
    """The first block of the turn in which a request is made."""
    shape = case.replay.transcript.structure
    if not shape.turn_starts:
        return 0
    return shape.first[shape.turn_starts[min(shape.turn(request), len(shape.turn_starts)) - 1]]


def _finding(case: Case, gate: Gate, kept: _Kept, rows: list[Row]) -> Finding:
    size = gate.measured(kept.size, beside(case.replay))
    requests = tuple(row.request for row in rows)
    stay = "stays" if len(rows) == 1 else "stay"
    text = f"{stretch(requests)} {stay} at {gate.name}: {size:,} {gate.limit.op} {gate.value:,} {case.unit}"
    blocks = () if kept.largest is None else (kept.largest,)
    change = _change(case, gate, kept, size)
    return Finding(
        NAME, _severity(case, gate, kept, rows), text, change, requests, blocks, _evidence(case, gate, kept, size)
    )


def _severity(case: Case, gate: Gate, kept: _Kept, rows: list[Row]) -> Severity:
    """An error where a view is refused or cannot be sent; a note where it passes, or where nothing is meant to leave."""
    if any(row.error for row in rows) or gate.limit.of == "required":
        return "error"
    alone = gate.limit.reached(gate.measured(kept.tail + kept.system, beside(case.replay)))
    return "warning" if len(rows) > 1 and (alone or _takes(case)) else "note"


def _evidence(case: Case, gate: Gate, kept: _Kept, size: int) -> dict[str, Value]:
    found: dict[str, Value] = {"worst_request": kept.request, "after": size, "limit": gate.value, "unit": case.unit}
    found |= {"tail": kept.tail, "tail_messages": kept.messages, "open_turn": kept.open_turn}
    parts = {"older": kept.older, "summary": kept.made, "system": kept.system}
    found |= {name: size for name, size in parts.items() if size}
    if gate.limit.of == "required":
        found["beside"] = beside(case.replay)
    if kept.largest is not None:
        found["largest_block"] = case.replay.transcript.structure.name(kept.largest)
        found["largest"] = kept.largest_size
    return found


def _change(case: Case, gate: Gate, kept: _Kept, size: int) -> str:
    """Cut the block that is the cause, or keep less, where something says how much; else raise the limit."""
    ways = []
    if kept.largest is not None and 2 * kept.largest_size >= kept.tail + kept.older:
        ways.append(f"cut block {case.replay.transcript.structure.name(kept.largest)}{_cutting(case)}")
    if not _takes(case) and kept.older >= kept.tail:
        ways.append("add a layer that drops or summarises: none takes whole messages")
    elif (rest := _by_turns(case)) is not None and 2 * kept.open_turn >= kept.tail:
        ways.append(f"let {rest} cut the open turn with split_turn")
    elif by := _keeping(case):
        ways.append(f"lower {by}")
    return ", or ".join([*ways, f"raise {turned(gate.knobs, gate.name)} above {size:,}"])


def _by_turns(case: Case) -> str | None:
    """The last layer that keeps whole turns, and no part of the open one."""
    for layer in reversed(case.replay.policy.layers):
        rule = layer.operation
        if (
            layer.enabled
            and isinstance(rule, Drop | Summarise)
            and rule.keep.unit == "turns"
            and rule.keep.split_turn is None
        ):
            return layer.id
    return None


def _keeping(case: Case) -> str:
    """The first knob by which a layer says how much of the end it keeps."""
    policy = case.replay.policy
    for layer in reversed(policy.layers):
        keeps = isinstance(layer.operation, Drop | Summarise) or layer.region != Region()
        for knob in knobs_of(policy, layer.id).rule if layer.enabled and keeps else ():
            found = next(each for each in policy.knobs if each.name == knob)
            if found.unit in ("messages", "turns", "results") and found.value > found.min:
                return f"{knob} ({found.value:,})"
    return ""


def _cutting(case: Case) -> str:
    """The knob by which a layer cuts text."""
    policy = case.replay.policy
    for layer in policy.layers:
        cut = layer.operation
        if layer.enabled and isinstance(cut, Truncate):
            units = {knob.name: knob.unit for knob in policy.knobs}
            found = next((name for name in knobs_of(policy, layer.id).rule if units[name] == cut.unit), "")
            return f" with a lower {found}" if found else f" in layer {layer.id}"
    return " (a truncate layer)"


def _recorded(case: Case) -> Iterator[Finding]:
    """The agent's own compactions: what was reported right after one, against the size at which it compacts by itself."""
    transcript = case.replay.transcript
    full = [each for each in transcript.compactions if each.kind == "full"]
    told = [each.tokens_before for each in full if each.trigger == "auto" and each.tokens_before]
    if not told:
        return
    known = {each.request: each for each in reported(case.recorded)}
    limit, stuck = min(told), []
    for each in full:
        after = known.get(transcript.structure.request_of(each.before))
        if after is not None and after.context >= limit:
            stuck.append(after)
    if stuck:
        worst = max(stuck, key=lambda each: each.context)
        requests = tuple(each.request for each in stuck)
        yield Finding(
            NAME,
            "warning",
            f"compacted, {stretch(requests)} had {worst.context:,} >= {limit:,} tokens still",
            "keep less at a compaction, or start it later",
            requests,
            evidence={"after": worst.context, "limit": limit, "worst_request": worst.request, "kept_o200k": worst.size},
        )


FAMILY = Family(NAME, "what compaction keeps is as large as the limit that starts it", find)
