"""Running the engine with one knob turned: does the view of the request hold the facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.analysis.fixes.patient import Patient
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.lanes import state_at
from inspector.engine import Replay
from inspector.engine.summariser import Summariser
from inspector.long_work import Cancelled
from inspector.policy.model import Summarise

SUMMARIES, TIMES = 30, 3
"""So many summaries, and so many times as many as the policy asks for as it is, are written for one value."""


class Trying:
    """Answers for one knob, each value once. `written`: summaries are made, else their sizes are assumed.

    `asked` is how many summaries the policy asks for as it is. A value that asks for far more is no answer to anything.
    """

    def __init__(
        self,
        replay: Replay,
        knob: str,
        wanted: Sequence[Wanted],
        summariser: Summariser | None,
        asked: int = 0,
        cancelled: Callable[[], bool] = bool,
    ) -> None:
        self.replay, self.knob, self.wanted = replay, knob, wanted
        self.summariser, self.cancelled = summariser, cancelled
        self.most = SUMMARIES + TIMES * asked
        self._known: dict[tuple[int, bool], bool] = {}
        self.tried = 0

    @property
    def summarises(self) -> bool:
        """Whether it makes a difference who writes."""
        return any(isinstance(layer.operation, Summarise) and layer.enabled for layer in self.replay.policy.layers)

    def run(self, value: int, written: bool = True) -> Replay:
        """The replay with the knob at a value."""
        old = self.replay
        summariser = Patient(self.summariser, self.most) if written and self.summariser else None
        policy = old.policy.with_knobs(**{self.knob: value})
        return Replay(old.transcript, policy, summariser, old.durable, old.ledger.focus)

    def keeps(self, value: int, written: bool = True) -> bool:
        """Whether every wanted fact is held where it is needed, by a view that is not refused. Raises `Cancelled`."""
        key = (value, written or not self.summarises)
        if key not in self._known:
            if self.cancelled():
                raise Cancelled
            self.tried += 1
            self._known[key] = self._held(self.run(value, key[1]))
        return self._known[key]

    def _held(self, replay: Replay) -> bool:
        for found, needed in sorted(self.wanted, key=lambda each: each.needed):
            if replay.steps(needed).error is not None and self.replay.steps(needed).error is None:
                return False
            if not state_at(replay, found, needed).held:
                return False
        return not (isinstance(replay.summariser, Patient) and replay.summariser.spent)
