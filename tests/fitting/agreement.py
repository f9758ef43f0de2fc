"""Whether stretches agree: the fixed input within one, and the charges of the messages that two share.

A stretch that goes on with messages of the one before has their charges from there. So what its first prompt leaves for the fixed
input is as much as before, unless those charges (or the calibrated size of a summary) are wrong, or the input itself changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inspector.meter.provider import charges
from tests.fitting.recorded import Recorded


class Steady(NamedTuple):
    """The fixed input of a stretch: at its first request, and the most less the least, of so many requests."""

    first: int
    last: int
    requests: int
    tokens: int
    spread: int
    part: float
    """The spread as a part of the largest prompt."""


class Joint(NamedTuple):
    """Between two stretches: why the first ended, the charged messages that both hold and their tokens, the fixed input in each.

    `new`: tokens that nobody was charged for in the first prompt of the second one (a summary, mostly).
    """

    request: int
    why: str
    messages: int
    tokens: int
    new: int
    before: int
    after: int


def steady(record: Recorded) -> Iterator[Steady]:
    """Each stretch of more than one request."""
    found = charges(record.transcript)
    for run, fixed in zip(found.stretches, found.fixed, strict=True):
        if len(run.requests) > 1:
            part = fixed.spread / max(one.prompt for one in run.requests)
            yield Steady(run.first, run.last, len(run.requests), fixed.tokens, fixed.spread, part)


def joints(record: Recorded) -> Iterator[Joint]:
    """Each place where a stretch follows another one of at least three requests."""
    found = charges(record.transcript)
    told = list(zip(found.stretches, found.fixed, strict=True))
    for (old, before), (run, after) in pairwise(told):
        first, last = run.requests[0], old.requests[-1]
        there = run.held.messages(first.history)
        shared = set(there) & set(old.held.messages(last.history))
        known = [at for at in shared if found.messages[at] is not None]
        if len(old.requests) >= 3:
            new = sum(found.sizes[at] for at in there if found.messages[at] is None)
            tokens = sum(found.sizes[at] for at in known)
            yield Joint(first.request, run.begins, len(known), tokens, new, before.steps[-1][1], after.tokens)
