"""Running the engine with one knob turned: does the view of the request hold the facts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from inspector.analysis.fixes.budget import Budget
from inspector.analysis.fixes.failing import Failing
from inspector.analysis.fixes.patient import Patient
from inspector.analysis.fixes.shapes import Wanted
from inspector.analysis.why.lanes import state_at
from inspector.engine import Replay
from inspector.engine.summariser import Summariser
from inspector.long_work import Cancelled
from inspector.policy.model import Summarise

SUMMARIES, TIMES = 30, 3
"""So many summaries, and so many times as many as the policy asks for as it is, are written for one value where nobody looks
at the time."""
CHUNK = 64
"""Requests after which the time is looked at."""


class Trying:
    """Answers for one knob, each value once. `written`: summaries are made, else their sizes are assumed.

    `asked` is how many summaries the policy asks for as it is: without a budget a value that asks for far more is given up,
    with one those are for which no time is left. They are `untried`. `aside` are values that hold the facts only because a
    summary fails that the policy as it is makes: they do not count as keeping.
    """

    def __init__(
        self,
        replay: Replay,
        knob: str,
        wanted: Sequence[Wanted],
        summariser: Summariser | None,
        asked: int = 0,
        cancelled: Callable[[], bool] = bool,
        budget: Budget | None = None,
        failing: Failing | None = None,
    ) -> None:
        self.replay, self.knob, self.wanted = replay, knob, wanted
        self.summariser, self.cancelled = summariser, cancelled
        self.most = SUMMARIES + TIMES * asked if budget is None else sys.maxsize
        self.budget, self.failing = budget, failing
        self.scanning = False
        """Whether values are scanned now: some time is left for proofs."""
        self._known: dict[tuple[int, bool], bool] = {}
        self._given_up: set[int] = set()
        self._aside: set[int] = set()
        self._refused = [replay.steps(each.needed).error is not None for each in wanted]

    @property
    def tried(self) -> int:
        """How many values were tried."""
        return len(self._values)

    @property
    def untried(self) -> int:
        """How many were to be tried, and were not."""
        return len(self._given_up - self._values)

    @property
    def aside(self) -> tuple[int, ...]:
        """Values that hold the facts because a summary fails."""
        return tuple(sorted(self._aside))

    @property
    def _values(self) -> set[int]:
        return {value for value, _ in self._known}

    @property
    def summarises(self) -> bool:
        """Whether it makes a difference who writes."""
        return any(isinstance(layer.operation, Summarise) and layer.enabled for layer in self.replay.policy.layers)

    def run(self, value: int, written: bool = True, patient: bool = True) -> Replay:
        """The replay with the knob at a value."""
        old = self.replay
        summariser = self.summariser if written else None
        if summariser is not None and patient:
            summariser = Patient(summariser, self.most, self._over)
        policy = old.policy.with_knobs(**{self.knob: value})
        return Replay(old.transcript, policy, summariser, old.durable, old.ledger.focus)

    def keeps(self, value: int, written: bool = True) -> bool:
        """Whether every wanted fact is held where it is needed, by a view that is not refused. Raises `Cancelled`.

        A value that is given up does not keep them as far as anybody knows.
        """
        key = (value, written or not self.summarises)
        if key not in self._known:
            if self.cancelled():
                raise Cancelled
            held = None if self._over() else self._held(self.run(value, key[1]))
            if held is None:
                self._given_up.add(value)
                return False
            self._known[key] = held and not self._fails(value, key[1])
        return self._known[key]

    def refutes(self, value: int, written: bool = True) -> bool:
        """Whether a value was tried and does lose a fact, whatever becomes of summaries."""
        return not self.keeps(value, written) and not self.gave_up(value) and value not in self._aside

    def gave_up(self, value: int) -> bool:
        """Whether nobody knows what becomes of the facts, for want of time."""
        return value in self._given_up

    def _over(self) -> bool:
        return self.budget is not None and self.budget.over(self.scanning)

    def _fails(self, value: int, written: bool) -> bool:
        if self.failing is None or not self.failing.fails(self.run(value, written, False)):
            return False
        self._aside.add(value)
        return True

    def _held(self, replay: Replay) -> bool | None:
        """None where the time, or the patience of the summariser, ran out on the way."""
        last = max(each.needed for each in self.wanted)
        for request in range(CHUNK, last, CHUNK):
            replay.go_on(request)
            if self._over() or _spent(replay):
                return None
        held = all(self._one(replay, each, refused) for each, refused in zip(self.wanted, self._refused, strict=True))
        return None if _spent(replay) else held

    @staticmethod
    def _one(replay: Replay, wanted: Wanted, refused: bool) -> bool:
        found, needed = wanted
        if replay.steps(needed).error is not None and not refused:
            return False
        return state_at(replay, found, needed).held


def _spent(replay: Replay) -> bool:
    return isinstance(replay.summariser, Patient) and replay.summariser.spent
