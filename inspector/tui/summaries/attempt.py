"""One summary of a cut as the room shows it: by whom, how it stands, and what the audit says of it."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.cut import Cut
from inspector.analysis.trial import Trial
from inspector.summary.audit import Audit, Source, audit
from inspector.summary.prepared import Prepared
from inspector.summary.size import Measure

MOST = 4
"""Summaries of one cut that stand beside each other."""
ASKED = "asked"
"""Nobody was asked yet: it would run a program or ask a service."""


@dataclass(frozen=True, eq=False)
class Attempt:
    """A summariser and what it made. Without a trial it is being made (`since`), or waits for the person's word."""

    spec: str
    trial: Trial | None = None
    since: float = 0.0
    waits: bool = False
    prepared: Prepared | None = None
    """What would be sent, where that is known."""

    @property
    def text(self) -> str:
        return self.trial.text if self.trial is not None else ""

    @property
    def audit(self) -> Audit | None:
        return self.trial.audit if self.trial is not None else None

    @property
    def reason(self) -> str:
        return self.trial.reason if self.trial is not None else ""


def of_cut(cut: Cut, name: str, measure: Measure, source: Source) -> Attempt:
    """The summary that stands in the view, or why none does."""
    if cut.approximate:
        return Attempt(name, waits=True)
    found = audit(source, cut.text) if cut.text else None
    tokens = measure(cut.text) if cut.text else 0
    return Attempt(
        name, Trial(name, cut.text, cut.reason, None, None, tokens, cut.before, cut.after, None, audit=found)
    )
