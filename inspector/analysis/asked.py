"""Asking any summariser, whether it asks somebody outside or not: what it would send, and what it answered."""

from __future__ import annotations

import time

from inspector.engine.summariser import Summariser, SummaryRequest
from inspector.summary.answer import Answer
from inspector.summary.prepared import Prepared


def prepared_by(summariser: Summariser, request: SummaryRequest) -> Prepared | None:
    """What it would send; None for one that asks nobody. Raises SummaryFailed."""
    prepare = getattr(summariser, "prepare", None)
    return prepare(request) if prepare is not None else None


def answered_by(summariser: Summariser, request: SummaryRequest) -> Answer:
    """Its answer, with the time that it took. Raises SummaryFailed or SummaryPending."""
    ask = getattr(summariser, "answer", None)
    if ask is not None:
        found: Answer = ask(request)
        return found
    started = time.perf_counter()
    return Answer(summariser.summarise(request), seconds=time.perf_counter() - started)
