"""tail: what the layers keep reaches the limit by itself, so that compaction cannot get below its own start.

Seen in the field: everything fits the tail and compaction is a no-op in a loop (hermes 40803), oversized results at the end
(pi 9740). A request counts when its view still reaches the limit after every layer, though no summary failed and fixed input
alone does not reach it (that is `fixed-input`).
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.diagnose.case import Case, Family
from inspector.analysis.diagnose.finding import Finding, Severity, Value
from inspector.analysis.diagnose.gates import Gate, beside, gates
from inspector.analysis.diagnose.kept import Kept, takes
from inspector.analysis.diagnose.kept import kept as kept_of
from inspector.analysis.diagnose.phrases import stretch
from inspector.analysis.diagnose.relief import helping, stays
from inspector.analysis.diagnose.usages import reported
from inspector.engine.view import Row

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


def _stuck(case: Case, gate: Gate) -> Finding | None:
    """The requests whose views stay at a limit, told by the largest of them whose layers all did what they could."""
    more = beside(case.replay)
    rows = [row for row in case.rows if stays(row, gate, more)]
    for row in sorted(rows, key=lambda row: (-row.view, row.request))[:TRIED]:
        case.go_on()
        steps = case.replay.steps(row.request)
        if any(problem.kind == "summary_failed" for problem in steps.problems):
            continue
        kept = kept_of(case, steps)
        if not gate.limit.reached(gate.measured(kept.system, more)):
            return _finding(case, gate, kept, rows)
    return None


def _finding(case: Case, gate: Gate, kept: Kept, rows: list[Row]) -> Finding:
    size = gate.measured(kept.size, beside(case.replay))
    requests = tuple(row.request for row in rows)
    stay = "stays" if len(rows) == 1 else "stay"
    text = f"{stretch(requests)} {stay} at {gate.name}: {size:,} {gate.limit.op} {gate.value:,} {case.unit}"
    blocks = () if kept.largest is None else (kept.largest,)
    change = helping(case, gate, kept)
    return Finding(
        NAME, _severity(case, gate, kept, rows), text, change, requests, blocks, _evidence(case, gate, kept, size)
    )


def _severity(case: Case, gate: Gate, kept: Kept, rows: list[Row]) -> Severity:
    """An error where a view is refused or cannot be sent; a note where it passes, or where nothing is meant to leave."""
    if any(row.error for row in rows) or gate.limit.of == "required":
        return "error"
    alone = gate.limit.reached(gate.measured(kept.tail + kept.system, beside(case.replay)))
    return "warning" if len(rows) > 1 and (alone or takes(case.replay.policy)) else "note"


def _evidence(case: Case, gate: Gate, kept: Kept, size: int) -> dict[str, Value]:
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
