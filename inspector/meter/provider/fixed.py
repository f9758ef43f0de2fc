"""The fixed input: what is left of every prompt beside its messages (system prompt, tools), and where it jumps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from inspector.meter.provider.sharing import Shared
from inspector.meter.provider.steps import Step
from inspector.meter.provider.stretches import Held, Stretch
from inspector.transcript.model import Transcript

CLEARED = 20
"""Tokens of a placeholder of unknown wording that an agent put in the place of a result."""


class Jump(NamedTuple):
    """The prompt of `request` has `tokens` more (or fewer) than the one before beside its messages."""

    request: int
    tokens: int
    why: str


class Fixed(NamedTuple):
    """What the prompts of a stretch hold beside messages. `steps`: `(request, tokens)` for each request that tells, in order."""

    steps: tuple[tuple[int, int], ...]
    jumps: tuple[Jump, ...]

    @property
    def tokens(self) -> int:
        """At the first request."""
        return self.steps[0][1]

    @property
    def spread(self) -> int:
        """The most less the least in the stretch: 0 where every prompt is what its messages were charged."""
        found = [tokens for _, tokens in self.steps]
        return max(found) - min(found)


def fixed_inputs(
    transcript: Transcript, runs: Sequence[Stretch], steps: Sequence[Sequence[Step]], known: Shared
) -> tuple[tuple[Fixed, ...], list[int]]:
    """The fixed input of each stretch, and the sizes of all messages.

    Sizes of messages that were not charged are cut down where they leave no room for any fixed input. Changes `known`.
    """
    found: list[Fixed] = []
    sizes = _sizes(transcript, known)
    before = list(accumulate(sizes, initial=0))
    for run, its in zip(runs, steps, strict=True):
        first = run.requests[0]
        left = first.prompt - _held_size(transcript, run.held, first.history, known, sizes, before)
        if left < 0 and _cut_down(transcript, run.held.messages(first.history), -left, known):
            sizes = _sizes(transcript, known)
            before = list(accumulate(sizes, initial=0))
            left = first.prompt - _held_size(transcript, run.held, first.history, known, sizes, before)
        found.append(_of_stretch(transcript, run, its, left, before))
    return tuple(found), sizes


def _sizes(transcript: Transcript, known: Shared) -> list[int]:
    running = list(accumulate(known.blocks, initial=0))
    ends = [running[at] for at in transcript.structure.first]
    return [stop - start for start, stop in pairwise(ends)]


def _held_size(
    transcript: Transcript, held: Held, history: int, known: Shared, sizes: Sequence[int], before: Sequence[int]
) -> int:
    gone = cleared(transcript, known.blocks, history)
    there = set(held.kept)
    cut = sum(tokens for at, tokens in gone.items() if at in there or held.since <= at < history)
    return sum(sizes[at] for at in held.kept) + before[history] - before[min(held.since, history)] - cut


def cleared(transcript: Transcript, blocks: Sequence[int], history: int) -> dict[int, int]:
    """Message → tokens that are not in a prompt since the agent cleared results of it."""
    names: set[str] = set()
    for compaction in transcript.compactions:
        if compaction.since <= history:
            names |= compaction.cleared | compaction.replaced.keys()
    structure = transcript.structure
    found: dict[int, int] = {}
    for block in structure.results if names else ():
        if structure.blocks[block].tool_id in names:
            owner = structure.owner[block]
            found[owner] = found.get(owner, 0) + max(0, blocks[block] - CLEARED)
    return found


def _cut_down(transcript: Transcript, messages: Sequence[int], tokens: int, known: Shared) -> bool:
    """Take so many tokens from messages that nobody was charged for, in proportion; whether any could be taken."""
    first = transcript.structure.first
    places = [b for at in messages if known.messages[at] is None for b in range(first[at], first[at + 1])]
    there = sum(known.blocks[block] for block in places)
    if not there:
        return False
    keep = max(0, there - tokens) / there
    for block in places:
        known.blocks[block] = int(known.blocks[block] * keep)
    return True


def _of_stretch(transcript: Transcript, run: Stretch, steps: Sequence[Step], left: int, before: Sequence[int]) -> Fixed:
    found = [(run.requests[0].request, left)]
    jumps: list[Jump] = []
    for one, asked in zip(steps, run.requests[1:], strict=True):
        more = one.grown - (before[one.stop] - before[one.reply])
        left += more
        found.append((asked.request, left))
        if more:
            jumps.append(Jump(asked.request, more, _why(transcript, one, more)))
    return Fixed(tuple(found), tuple(jumps))


def _why(transcript: Transcript, one: Step, more: int) -> str:
    """What the record allows to say of a jump."""
    if more > 0:
        return "more than its messages hold: tools, memory files, or text and thinking that are not recorded"
    turn = transcript.structure.turn_of
    if one.stop < len(turn) and turn[one.stop - 1] != turn[one.reply]:
        return "less than its messages hold, as a turn began: thinking of earlier turns was left out, or results were cleared"
    return "less than its messages hold: results were cleared or messages left out, and the record does not say so"
