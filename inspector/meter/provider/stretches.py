"""Stretches of requests in which each prompt is the one before, its reply, and what followed: there differences tell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.meter.provider.held import Held, held
from inspector.meter.provider.sound import reported
from inspector.meter.provider.spikes import spikes
from inspector.meter.provider.usage import models
from inspector.transcript.model import Transcript


class Asked(NamedTuple):
    """A request whose prompt was reported. `history`: the messages before its reply, so the reply's position too."""

    request: int
    history: int
    prompt: int
    output: int
    reasoning: int
    model: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Requests `first` to `last` (from 1) between two compactions, with one model. `requests`: those with sound usage.

    `held`: the messages that its prompts have. `begins`: why the stretch before ended.
    """

    first: int
    last: int
    requests: tuple[Asked, ...]
    held: Held
    begins: str = "start"


def stretches(transcript: Transcript) -> tuple[Stretch, ...]:
    """The stretches of a transcript, in order; a request without sound usage belongs to none."""
    found: list[Stretch] = []
    for begins, run in _runs(transcript, asked(transcript)):
        requests = tuple(_steady(run))
        first = requests[0]
        found.append(Stretch(first.request, requests[-1].request, requests, held(transcript, first.history), begins))
    return tuple(found)


def asked(transcript: Transcript) -> list[Asked]:
    """Every request whose usage was reported and is sound."""
    found: list[Asked] = []
    every = zip(transcript.structure.histories, reported(transcript), models(transcript), strict=True)
    for request, (history, passes, model) in enumerate(every, 1):
        usage = transcript.messages[history].usage if passes else None
        if usage is not None:
            found.append(Asked(request, history, passes[0], usage.output, usage.reasoning, model))
    return found


def _runs(transcript: Transcript, requests: Sequence[Asked]) -> Iterator[tuple[str, list[Asked]]]:
    """Requests with the same compactions behind them and the same model."""
    since = sorted(compaction.since for compaction in transcript.compactions)
    run: list[Asked] = []
    begins, last = "start", (0, "")
    for one in requests:
        here = (bisect_right(since, one.history), one.model)
        if run and here != last:
            yield begins, run
            run, begins = [], "compaction" if here[0] != last[0] else "model"
        run.append(one)
        last = here
    if run:
        yield begins, run


def _steady(run: Sequence[Asked]) -> Iterator[Asked]:
    """The requests without those whose report sums several passes over the prompt."""
    sums = spikes([one.prompt for one in run])
    return (one for at, one in enumerate(run) if at not in sums)
