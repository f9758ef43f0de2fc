"""Summaries that fail under a value and are made without it: then the view holds more, and that is no way to keep anything."""

from __future__ import annotations

from functools import cached_property

from inspector.analysis.cuts import cuts
from inspector.engine import Replay
from inspector.engine.summariser import Summariser


class Failing:
    """Compares with what the policy makes as it is, up to a request. `summariser` is the one that fixes are looked for with."""

    def __init__(self, replay: Replay, summariser: Summariser | None, until: int) -> None:
        self.until = until
        self._base = Replay(replay.transcript, replay.policy, summariser, replay.durable, replay.ledger.focus)

    @cached_property
    def made(self) -> frozenset[tuple[int, str]]:
        """Request and layer of each summary that is made as it is."""
        return frozenset((cut.number, cut.layer) for cut in cuts(self._base, self.until) if not cut.reason)

    def fails(self, replay: Replay) -> bool:
        """Whether one of them fails in another replay."""
        return any(cut.reason and (cut.number, cut.layer) in self.made for cut in cuts(replay, self.until))
