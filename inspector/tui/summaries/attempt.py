"""One summary of a cut as the room shows it: by whom, how it stands, and what the audit says of it."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.cut import Cut
from inspector.analysis.trial import Trial, trial_of
from inspector.summary.audit import Audit, Source
from inspector.summary.prepared import Prepared
from inspector.summary.size import Measure

MOST = 4
"""Summaries of one cut that stand beside each other."""


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


def of_cut(cut: Cut, spec: str, measure: Measure, source: Source) -> Attempt:
    """The summary that stands in the view, or why none does."""
    if cut.approximate:
        return Attempt(spec, waits=True)
    return Attempt(spec, trial_of(cut, spec, measure, source))
