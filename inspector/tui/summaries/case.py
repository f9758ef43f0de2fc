"""One cut laid open: its source, the passages that it stands for, and the summaries of it that stand beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inspector.analysis.asked import prepared_by
from inspector.analysis.cut import Cut
from inspector.analysis.trial import trial_of, try_out
from inspector.engine.summariser import Summariser, SummaryFailed
from inspector.meter import counter_of
from inspector.summary.audit import Source
from inspector.summary.prompt import Prompt, prompt
from inspector.summary.registry import Mode, summariser
from inspector.summary.size import Measure
from inspector.summary.through import Through
from inspector.tui.summaries.attempt import Attempt, of_cut
from inspector.tui.summaries.gathering import Asked, Gathered
from inspector.tui.summaries.paper import Passage, passages


@dataclass(eq=False)
class Case:
    """What is known of one cut. The list of attempts changes on the screen's own thread only."""

    found: Gathered
    at: int
    source: Source
    passages: tuple[Passage, ...]
    attempts: list[Attempt] = field(default_factory=list)
    chosen: int = 0

    @property
    def cut(self) -> Cut:
        return self.found.cuts[self.at]

    @property
    def attempt(self) -> Attempt:
        return self.attempts[self.chosen]

    @property
    def measure(self) -> Measure:
        """Sizes in the policy's meter."""
        return counter_of(self.found.replay.policy.meter.count, self.found.replay.transcript).text

    @property
    def tokens(self) -> Measure:
        """Tokens: the policy's own, else those of o200k."""
        meter = self.found.replay.policy.meter
        return counter_of(meter.count if meter.unit == "tokens" else "o200k_base", self.found.replay.transcript).text


def opened(asked: Asked, found: Gathered, at: int, specs: Sequence[str] = ()) -> Case:
    """A cut with the summary that stands in the view first, then those of others that cost nothing or are kept."""
    cut, durable = found.cuts[at], asked.durable
    source = Source.of(cut.request, durable.state if durable is not None else None)
    case = Case(found, at, source, passages(source, cut.request.parts))
    if found.demanded:
        case.attempts.append(attempted(case, asked, asked.name))
    else:
        name = "recorded" if found.replay.is_recorded else asked.name
        case.attempts.append(of_cut(cut, name, case.tokens, source))
    case.attempts += [attempted(case, asked, spec) for spec in specs]
    return case


def attempted(case: Case, asked: Asked, spec: str) -> Attempt:
    """What a summariser makes of it, where nobody need be asked for that; else one that waits for the person's word."""
    by = named(case, asked, spec, "pending")
    if not isinstance(by, Through):
        return tried(case, spec, by)
    try:
        if by.kept(case.cut.request) is not None:
            return tried(case, spec, by)
        by.inner.check()
        return Attempt(spec, waits=True, prepared=by.prepare(case.cut.request))
    except SummaryFailed as failed:
        return Attempt(spec, trial_of(replace(case.cut, answer=None, reason=str(failed)), spec, case.tokens))


def tried(case: Case, spec: str, by: Summariser) -> Attempt:
    """Ask it now, whatever that costs."""
    trial = try_out(case.cut, case.found.replay, by, case.tokens, case.source, case.found.cuts[: case.at])
    return Attempt(spec, trial, prepared=trial.prepared)


def named(case: Case, asked: Asked, spec: str, mode: Mode) -> Summariser:
    """The summariser of that name. Raises UnknownSummariser."""
    return summariser(spec, transcript=asked.transcript, measure=case.measure, mode=mode)


def request_of(case: Case, asked: Asked, spec: str) -> Prompt:
    """The exact request, as a summariser would be sent it."""
    by = named(case, asked, spec, "pending")
    found = prepared_by(by, case.cut.request)
    return found.prompt if found is not None else prompt(case.cut.request)
