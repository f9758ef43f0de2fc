"""A replay as a table: one row of numbers a request."""

from __future__ import annotations

from inspector.engine.course import Course
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan
from inspector.engine.steps import Steps
from inspector.engine.view import Row
from inspector.policy.model import Policy


def row(course: Course, request: int) -> Row:
    """One request that the course has done."""
    ledger, structure = course.ledger, course.structure
    event = course.event(request)
    view = course.sizes[request - 1]
    return Row(
        request=request,
        turn=structure.turn(request),
        transcript=history_size(ledger, request),
        view=view,
        fired=event.fired if event else (),
        compacted=compacted(course.policy, event) if event else False,
        required=view + course.quiet.beside if course.policy.budget else None,
        error=event.error if event else None,
        approximate=any(made.approximate for made in event.after.made) if event else False,
    )


def recorded_row(ledger: Ledger, request: int, plan: Plan, compacted_here: bool) -> Row:
    """One request of the recorded view; `compacted` where the agent compacted since the request before."""
    fired = ("recorded",) if compacted_here else ()
    turn = ledger.structure.turn(request)
    return Row(request, turn, history_size(ledger, request), plan.size, fired, compacted_here)


def history_size(ledger: Ledger, request: int) -> int:
    """The history of a request, uncompacted."""
    return ledger.base + ledger.supplied + ledger.prefix[ledger.structure.end(request)]


def compacted(policy: Policy, steps: Steps) -> bool:
    """Whether a gated layer fired: a layer that works on every request is housekeeping, no compaction."""
    always = {layer.id for layer in policy.layers if layer.when == "always"}
    return steps.error is None and any(layer not in always for layer in steps.fired)
