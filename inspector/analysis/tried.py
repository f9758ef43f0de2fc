"""The summary of one request by one summariser or several: the same cut for all of them, and what came of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from inspector.analysis.asked import prepared_by
from inspector.analysis.cut import Cut
from inspector.analysis.cuts import cuts
from inspector.analysis.generations import Generations, generations
from inspector.analysis.on_demand import cut_on_demand
from inspector.analysis.trial import Trial, trial_of, try_out
from inspector.engine import Replay
from inspector.engine.summariser import Summariser, SummaryFailed
from inspector.meter import counter
from inspector.summary.audit import Source
from inspector.summary.prepared import Prepared
from inspector.summary.prompt import Prompt, prompt

RECORDED = "recorded"


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """A cut and its trials. `on_demand`: the policy makes no summary up to here, so that it stands in no view.

    `prompt` is the exact request in words. `chain` are the cuts up to this one; `generations` what each still holds of
    those before it (None when nobody asked).
    """

    replay: Replay
    number: int
    cut: Cut
    chain: tuple[Cut, ...]
    on_demand: bool
    prompt: Prompt
    trials: tuple[Trial, ...]
    generations: Generations | None = None


def try_all(
    replay: Replay,
    number: int,
    summarisers: Sequence[Summariser],
    *,
    audit: bool = False,
    survivals: bool = False,
    ask: bool = True,
) -> Tried:
    """Have the cut of a request summarised by each. Without `ask` nobody is asked: trials say what each would take.

    The summaries before it are those of the replay's own summariser, which is the first of `summarisers`. Of the recorded
    view the agent's own summary comes first. Raises NothingToSummarise.
    """
    chain = cuts(replay, number)
    stands = bool(chain) and (replay.policy.state != "per_request" or replay.is_recorded or chain[-1].number == number)
    cut = chain[-1] if stands else cut_on_demand(replay, number)
    if ask:
        trials = list(_trials(replay, cut, chain if stands else (), summarisers, audit))
    else:
        trials = _weighed(cut, () if replay.is_recorded else chain[: len(chain) - stands], summarisers)
    sent = next((trial.prepared.prompt for trial in trials if trial.prepared is not None), None)
    told = generations(chain) if survivals else None
    return Tried(replay, number, cut, chain, not stands, sent or prompt(cut.request), tuple(trials), told)


def _trials(
    replay: Replay, cut: Cut, chain: Sequence[Cut], summarisers: Sequence[Summariser], audit: bool
) -> Iterator[Trial]:
    """What each made of it; who was asked for the chain already is not asked again."""
    source = Source.of(cut.request) if audit else None
    measure = counter("o200k_base").text
    waiting = list(summarisers)
    if chain and replay.is_recorded:
        yield trial_of(cut, RECORDED, measure, source)
        waiting = [each for each in waiting if each.name != RECORDED]
    elif chain:
        yield trial_of(cut, waiting.pop(0).name, measure, source)
    for each in waiting:
        yield try_out(cut, replay, each, measure, source, chain)


def _weighed(cut: Cut, before: Sequence[Cut], summarisers: Sequence[Summariser]) -> list[Trial]:
    """What each would be sent, and what that would take. The first one also writes the summaries before this one."""
    told = [_estimate(replace(cut, answer=None, after=cut.before), each) for each in summarisers]
    if told and told[0].prepared is not None:
        told[0] = replace(told[0], earlier=tuple(_earlier(summarisers[0], before)))
    return told


def _earlier(summariser: Summariser, before: Sequence[Cut]) -> Iterator[Prepared]:
    """The requests for earlier summaries, as far as they can be known before anybody was asked."""
    for cut in before:
        with suppress(SummaryFailed):
            prepared = prepared_by(summariser, cut.request)
            if prepared is not None:
                yield prepared


def _estimate(cut: Cut, summariser: Summariser) -> Trial:
    try:
        prepared = prepared_by(summariser, cut.request)
    except SummaryFailed as failed:
        return trial_of(replace(cut, reason=str(failed)), summariser.name, len)
    reason = prepared.refusal if prepared is not None else ""
    return trial_of(replace(cut, reason=reason), summariser.name, len, prepared=prepared)
