"""What is open: a transcript, its policy, the request and layer that are looked at. No Textual here.

The only object of the app that changes. Whatever is worked out from it (replay, plans, rows) is immutable and carries
the revision it was made for.
"""

from __future__ import annotations

from collections.abc import Sequence

from inspector.engine import Plan, Replay, Steps
from inspector.engine.recorded import RECORDED as RECORDED_POLICY
from inspector.engine.summariser import Summariser
from inspector.engine.view import EngineError, Fate, Problem
from inspector.policy.model import Knob, Policy
from inspector.summary import Extractive
from inspector.transcript.model import Transcript
from inspector.tui import replays
from inspector.tui.picture import Picture

RECORDED = "recorded"
UNDO = 200
"""Knob changes that can be undone."""


class Session:
    """One open transcript and all that a person can change about how it is seen."""

    def __init__(self, transcript: Transcript, policy: Policy | None, origin: str = "") -> None:
        self.transcript = transcript
        self.summariser: Summariser = Extractive()
        self.policy = policy
        self.origin = origin
        """Why this policy was taken when nobody chose it."""
        self.request = transcript.structure.requests
        self.step: int | None = None
        """0: before the layers, n: after layer n, None: after all of them."""
        self.revision = 0
        self._replay: Replay | None = None
        self._steps: tuple[tuple[int, int], Steps | EngineError] | None = None
        self._scale: tuple[Sequence[int], int] | None = None
        self._typed_blocks: list[int] | None = None
        self._undo: list[Policy] = []
        self._redo: list[Policy] = []

    @property
    def requests(self) -> int:
        return self.transcript.structure.requests

    @property
    def name(self) -> str:
        """The policy's name; `recorded` for the view that the agent really had."""
        return self.policy.name if self.policy else RECORDED

    @property
    def modified(self) -> bool:
        """A knob differs from the policy's own default."""
        return any(knob.changed for knob in self.knobs)

    @property
    def knobs(self) -> tuple[Knob, ...]:
        return self.policy.knobs if self.policy else ()

    @property
    def unit(self) -> str:
        """The unit that sizes are given in."""
        return self.replay.policy.meter.unit

    @property
    def replay(self) -> Replay:
        """The replay under the present policy: a quick one until a better one is taken over."""
        if self._replay is None:
            self._replay = replays.quick(self.transcript, self.policy, self.summariser)
        return self._replay

    @property
    def approximate(self) -> bool:
        """Sizes are estimates: the transcript is not counted yet in the policy's meter."""
        return self.replay.policy.meter != (self.policy or RECORDED_POLICY).meter

    @property
    def final(self) -> bool:
        """Whether the present replay has exact counts and whole summaries."""
        whole = self.replay.summariser is not None or not replays.summarises(self.policy)
        return whole and not self.approximate

    def take(self, replay: Replay, revision: int) -> bool:
        """Use a replay with better numbers (final summaries, exact counts); False when it answers an older question."""
        if revision != self.revision:
            return False
        self._replay, self._steps = replay, None
        return True

    def steps(self) -> Steps | EngineError:
        """The request that is looked at, layer by layer; the error where the policy itself forbids to make the view."""
        key = (self.revision, self.request)
        if self._steps is None or self._steps[0] != key:
            self._steps = (key, self._work_out())
        return self._steps[1]

    def layer_count(self) -> int:
        """How many layers the present request went through."""
        steps = self.steps()
        return 0 if isinstance(steps, EngineError) else len(steps.outcomes)

    def plan(self) -> Plan | None:
        """The view of the present request at the present step; None when it cannot be made."""
        steps = self.steps()
        if isinstance(steps, EngineError):
            return None
        if self.step is None or not steps.plans:
            return steps.after
        return steps.before if self.step == 0 else steps.plans[min(self.step, len(steps.plans)) - 1]

    def picture(self) -> Picture:
        """What the panes are to show now."""
        ledger, steps = self.replay.ledger, self.steps()
        trouble = f"no view: {steps}" if isinstance(steps, EngineError) else ""
        return Picture(
            request=self.request,
            plan=self.plan(),
            sizes=ledger.blocks,
            sums=ledger.prefix,
            largest=self._largest(),
            unit=self.unit,
            touched=self.touched(),
            approximate=self.approximate,
            trouble=trouble,
        )

    def touched(self) -> frozenset[int]:
        """Blocks that the layer of the present step changed or took away; none without a step."""
        steps = self.steps()
        if not self.step or isinstance(steps, EngineError) or self.step > len(steps.outcomes):
            return frozenset()
        outcome = steps.outcomes[self.step - 1]
        return frozenset((*outcome.changed, *outcome.gone))

    def typed_losses(self) -> list[tuple[int, Fate, str]]:
        """Typed text that is not whole in the view: block, fate, layer. What a person wrote is watched apart."""
        plan = self.plan()
        if plan is None:
            return []
        states = ((block, plan.state(block)) for block in self._typed() if block < plan.end)
        return [(block, state.fate, state.layer) for block, state in states if state.fate is not Fate.VERBATIM]

    def go(self, request: int) -> bool:
        """Look at another request, the nearest there is; False when that is the present one."""
        request = max(1, min(self.requests, request))
        moved, self.request = request != self.request, request
        return moved

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the view of the present request."""
        return () if isinstance(self.steps(), EngineError) else self.replay.problems(self.request)

    def choose(self, policy: Policy | None, origin: str = "") -> None:
        """Another policy. Starts a new history of knob changes."""
        self.origin = origin
        self._undo.clear()
        self._redo.clear()
        self.step = None
        self._adopt(policy)

    def turn(self, name: str, value: int) -> bool:
        """Set a knob, within its range; False when nothing changed. Raises `PolicyError` when the policy refuses."""
        knob = next((knob for knob in self.knobs if knob.name == name), None)
        if self.policy is None or knob is None:
            return False
        value = max(knob.min, min(knob.max, value))
        return value != knob.value and self._change(self.policy.with_knobs(**{name: value}))

    def reset(self, name: str = "") -> bool:
        """Put one knob (or all of them) back to the policy's default; False when nothing changed."""
        wanted = {knob.name: knob.default for knob in self.knobs if knob.changed and name in ("", knob.name)}
        return bool(self.policy and wanted) and self._change(self.policy.with_knobs(**wanted))  # type: ignore[union-attr]

    def undo(self) -> bool:
        """Take the last knob change back."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """Make a change again that was taken back."""
        return self._swap(self._redo, self._undo)

    def _change(self, policy: Policy) -> bool:
        if self.policy is not None:
            self._undo = [*self._undo[-UNDO:], self.policy]
        self._redo.clear()
        self._adopt(policy)
        return True

    def _swap(self, source: list[Policy], target: list[Policy]) -> bool:
        if not source or self.policy is None:
            return False
        target.append(self.policy)
        self._adopt(source.pop())
        return True

    def _adopt(self, policy: Policy | None) -> None:
        self.policy, self._replay, self._steps = policy, None, None
        self.revision += 1

    def _work_out(self) -> Steps | EngineError:
        try:
            return self.replay.steps(self.request)
        except EngineError as error:
            return error

    def _largest(self) -> int:
        """The size of the largest block: the scale of all bars. Worked out once per count."""
        blocks = self.replay.ledger.blocks
        if self._scale is None or self._scale[0] is not blocks:
            self._scale = (blocks, max(blocks, default=0))
        return self._scale[1]

    def _typed(self) -> list[int]:
        """Positions of the blocks of text that a person typed; worked out once."""
        if self._typed_blocks is None:
            first = self.transcript.structure.first
            self._typed_blocks = [
                first[position] + place
                for position, message in enumerate(self.transcript.messages)
                if message.role == "user" and message.author == "human"
                for place, block in enumerate(message.blocks)
                if block.kind == "text"
            ]
        return self._typed_blocks
