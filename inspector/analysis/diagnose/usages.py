"""What the provider reported for the requests of a session, beside what the record shows of their prompts."""

from __future__ import annotations

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
    """What is sent unseen at the least: the first prompt of the session, less what its messages may have had at the most.

    `known` counts in o200k. Where a prompt right after a full compaction leaves less, that one is taken. None where nothing
    was reported of the first request, or the record begins in the middle: then much of its prompt is messages that it lacks.
    """
    if not known or known[0].request != 1 or is_partial(replay.transcript):
        return None
    shape = replay.transcript.structure
    starts = {shape.request_of(each.before) for each in replay.transcript.compactions if each.kind == "full"} | {1}
    left = [Fixed(each.context - round(DENSEST * each.size), each) for each in known if each.request in starts]
    least = min(left)
    return least if least.tokens > 0 else None


def is_partial(transcript: Transcript) -> bool:
    """Whether the record begins in the middle of a conversation: what its first reply answers leads to nothing known."""
    first = next((message.line for message in transcript.messages if message.role == "assistant"), 0)
    return any(each.kind == "broken-parent" and each.line <= first for each in transcript.report.problems)
