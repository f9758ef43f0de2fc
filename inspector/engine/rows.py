"""A replay as a table: one row of numbers a request."""

from __future__ import annotations

from inspector.engine.course import Course
from inspector.engine.ledger import Ledger
from inspector.engine.plan import Plan
from inspector.engine.told.course import Told
from inspector.engine.view import Row


def row(course: Course | Told, request: int) -> Row:
    """One request that the course has done. A layer that works on every request is housekeeping, no compaction."""
    ledger, structure = course.ledger, course.structure
    view, fired, error, approximate = course.answer(request)
    beside = course.beside(request)
    return Row(
        request=request,
        turn=structure.turn(request),
        transcript=history_size(ledger, request),
        view=view,
        fired=fired,
        compacted=error is None and bool(fired) and not course.always.issuperset(fired),
        required=view + beside if beside is not None else None,
        error=error,
        approximate=approximate,
    )


def recorded_row(ledger: Ledger, request: int, plan: Plan, compacted_here: bool) -> Row:
    """One request of the recorded view: `fired` where it is not the whole history, `compacted` where that changed."""
    fired = ("recorded",) if plan.cuts or plan.overrides else ()
    turn = ledger.structure.turn(request)
    return Row(request, turn, history_size(ledger, request), plan.size, fired, compacted_here and bool(fired))


def history_size(ledger: Ledger, request: int) -> int:
    """The history of a request, uncompacted."""
    return ledger.base + ledger.supplied + ledger.prefix[ledger.structure.end(request)]
