"""The view of one request as one replay made it, at any of its layers. Immutable, no Textual."""

from __future__ import annotations

import time
from dataclasses import dataclass

from inspector.engine import EngineError, Outcome, Plan, Replay, Steps
from inspector.transcript import TranscriptError


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What a replay says about a request, and the seconds of work it took (waiting for other threads does not count).

    `steps` is the error of a view that cannot be.

    A `step` is 0 before the layers, n after layer n, None after all of them.
    """

    replay: Replay
    request: int
    steps: Steps | EngineError
    seconds: float

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What each layer did."""
        return () if isinstance(self.steps, EngineError) else self.steps.outcomes

    @property
    def refused(self) -> bool:
        """Whether the policy refuses to send it, or to make it at all."""
        return isinstance(self.steps, EngineError) or self.steps.error is not None

    def plan(self, step: int | None) -> Plan | None:
        """The view at a step; None when there is none."""
        if isinstance(self.steps, EngineError):
            return None
        if step is None or not self.outcomes:
            return self.steps.after
        return self.steps.before if step == 0 else self.outcomes[min(step, len(self.outcomes)) - 1].plan_after

    def touched(self, step: int | None) -> frozenset[int]:
        """Blocks that the layer of a step changed or took away."""
        if not step or step > len(self.outcomes):
            return frozenset()
        outcome = self.outcomes[step - 1]
        return frozenset((*outcome.changed, *outcome.gone))

    @property
    def first_change(self) -> int | None:
        """The first block that was changed or taken away by the layer that made the view smallest; None: nothing was."""
        fired = [outcome for outcome in self.outcomes if outcome.fired]
        for outcome in sorted(fired, key=lambda outcome: outcome.after - outcome.before):
            if blocks := outcome.gone or outcome.changed:
                return blocks[0]
        return None


def look(replay: Replay, request: int) -> Seen:
    """Work a view out. A file that was changed under it is an error of the view, not of the program."""
    started = time.thread_time()
    try:
        steps: Steps | EngineError = replay.steps(request)
    except EngineError as error:
        steps = error
    except TranscriptError as error:
        steps = EngineError(str(error))
    return Seen(replay, request, steps, time.thread_time() - started)
