"""The fixed input: what is left of every prompt beside its messages (system prompt, tools), and where it jumps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from inspector.meter.provider.left_out import LeftOut, Thinking
from inspector.meter.provider.sharing import Shared
from inspector.meter.provider.steps import Step
from inspector.meter.provider.stretches import Stretch
from inspector.transcript.model import Transcript

CLEARED = 20
"""Tokens of a placeholder of unknown wording that an agent put in the place of a result."""


_LEAST = 0.3
"""The least part of calibrated sizes that is kept where prompts are smaller than their messages."""


_SEARCHES = frozenset({"ToolSearch", "tool_search"})
"""Tools whose calls add tool definitions to the prompt (Claude Code; Anthropic's tool search)."""
TOOLS = "tools were loaded by a search for tools"
MORE = "tools, files, text or thinking, not recorded"
FEWER = "cleared or left out, and not recorded"
SLIGHT = "no more than what the sizes of that step may be wrong by"
_SURE = 0.1
"""The part of what a step changed by which its sizes may be wrong: thinking that left, marks of outputs that are not sent on."""


class Jump(NamedTuple):
    """The prompt of `request` has `tokens` more (or fewer) than the one before beside its messages."""

    request: int
    tokens: int
    why: str


class Fixed(NamedTuple):
    """What the prompts of a stretch hold beside messages. `steps`: `(request, tokens)` for each request that tells, in order."""

    steps: tuple[tuple[int, int], ...]
    jumps: tuple[Jump, ...]
    left_out: tuple[LeftOut, ...] = ()
    """Thinking that left the prompts in this stretch; it is no part of later ones either."""

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
    sizes = _sizes(transcript, known)
    left = _left(transcript, runs, known, sizes)
    if any(each < 0 for each in left):
        guessed = [size if tokens is None else 0 for size, tokens in zip(sizes, known.messages, strict=True)]
        _cut_down(transcript, min(map(_keeping, left, _held_sizes(runs, guessed))), known)
        sizes = _sizes(transcript, known)
        left = _left(transcript, runs, known, sizes)
    before = list(accumulate(sizes, initial=0))
    found: list[Fixed] = []
    gone: dict[int, int] = {}
    for run, its, first in zip(runs, steps, left, strict=True):
        thinking = Thinking(transcript, known.blocks, gone, run.held)
        rest = first + thinking.missing(run.requests[0].history)
        found.append(_of_stretch(transcript, run, its, rest, before, thinking))
    return tuple(found), sizes


def _sizes(transcript: Transcript, known: Shared) -> list[int]:
    running = list(accumulate(known.blocks, initial=0))
    ends = [running[at] for at in transcript.structure.first]
    return [stop - start for start, stop in pairwise(ends)]


def _left(transcript: Transcript, runs: Sequence[Stretch], known: Shared, sizes: Sequence[int]) -> list[int]:
    """What the first prompt of each stretch holds beside its messages."""
    found: list[int] = []
    for run, held in zip(runs, _held_sizes(runs, sizes), strict=True):
        first, there = run.requests[0], set(run.held.kept)
        gone = cleared(transcript, known.blocks, first.history)
        cut = sum(tokens for at, tokens in gone.items() if at in there or run.held.since <= at < first.history)
        found.append(first.prompt - held + cut)
    return found


def _held_sizes(runs: Sequence[Stretch], sizes: Sequence[int]) -> list[int]:
    """Sizes of the messages of the first prompt of each stretch."""
    before = list(accumulate(sizes, initial=0))
    found: list[int] = []
    for run in runs:
        history = run.requests[0].history
        kept = sum(sizes[at] for at in run.held.kept)
        found.append(kept + before[history] - before[min(run.held.since, history)])
    return found


def cleared(transcript: Transcript, blocks: Sequence[int], history: int) -> dict[int, int]:
    """Message → tokens that are not in a prompt since the agent cleared results of it that were there."""
    owners, record = transcript.structure.owner, _clearing(transcript)
    since: dict[str, int] = {}
    for start, names in record.cleared:
        if start <= history:
            since |= dict.fromkeys(names, start)
    found: dict[int, int] = {}
    for name, start in since.items():
        for block in record.results.get(name, ()):
            owner = owners[block]
            if owner < start:
                found[owner] = found.get(owner, 0) + max(0, blocks[block] - CLEARED)
    return found


class _Clearing(NamedTuple):
    """Since how many messages results of which tool ids were cleared, and the results (blocks) of each tool id."""

    cleared: list[tuple[int, tuple[str, ...]]]
    results: dict[str, list[int]]


_kept: WeakKeyDictionary[Transcript, _Clearing] = WeakKeyDictionary()


def _clearing(transcript: Transcript) -> _Clearing:
    """What the record tells of that; found once."""
    found = _kept.get(transcript)
    if found is None:
        named = ((each, (*each.cleared, *each.replaced)) for each in transcript.compactions)
        found = _Clearing([(each.since, names) for each, names in named if names], {})
        structure = transcript.structure
        for block in structure.results if found.cleared else ():
            found.results.setdefault(structure.blocks[block].tool_id, []).append(block)
        _kept[transcript] = found
    return found


def _keeping(left: int, guessed: int) -> float:
    """How much of calibrated sizes may be kept so that a prompt can hold them; not all, of one that is far too small."""
    return max(_LEAST, (guessed + left) / guessed) if left < 0 < guessed else 1.0


def _cut_down(transcript: Transcript, keep: float, known: Shared) -> None:
    """Keep so much of the sizes of all messages that nobody was charged for."""
    first = transcript.structure.first
    for at, tokens in enumerate(known.messages):
        if tokens is None:
            for block in range(first[at], first[at + 1]):
                known.blocks[block] = int(known.blocks[block] * keep)


def _of_stretch(
    transcript: Transcript, run: Stretch, steps: Sequence[Step], left: int, before: Sequence[int], thinking: Thinking
) -> Fixed:
    found = [(run.requests[0].request, left)]
    jumps: list[Jump] = []
    gone: list[LeftOut] = []
    for one, asked in zip(steps, run.requests[1:], strict=True):
        more = one.grown - (before[one.stop] - before[one.reply])
        said = thinking.began(one) if more < 0 else None
        if said is not None:
            gone += (lost := thinking.leave(asked.request, said, -more))
            more += sum(each.tokens for each in lost)
        left += more
        found.append((asked.request, left))
        if more:
            changed = max(abs(one.grown), before[one.stop] - before[one.reply])
            why = SLIGHT if abs(more) <= _SURE * changed else _why(transcript, one, more)
            jumps.append(Jump(asked.request, more, why))
    return Fixed(tuple(found), tuple(jumps), tuple(gone))


def _why(transcript: Transcript, one: Step, more: int) -> str:
    """What the record allows to say of a jump."""
    searched = any(block.tool in _SEARCHES for block in transcript.messages[one.reply].blocks)
    return FEWER if more < 0 else TOOLS if searched else MORE
