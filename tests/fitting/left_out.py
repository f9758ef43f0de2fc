"""One session left out: the factors that all others give, beside chars/4 and plain o200k, on prompts that it reported.

Nothing of the session's own usage is used but to be compared with: so a session without usage is counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from inspector.meter import counter, sizes
from inspector.meter.provider.fit import fitted
from inspector.meter.provider.intervals import half_width
from inspector.meter.provider.kinds import NOTHING, Amounts, plus
from inspector.meter.provider.observations import Reader, observations
from inspector.meter.provider.shipped import Typical
from inspector.meter.provider.stretches import Stretch
from tests.fitting.factors import fixed
from tests.fitting.recorded import Recorded
from tests.fitting.split import prior_without

SIMPLE: Final = ("chars/4", "o200k_base")
METERS: Final = ("shipped", *SIMPLE)
LEAST = 3
"""Requests that a stretch must have."""


class Told(NamedTuple):
    """A prompt: what each meter says it has grown by since the first of its stretch, what it says of all of it, and the truth."""

    family: str
    request: int
    grown: tuple[float, ...]
    whole: tuple[float, ...]
    true_grown: int
    true_whole: int
    half: float
    """Half the interval of what the shipped factors say it has grown by."""

    @property
    def covered(self) -> bool:
        """Whether that holds the truth."""
        return abs(self.grown[0] - self.true_grown) <= self.half

    def growth_error(self, meter: int) -> float:
        """Relative, absolute."""
        return abs(self.grown[meter] - self.true_grown) / self.true_grown

    def whole_error(self, meter: int) -> float:
        """Relative, absolute."""
        return abs(self.whole[meter] - self.true_whole) / self.true_whole


def told(record: Recorded, sessions: Sequence[Recorded]) -> Iterator[Told]:
    """Every prompt but the first of a stretch that is larger than that."""
    others = [each for each in sessions if each is not record]
    agent = record.transcript.format
    typical = fixed(agent if any(each.transcript.format == agent for each in others) else None, others)
    for run, family in zip(record.stretches, record.families, strict=True):
        if len(run.requests) >= LEAST and any(any(each.of(family)) for each in others):
            yield from _of_stretch(record, run, family, sessions, typical)


def _of_stretch(
    record: Recorded, run: Stretch, family: str, sessions: Sequence[Recorded], typical: Typical
) -> Iterator[Told]:
    fit = fitted((), prior_without(run.requests[0].model, record, sessions))
    seen = observations(record.transcript, record.ground, run, known=0)
    joined = list(accumulate((one.leaves if fit.leaves else one.stays for one in seen), plus, initial=NOTHING))
    media = list(accumulate((one.media for one in seen), initial=0))
    own = list(accumulate((fit.own(each) + fit.step**2 for each in _apart(joined)), initial=0.0))
    first = run.requests[0]
    begins, pictures = _first(record, run, fit.leaves)
    start = typical.tokens + fit.tokens(begins) + pictures
    simple = [_simple(record, run, name) for name in SIMPLE]
    for at, asked in enumerate(run.requests[1:], 1):
        true = asked.prompt - first.prompt
        if true > 0:
            ours = fit.tokens(joined[at]) + media[at]
            theirs = [each[at] - each[0] for each in simple]
            whole = (start + ours, *(float(each[at]) for each in simple))
            yield Told(
                family, asked.request, (ours, *theirs), whole, true, asked.prompt, half_width(fit, joined[at], own[at])
            )


def _apart(running: Sequence[Amounts]) -> Iterator[Amounts]:
    for before, after in pairwise(running):
        yield plus(after, before, -1.0)


def _first(record: Recorded, run: Stretch, leaves: bool) -> tuple[Amounts, int]:
    """Amounts and pictures of the messages of the first prompt of a stretch."""
    reader, total, pictures = Reader(record.transcript, record.ground, {}), NOTHING, 0
    for at in run.held.messages(run.requests[0].history):
        words, thinking = reader.of(at)
        total = plus(plus(total, words), NOTHING if leaves else thinking)
        pictures += record.ground.pictures(at, at + 1)
    return total, pictures


def _simple(record: Recorded, run: Stretch, name: str) -> list[int]:
    """What a simple meter says of the messages of each prompt of a stretch."""
    counted = sizes(record.transcript, counter(name))
    first = record.transcript.structure.first

    def of(at: int) -> int:
        return counted.between(first[at], first[at + 1])

    start = run.requests[0].history
    held = sum(of(at) for at in run.held.messages(start))
    return [held + counted.between(first[start], first[asked.history]) for asked in run.requests]
