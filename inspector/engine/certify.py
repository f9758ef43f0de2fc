"""Certificates: the first request whose view is not the recorded one bounds what a replay may claim (DESIGN §4, law 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from inspector.engine.doubts import MOST, doubts
from inspector.engine.plan import Plan
from inspector.engine.view import Certificate, Fate

if TYPE_CHECKING:
    from inspector.engine.replay import Replay


def certify(replay: Replay, request: int) -> Certificate:
    """How far the view of a request may be believed, and where its budget changed with the model."""
    found = _certified(replay, request)
    switches = [each.words for each in replay.budgets.switches if each.request <= request]
    if not switches:
        return found
    told = "; ".join([*switches[:MOST], *([f"and {len(switches) - MOST} more"] if len(switches) > MOST else [])])
    return replace(found, why=f"{found.why}; the budget changes with the model ({told})")


def _certified(replay: Replay, request: int) -> Certificate:
    if replay.is_recorded:
        return _recorded(replay, request)
    for candidate in replay.differing(request):
        why = _difference(replay.plan(candidate), replay.recorded_plan(candidate))
        if why:
            return Certificate("bounded", candidate, why)
    return _recorded(replay, request)


def _recorded(replay: Replay, request: int) -> Certificate:
    transcript = replay.transcript
    if request in transcript.exact or (transcript.is_prompt and request == replay.requests):
        return Certificate("exact", None, "the record stores this prompt itself")
    if transcript.compactions:
        why = "rebuilt from the agent's own compaction records"
    elif transcript.incomplete:
        why = "no compaction is recorded"
    else:
        why = "no compaction is recorded: the view is all that the record holds"
    return Certificate("reconstructed", None, "; ".join((why, *doubts(replay, request))))


def _difference(plan: Plan, recorded: Plan) -> str:
    """Where two views of one history differ in source blocks or fates; "" when they do not (wording does not count)."""
    if any(made.kind == "summary" for made in plan.made):
        summary = next(made for made in plan.made if made.kind == "summary")
        return f"a summary of {summary.blocks} blocks stands here that the recorded view does not hold"
    name = plan.ledger.structure.name
    for block in range(plan.end):
        here, there = plan.state(block).fate, recorded.state(block).fate
        if here is not there:
            return f"block {name(block)} is {_words(here)} here and {_words(there)} in the recorded view"
    return ""


def _words(fate: Fate) -> str:
    return str(fate)
