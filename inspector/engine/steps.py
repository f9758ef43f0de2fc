"""One request, layer by layer: the plan that the layers received, what each did, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from inspector.engine.cut import measure
from inspector.engine.plan import Plan, Span
from inspector.engine.view import EngineError, Made, Problem
from inspector.policy.model import Dedupe, Drop, Operation, Summarise

ASKED = "the agent asked for it"
"""The gate of a summary that the agent itself asked for: no size decided."""
NOTHING = "nothing to do"
"""The note of a layer that was let to work and found nothing."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one layer did at one request (`LayerOutcome` of the view module); sizes and positions are worked out on demand.

    `index` is the layer's position in its policy (-1 for what no layer did), `gate` why it was allowed to work or not.
    """

    id: str
    do: str
    fired: bool
    gate: str
    plan_before: Plan
    plan_after: Plan
    index: int = -1
    note: str = ""

    @cached_property
    def reason(self) -> str:
        """The numbers that decided: the gate's, and the newest item's against its limit (`9221 >= 3000; 8067 > 1000`)."""
        return "; ".join(part for part in (self.gate, self.note or self._item()) if part)

    def _item(self) -> str:
        effects = self.plan_after.ledger.effects
        if self.fired and self.index >= 0 and self.index not in effects:
            return rule_in_words(self.plan_after.ledger.policy.layers[self.index].operation)
        if not self.fired or self.index not in effects:
            return ""
        over = effects[self.index].layer.over
        newest = self._newest_changed() if over is not None else None
        if over is None or newest is None:
            return ""
        ledger = self.plan_after.ledger
        return over.explain(measure(ledger.structure.blocks[newest].text, over.unit, ledger.counter))

    def _newest_changed(self) -> int | None:
        """The last block that this layer changed; cheap however many there are."""
        for span in reversed(self.plan_after.spans):
            if self.index in span.applied:
                found = self._changed_in(span._replace(applied=(self.index,)), newest_first=True)
                block = next(found, None)
                if block is not None:
                    return block
        return None

    @property
    def before(self) -> int:
        return self.plan_before.size

    @property
    def after(self) -> int:
        return self.plan_after.size

    @cached_property
    def changed(self) -> tuple[int, ...]:
        """Blocks that stay in another form, or that bear their message's envelope now."""
        if not self.fired:
            return ()
        formed = {b for span in self.plan_after.spans for b in self._changed_in(span)}
        before, after = self.plan_before.leads, self.plan_after.leads
        return tuple(sorted(formed | {b for b in after if after[b] != before.get(b)}))

    def _changed_in(self, span: Span, newest_first: bool = False) -> Iterator[int]:
        before, after = self.plan_before, self.plan_after
        for layer in span.applied:
            candidates = after.ledger.effects[layer].within(span.lo, span.hi)
            for block in reversed(candidates) if newest_first else candidates:
                if after.live(block) and _form(after, block) != _form(before, block):
                    yield block

    @cached_property
    def gone(self) -> tuple[int, ...]:
        """Blocks that left the view at this layer."""
        if not self.fired:
            return ()
        return tuple(b for b in self.plan_before.live_blocks() if not self.plan_after.live(b))

    @property
    def injected(self) -> int:
        """Size of what the layer put in: made-up messages, and notices as part of their changed blocks."""
        old = {id(made) for made in self.plan_before.made}
        return sum(made.size for made in self.plan_after.made if id(made) not in old)

    @property
    def removed(self) -> int:
        """Size of what the layer took out: after = before − removed + injected."""
        return self.before - self.after + self.injected


def rule_in_words(operation: Operation) -> str:
    """What an operation keeps, with its numbers: `first 1 and last 6 messages kept`."""
    if isinstance(operation, Dedupe):
        return f"only the {operation.keep} of each {operation.key} kept"
    if isinstance(operation, Drop | Summarise):
        keep = operation.keep
        parts = [f"first {keep.first}"] if keep.first else []
        parts += [f"last {keep.last}"] if keep.last else []
        kept = " and ".join(parts)
        unit = keep.unit.removesuffix("s") if keep.first + keep.last == 1 else keep.unit
        return f"{kept} {unit} kept" if kept else "nothing kept"
    return ""


def _form(plan: Plan, block: int) -> tuple[object, ...]:
    state = plan.state(block)
    return state.fate, state.layer, state.pieces


@dataclass(frozen=True, slots=True)
class CompactionState:
    """What a compaction remembers of itself for the next one; it survives user turns (seed 002)."""

    count: int = 0
    last_summary: str = ""
    recent_files: tuple[str, ...] = ()
    changed_files: tuple[str, ...] = ()
    request: int = field(default=0, compare=False)
    """The request at which it happened, within one replay: usage that was reported before is stale. 0: none did."""


@dataclass(frozen=True, eq=False)
class Steps:
    """A request from what its layers received to what is sent. `error` is set when the view was refused."""

    request: int
    before: Plan
    outcomes: tuple[Outcome, ...]
    state: CompactionState = CompactionState()
    error: EngineError | None = None
    problems: tuple[Problem, ...] = field(default_factory=tuple)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plan after each layer."""
        return tuple(outcome.plan_after for outcome in self.outcomes)

    @property
    def after(self) -> Plan:
        """What is sent; of a refused view, what would have been."""
        return self.outcomes[-1].plan_after if self.outcomes else self.before

    @property
    def fired(self) -> tuple[str, ...]:
        return tuple(outcome.id for outcome in self.outcomes if outcome.fired)

    @property
    def summaries(self) -> tuple[Made, ...]:
        """The summaries that the view holds."""
        return tuple(made for made in self.after.made if made.kind == "summary")
