"""The cost twin: for every request of a replay the tokens that are read from the provider's cache, written to it, and neither.

Predicted from the first byte in which consecutive views differ, the time between them, the marks and the shortest prefix
that is kept; recorded usage gives the sizes of prompts, never how they were split. What the agent would have done under
another policy is unknown: its replies and its times are those of the record (law 9).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.cost.cache import Cache, Missed, Prompt
from inspector.analysis.cost.caching import Caching, default
from inspector.analysis.cost.clock import starts
from inspector.analysis.cost.entries import Mark
from inspector.analysis.cost.marked import marks_of
from inspector.analysis.cost.tokens import Tokens, calibrated, reported
from inspector.analysis.measured import Extent, Measured
from inspector.engine import Replay
from inspector.engine.effects import remember
from inspector.engine.view import Certificate
from inspector.meter import Sizes
from inspector.transcript.model import Transcript, Usage

Basis = Literal["recorded", "calibrated", "estimated"]
"""Where the size of a prompt is from: reported for this very view; told from what was reported for the recorded view; from
o200k tokens of visible text alone."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What one request costs, in the provider's tokens: prompt = read + write + fresh. All zero for a view that was refused.

    `usage` is what the provider reported for the recorded request (None: nothing). `passes`: prompts that the reply took.
    """

    request: int
    model: str
    read: int
    write: int
    fresh: int
    output: int
    missed: Missed
    basis: Basis
    sent: bool = True
    passes: int = 1
    usage: Usage | None = None

    @property
    def prompt(self) -> int:
        return self.read + self.write + self.fresh


@dataclass(frozen=True, slots=True, eq=False)
class Twin:
    """Every request of a replay with its tokens, and the extent of its view in o200k tokens."""

    replay: Replay
    caching: Caching
    tokens: Tokens
    rows: tuple[Spent, ...]
    extents: tuple[Extent, ...]
    certificate: Certificate
    sums: Sizes
    """Sizes of the blocks as recorded, in o200k tokens."""
    timed: bool
    """Whether the record says when requests were sent; where it does not, entries never expire."""


def twin(
    replay: Replay,
    caching: Caching | None = None,
    *,
    model: str = "",
    measured: Measured | None = None,
    cancelled: Callable[[], bool] = bool,
    progress: Callable[[int, int], None] | None = None,
) -> Twin:
    """The cost of every request. `caching` is the agent's own by default; `model` counts as the model of every request.

    Raises `why.walk.Cancelled`.
    """
    transcript = replay.transcript
    rules = caching or default(transcript)
    measured = measured or Measured(transcript)
    tokens = remember(transcript, ("provider tokens", measured.counter.name), lambda: calibrated(measured))
    if replay.durable is not None and not replay.is_recorded:
        tokens = tokens.with_more(tokens.text(measured.counter.text(replay.durable.text)))
    extents = tuple(measured.walk(replay, cancelled, progress))
    certificate = replay.certificate()
    told = _Teller(replay, rules, measured, tokens, certificate, model)
    rows = tuple(told.spent(extent) for extent in extents)
    timed = any(at is not None for at in told.starts)
    return Twin(replay, rules, tokens, rows, extents, certificate, measured.sums.plain, timed)


class _Teller:
    """Goes through the requests in order, with a cache beside it."""

    def __init__(
        self,
        replay: Replay,
        caching: Caching,
        measured: Measured,
        tokens: Tokens,
        certificate: Certificate,
        model: str,
    ) -> None:
        self.replay, self.measured, self.tokens, self.certificate = replay, measured, tokens, certificate
        self.caching, self.cache = caching, Cache(caching)
        self.starts = starts(replay.transcript)
        self.models = [model] * replay.requests if model else models(replay.transcript)
        self.reported = reported(replay.transcript)
        self.any_usage = any(tokens.known)
        self.unseen = unseen_changes(replay.transcript) if replay.is_recorded else frozenset()

    def spent(self, extent: Extent) -> Spent:
        """One request."""
        request = extent.request
        usage, model = usage_of(self.replay.transcript, request), self.models[request - 1]
        basis = self._basis(request)
        if not extent.sent:
            return Spent(request, model, 0, 0, 0, 0, "", basis, sent=False, usage=usage)
        prompt = self._prompt(extent, model)
        split = self.cache.send(prompt)
        more = self._more(request)
        kept = split.read + split.write
        read, write, fresh = split.read, split.write, split.fresh
        for grown in more:  # a later pass begins with the prompt of the first
            read += kept
            write, fresh = (write + grown, fresh + split.fresh) if kept else (write, fresh + split.fresh + grown)
        output = self._output(request, usage)
        return Spent(request, model, read, write, fresh, output, split.missed, basis, True, 1 + len(more), usage)

    def _prompt(self, extent: Extent, model: str) -> Prompt:
        request, tokens = extent.request, self.tokens
        whole = Mark(extent.blocks, tokens.prompt(request, extent.size))
        alike = Mark(extent.alike, min(tokens.fixed + tokens.text(extent.shared), whole.tokens))
        if request in self.unseen:
            alike = Mark(0, min(tokens.fixed, whole.tokens))
        marks = marks_of(self.replay.plan(request), whole, self.caching.marks, tokens, self.measured)
        cut = tuple(Mark(mark.blocks, min(mark.tokens, whole.tokens)) for mark in marks)
        return Prompt(model, whole, alike, cut, self.starts[request - 1])

    def _more(self, request: int) -> list[int]:
        """By how much the prompts of further passes are larger than that of the first."""
        first, *more = self.reported[request - 1] or [0]
        return [max(each - first, 0) for each in more]

    def _basis(self, request: int) -> Basis:
        """Where the size of the prompt of a request is from."""
        if not self.any_usage:
            return "estimated"
        bound = self.certificate.request
        same = self.replay.is_recorded or bound is None or request < bound
        return "recorded" if same and self.tokens.known[request - 1] else "calibrated"

    def _output(self, request: int, usage: Usage | None) -> int:
        """Tokens of the reply: as reported where that is sound (old files of Claude Code report 1 to 8), else by its text."""
        structure = self.replay.transcript.structure
        reply = structure.histories[request - 1]
        if reply >= len(self.replay.transcript.messages):
            return 0
        text = self.measured.sums.plain.between(structure.first[reply], structure.first[reply + 1])
        if usage is not None and 2 * usage.output >= text:
            return usage.output
        return self.tokens.text(text)


def usage_of(transcript: Transcript, request: int) -> Usage | None:
    """What was reported for the recorded request."""
    reply = transcript.structure.histories[request - 1]
    return transcript.messages[reply].usage if reply < len(transcript.messages) else None


def unseen_changes(transcript: Transcript) -> frozenset[int]:
    """Requests before which the agent cleared results that came before the record begins: its prompt changed there."""
    shape = transcript.structure
    there = {shape.blocks[result].tool_id for result in shape.results}
    found = [c for c in transcript.compactions if c.kind == "micro" and c.cleared - there]
    return frozenset(shape.request_of(compaction.since - 1) for compaction in found)


def models(transcript: Transcript) -> list[str]:
    """The model of each request: of its reply, else of the one before it."""
    found: list[str] = []
    last = next((message.model for message in transcript.messages if message.model), "")
    for history in transcript.structure.histories:
        if history < len(transcript.messages):
            last = transcript.messages[history].model or last
        found.append(last)
    return found


def total(rows: Sequence[Spent], name: Literal["read", "write", "fresh", "output", "prompt"]) -> int:
    """The sum of one kind of tokens over requests."""
    return sum(int(getattr(row, name)) for row in rows)
