"""What the provider reported for the requests of a session, beside what the record shows of their prompts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inspector.engine import Replay
from inspector.transcript.model import Transcript

DENSEST = 1.88
"""Provider's tokens for one of o200k of visible text, 90th percentile of real sessions (DESIGN §6): with it, what is left of a
reported prompt is at least its fixed input."""


class Reported(NamedTuple):
    """A request (from 1), its whole prompt as the provider gave it (its tokens), and its recorded view (in a meter)."""

    request: int
    context: int
    size: int


def reported(replay: Replay) -> tuple[Reported, ...]:
    """The requests whose reply came with a usage that is not zero; sizes in the replay's own meter."""
    found: list[Reported] = []
    messages = replay.transcript.messages
    for at, history in enumerate(replay.transcript.structure.histories):
        usage = messages[history].usage if history < len(messages) else None
        if usage is not None and usage.context > 0:
            found.append(Reported(at + 1, usage.context, replay.recorded_plan(at + 1).size))
    return tuple(found)


class Pace(NamedTuple):
    """The provider's tokens for one of the meter's, of what was added from request to request; from how many such steps."""

    ratio: float
    steps: int
    added: int
    """What the meter counted in all these steps."""


def pace(known: tuple[Reported, ...]) -> Pace | None:
    """How fast prompts grow by the provider beside the meter: the median step, each weighing what it added.

    A few steps at which something else happened (a clearing, a prompt of another kind) do not move it. None without steps.
    """
    steps = [(b.context - a.context, b.size - a.size) for a, b in pairwise(known) if b.request == a.request + 1]
    ratios = sorted((told / counted, counted) for told, counted in steps if counted > 0)
    added = sum(counted for _, counted in ratios)
    behind = 0
    for ratio, counted in ratios:
        behind += counted
        if 2 * behind >= added:
            return Pace(ratio, len(ratios), added)
    return None


class Fixed(NamedTuple):
    """The least that a session's fixed input has, in the provider's tokens, and the request that shows it."""

    tokens: int
    shown: Reported


def least_fixed(replay: Replay, known: tuple[Reported, ...]) -> Fixed | None:
    """The smallest of the first prompts that hold nothing unseen, less what their messages may have had at the most.

    `known` counts in o200k. Such prompts are the first one of the session, unless its record begins in the middle, and the
    first after each full compaction. None where there is none.
    """
    firsts = [first for first in _firsts(replay.transcript, known) if first.context > 0]
    left = [Fixed(each.context - round(DENSEST * each.size), each) for each in firsts]
    least = min(left, default=None)
    return least if least is not None and least.tokens > 0 else None


def _firsts(transcript: Transcript, known: tuple[Reported, ...]) -> Iterator[Reported]:
    shape = transcript.structure
    starts = [shape.request_of(each.before) for each in transcript.compactions if each.kind == "full"]
    if not is_partial(transcript):
        starts.insert(0, 1)
    for start in starts:
        found = next((each for each in known if each.request == start), None)
        if found is not None:
            yield found


def is_partial(transcript: Transcript) -> bool:
    """Whether the record begins in the middle of a conversation, or misses a part of it."""
    return any(problem.kind == "broken-parent" for problem in transcript.report.problems)
