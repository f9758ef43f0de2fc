"""The titles of the two panes: what each of them shows, and its size. No Textual here."""

from __future__ import annotations

from inspector.engine.view import EngineError
from inspector.tui.session import Session


def titles(session: Session) -> tuple[str, str]:
    """The left and the right title."""
    return _left(session), _right(session)


def _left(session: Session) -> str:
    ledger, shape = session.replay.ledger, session.transcript.structure
    mark = "≈" if session.approximate else ""
    size = ledger.base + ledger.supplied + ledger.prefix[shape.end(session.request)]
    return f"Transcript {mark}{size:,} {session.unit}"


def _right(session: Session) -> str:
    plan, steps = session.plan(), session.steps()
    if plan is None or isinstance(steps, EngineError):
        return "Prompt View: none"
    mark = "≈" if session.approximate else ""
    when = ""
    if session.step is not None:
        when = " before the layers" if session.step == 0 else f" after {steps.outcomes[session.step - 1].id}"
    return f"Prompt View{when} {mark}{plan.size:,} {session.unit}"
