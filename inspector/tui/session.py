"""What is open: a transcript, its policy, the request and layer that are looked at. No Textual here.

The only object of the app that changes. What is worked out from it is immutable and carries the revision it was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar, cast

from inspector.analysis.why.facts import Fact
from inspector.engine import Durable, Plan, Replay, Steps
from inspector.engine.budgets import Budgets, budgets
from inspector.engine.ledger import Ledger
from inspector.engine.losses import typed_losses
from inspector.engine.recorded import RECORDED as AS_RECORDED
from inspector.engine.recorded import is_record
from inspector.engine.summariser import Summariser
from inspector.engine.view import EngineError, Gone, Problem
from inspector.policy import rearranged, rebased, remetered, turned, with_meter, with_turned
from inspector.policy.model import Budget, Knob, Policy
from inspector.transcript.model import Transcript
from inspector.tui import replays
from inspector.tui.holding import Holding
from inspector.tui.picture import Picture
from inspector.tui.seen import Seen, look
from inspector.tui.side import record_side, view_side
from inspector.tui.writers import author, writer

RECORDED = "recorded"
UNDO = 200
"""Knob changes that can be undone."""
INLINE = 20_000
"""Blocks from which a view is worked out in a thread until it has proved to be quick."""
PATIENCE = 0.09
"""Seconds of work that a key press may cost for a view; a thread would take longer to answer, for all the switching."""
Kept = TypeVar("Kept")


class Session(Holding):
    """One open transcript and all that a person can change about how it is seen."""

    def __init__(self, transcript: Transcript, policy: Policy | None, origin: str = "") -> None:
        super().__init__()
        self.transcript = transcript
        self.policy = policy
        self.record: Policy = AS_RECORDED
        """The recorded view, by the meter that was chosen for it."""
        self.model = ""
        """The model whose budget counts at every request; "": each request's own."""
        self.spec = ""
        """Who was chosen to write summaries; "": whom the policy names, else the extractive one."""
        self.open_summaries = 0
        """How many of them are not made yet, as far as is known."""
        self.origin = origin
        """Why this policy was taken when nobody chose it."""
        self.durable: Durable | None = None
        """What goes round the layers into every request."""
        self.facts: tuple[Fact, ...] = ()
        """What a person typed in the why room, the newest first: it is asked about in the other rooms, too."""
        self.looked: Fact | None = None
        """What was pointed at last in order to be asked about; the next one takes its place."""
        self.compared_with: frozenset[str] | set[str] = frozenset()
        """The presets that stand in the comparison."""
        self.request = transcript.structure.requests
        self.step: int | None = None
        """0: before the layers, n: after layer n, None: after all of them."""
        self.revision = 0
        self._replay: Replay | None = None
        self._budgets: tuple[int, Budgets] | None = None
        """Which budget counts at which request, and the revision it was told for."""
        self._seen: Seen | None = None
        self.slow = len(transcript.structure.blocks) > INLINE
        """The views of this session take too long to be worked out between two keys; judged anew by every one."""
        self._counted: dict[str, tuple[Sequence[int], object]] = {}
        self._turning = ""
        """The knob that was turned last, when nothing else was done since."""
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
    def replayed(self) -> Policy:
        """What replays are made of: the policy, or the recorded view by its meter."""
        return self.policy or self.record

    @property
    def remetered(self) -> bool:
        """Another meter was chosen than the policy names, or than the recorded view begins with."""
        return remetered(self.policy) if self.policy is not None else self.record != AS_RECORDED

    @property
    def modified(self) -> bool:
        """A knob differs from the policy's own default, a layer or the meter is not as the policy has it."""
        policy = self.policy
        if policy is None:
            return False
        return any(knob.changed for knob in self.knobs) or rearranged(policy) or remetered(policy)

    @property
    def author(self) -> str:
        """Who writes summaries."""
        return author(self.spec, self.policy)

    @property
    def summariser(self) -> Summariser:
        """Whoever writes them, for one replay."""
        return writer(self.author, self.transcript, self.policy)

    @property
    def knobs(self) -> tuple[Knob, ...]:
        """The policy's knobs; one that nobody turned has the value that counts for the present request's model."""
        policy = self.policy
        if policy is None or not policy.models or not self.requests:
            return policy.knobs if policy else ()
        if self._budgets is None or self._budgets[0] != self.revision:
            self._budgets = self.revision, budgets(self.transcript, policy)
        here = self._budgets[1].at(self.request).values
        return tuple(k if k.changed else replace(k, default=here[k.name], value=here[k.name]) for k in policy.knobs)

    @property
    def budget(self) -> Budget | None:
        """The policy's budget at the present request: that of the chosen model, else of the request's own."""
        return self.replay.policy_at(self.request).budget if self.requests else self.replay.policy.budget

    @property
    def unit(self) -> str:
        """The unit that sizes are given in."""
        return self.replay.policy.meter.unit

    @property
    def meter(self) -> str:
        """The name of the counter that sizes are measured with."""
        return self.replay.policy.meter.count

    @property
    def replay(self) -> Replay:
        """The replay under the present policy: a quick one until a better one is taken over."""
        if self._replay is None:
            self._replay = replays.quick(self.transcript, self.replayed, self.summariser, self.durable)
        return self._replay

    @property
    def approximate(self) -> bool:
        """Sizes are estimates: the transcript is not counted yet in the policy's meter."""
        return self.replay.policy.meter != self.replayed.meter

    @property
    def final(self) -> bool:
        """Whether the present replay has exact counts and whole summaries."""
        whole = self.replay.whole or not replays.summarises(self.policy)
        return whole and not self.approximate

    def take(self, replay: Replay, revision: int) -> bool:
        """Use a replay with better numbers (final summaries, exact counts); False when it answers an older question."""
        if revision != self.revision:
            return False
        self._replay = replay
        return True

    @property
    def pending(self) -> bool:
        """The present view is not worked out yet, and would take too long to be made between two keys."""
        return self.slow and not (self._is_present(self._seen) and self.knows_beside(self.request))

    def seen(self) -> Seen:
        """The view of the present request; worked out when it is not."""
        if self._seen is None or not self._is_present(self._seen):
            self.give(look(self.replay, self.request))
        assert self._seen is not None
        return self._seen

    def give(self, seen: Seen) -> bool:
        """Take over a view that was worked out; False when it answers an older question."""
        if not self._is_present(seen):
            return False
        self._seen, self.slow = seen, max(seen.seconds, self.seconds_beside) > PATIENCE
        return True

    def steps(self) -> Steps | EngineError:
        """The present view, layer by layer; the error where the policy itself forbids to make it."""
        return self.seen().steps

    def layer_count(self) -> int:
        """How many layers the present request went through."""
        return len(self.seen().outcomes)

    def plan(self) -> Plan | None:
        """The view of the present request at the present step; None when it cannot be made."""
        return self.seen().plan(self.step)

    def picture(self, seen: Seen | None = None) -> Picture:
        """What the panes are to show: the present view, or one that is on its way there."""
        if seen is None:
            seen = self.seen()
            self.beside(self.request)
        largest = self.per_count("largest", lambda ledger: max(ledger.blocks, default=0))
        held = self.side_of_a(seen.request, self.step)
        if held is not None:
            right = view_side(seen, self.step, largest, self.approximate, f"B {self.title}")
            return Picture(seen.request, held, right, seen.touched(self.step))
        right = view_side(seen, self.step, largest, self.approximate)
        if self.step and self.step <= len(seen.outcomes):
            layer = seen.outcomes[self.step - 1].id
            left = view_side(seen, self.step - 1, largest, self.approximate, when=f" before {layer}")
            return Picture(seen.request, left, right, seen.touched(self.step), layer)
        left = record_side(seen.replay.ledger, seen.request, largest, self.approximate)
        return Picture(seen.request, left, right)

    def typed_losses(self) -> Sequence[Gone]:
        """Typed text that is not whole in the view, at the present step. What a person wrote is watched apart."""
        plan = self.plan()
        return [] if plan is None else typed_losses(plan)

    def go(self, request: int) -> bool:
        """Look at another request, the nearest there is; False when that is the present one."""
        request = max(1, min(self.requests, request))
        moved, self.request, self._turning = request != self.request, request, ""
        return moved

    def step_back(self) -> bool:
        """Give a view up that takes too long: back to the request (and the policy) that was seen last; False: nothing was."""
        seen = self._seen
        if seen is None:
            return False
        if seen.replay is not self._replay:
            self.undo()
        return self.go(seen.request) or seen.replay is not self._replay

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the view of the present request."""
        return () if isinstance(self.steps(), EngineError) else self.replay.problems(self.request)

    def has(self, policy: Policy | None) -> bool:
        """Whether that is the present policy, whatever its knobs are turned to and its layers put to."""
        if policy is None or self.policy is None:
            return policy is self.policy
        mine, now = turned(self.policy), replace(self.policy, model=policy.model)
        return with_turned(policy, mine).policy == now if mine else policy == now

    def choose(self, policy: Policy | None, origin: str = "") -> None:
        """Another policy: one change, that can be taken back with all that was turned before it."""
        self._change(_at(policy, self.model))
        self.origin, self.step = origin, None

    def choose_model(self, model: str) -> bool:
        """Have the budget of one model at every request, "" each request's own; False when the views stay as they are."""
        self.model = model
        policy = _at(self.policy, model)
        return policy != self.policy and self._change(policy)

    def measure(self, count: str) -> bool:
        """Measure by another counter, in one change; False when it is the present one. Raises `PolicyError`."""
        measured = with_meter(self.replayed, count)
        if self.policy is not None:
            return self.arrange(measured)
        return measured != self.record and self._change(measured)

    def begin_by(self, count: str) -> None:
        """Show the recorded view by a counter, as it was left: nothing that could be undone. Raises `PolicyError`."""
        self._adopt(with_meter(self.record, count))

    def carry(self, durable: Durable | None) -> None:
        """Another durable state."""
        if durable is not self.durable:
            self.durable = durable
            self._adopt(self.replayed)

    def summarise_by(self, spec: str) -> bool:
        """Have others write the summaries; False when they do already."""
        if spec == self.author:
            self.spec = spec
            return False
        self.spec = spec
        self._adopt(self.replayed)
        return True

    def renew(self) -> None:
        """The same, worked out anew: an answer that was open is there."""
        self._adopt(self.replayed)

    def turn(self, name: str, value: int) -> bool:
        """Set a knob, within its range; False when nothing changed. Raises `PolicyError` when the policy refuses."""
        knob = next((knob for knob in self.knobs if knob.name == name), None)
        if self.policy is None or knob is None:
            return False
        value = max(knob.min, min(knob.max, value))
        return value != knob.value and self._change(self.policy.with_knobs(**{name: value}), name)

    def reset(self, name: str = "") -> bool:
        """Put one knob (or all of them) back to the policy's default; False when nothing changed."""
        wanted = {knob.name: knob.default for knob in self.knobs if knob.changed and name in ("", knob.name)}
        return bool(self.policy and wanted) and self._change(self.policy.with_knobs(**wanted))  # type: ignore[union-attr]

    def arrange(self, policy: Policy, turning: str = "") -> bool:
        """Take the same policy with its layers rearranged over; a chosen layer stays chosen. False: nothing changed.

        Changes of the same `turning` in a row are one, like the steps of a knob.
        """
        now = self.policy
        if now is None or policy == now:
            return False
        ahead = len(self._seen.outcomes) - len(now.layers) if self._seen is not None else 0
        at = self.step - 1 - ahead if self.step is not None else -1
        if self.step is not None and 0 <= at < len(now.layers):
            ids = [layer.id for layer in policy.layers]
            self.step = ids.index(now.layers[at].id) + 1 + ahead if now.layers[at].id in ids else None
        return self._change(policy, turning)

    def reload(self, policy: Policy) -> bool:
        """Take another edition of the present policy over; False when it says the same in other words."""
        if policy == self.policy:
            self._undo, self._redo = (rebased(each, self.replayed, policy) for each in (self._undo, self._redo))
            self.policy = policy
            return False
        return self.arrange(policy)

    def undo(self) -> bool:
        """Take the last change of a knob, a layer or the policy back."""
        return self._swap(self._undo, self._redo)

    def redo(self) -> bool:
        """Make a change again that was taken back."""
        return self._swap(self._redo, self._undo)

    def grow(self, transcript: Transcript, replay: Replay | None = None, seen: Seen | None = None) -> None:
        """The transcript is a newer one of the same file. Policy, knobs, undo and step stay; the last request stays the last.

        `replay` and `seen` are of the present policy; None: they are worked out when they are asked for.
        """
        last = self.request >= self.requests
        self.transcript = transcript
        self.request = self.requests if last else min(self.request, self.requests)
        self._adopt(self.replayed)
        self._replay, self._seen = replay, None
        if seen is not None:
            self.give(seen)

    def _change(self, policy: Policy | None, knob: str = "") -> bool:
        """Take another policy over. Steps of one knob in a row are one change; none, when they end where they began."""
        if not knob or knob != self._turning:
            self._undo = [*self._undo[-UNDO:], self.replayed]
        self._redo.clear()
        self._turning = knob
        if knob and self._undo and self._undo[-1] == policy:
            self._undo.pop()  # turned to and fro: there is nothing to take back
            self._turning = ""
        self._adopt(policy)
        return True

    def _swap(self, source: list[Policy], target: list[Policy]) -> bool:
        if not source:
            return False
        title = self.title
        target.append(self.replayed)
        self._turning = ""
        self._adopt(source.pop())
        if self.title != title:
            self.origin, self.step = "", None
        return True

    def _adopt(self, policy: Policy | None) -> None:
        if policy is not None and is_record(policy):
            self.record, policy = policy, None
        self.policy, self._replay, self.open_summaries = policy, None, 0
        self.revision += 1

    def _is_present(self, seen: Seen | None) -> bool:
        return seen is not None and seen.replay is self._replay and seen.request == self.request

    def per_count(self, name: str, make: Callable[[Ledger], Kept]) -> Kept:
        """Something that depends on the sizes of the transcript's blocks alone, made once for each way of counting."""
        ledger = self.replay.ledger
        found = self._counted.get(name)
        if found is None or found[0] is not ledger.blocks:
            found = self._counted[name] = (ledger.blocks, make(ledger))
        return cast("Kept", found[1])


def _at(policy: Policy | None, model: str) -> Policy | None:
    """The policy with the budget of a chosen model, where it has budgets by model."""
    return replace(policy, model=model) if policy is not None and policy.models else policy
