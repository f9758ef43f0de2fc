"""The requests of a replay as they go past a cache, one by one."""

from __future__ import annotations

from inspector.analysis.cost.cache import Cache, Prompt
from inspector.analysis.cost.caching import Caching
from inspector.analysis.cost.clock import starts
from inspector.analysis.cost.entries import Mark
from inspector.analysis.cost.marked import marks_of
from inspector.analysis.cost.spent import Basis, Spent
from inspector.analysis.cost.tokens import Tokens
from inspector.analysis.measured import Extent, Measured
from inspector.engine import Replay
from inspector.engine.view import Certificate
from inspector.meter.provider.sound import reported
from inspector.meter.provider.usage import models, unseen_changes, usage_of
from inspector.transcript.model import Usage


class Sending:
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
        usage = usage_of(self.replay.transcript, request) if self.reported[request - 1] else None
        model = self.models[request - 1]
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
