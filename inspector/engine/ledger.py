"""What everything weighs under one policy: sizes of blocks, before and after local layers, summed in constant time."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from typing import TYPE_CHECKING

from inspector.engine.effects import Effect, remember
from inspector.engine.units import units
from inspector.engine.view import BlockState, Fate
from inspector.meter import counter_of
from inspector.meter import sizes as measure_sizes
from inspector.policy.model import Budget, Clear, Fold, Policy, Truncate
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from inspector.engine.by_usage import ByUsage
    from inspector.engine.plan import Plan

_SINGLE = 64
"""Blocks up to which a stretch is summed block by block, and how often."""

Applied = tuple[int, ...]
"""Positions of the local layers that were applied to a stretch of blocks, in the order in which that happened."""


class Ledger:
    """Sizes of one transcript under one policy, in the policy's meter. Nothing here depends on a request.

    `beside` is the text of the durable state, which goes round every layer; `focus` what summaries keep in mind where the
    agent itself did not say.
    """

    def __init__(self, transcript: Transcript, policy: Policy, beside: str = "", focus: str = "") -> None:
        self.transcript, self.policy, self.beside, self.focus = transcript, policy, beside, focus
        self.structure = transcript.structure
        self.counter = counter_of(policy.meter.count, transcript)
        self.effects = {
            i: Effect(transcript, self.counter, layer)
            for i, layer in enumerate(policy.layers)
            if isinstance(layer.operation, Truncate | Clear | Fold)
        }
        self.blocks = self._counted()
        self.prefix = remember(transcript, ("prefix", self.key), lambda: list(accumulate(self.blocks, initial=0)))
        self.supplied = (
            self.counter.made("system", transcript.system) if transcript.system and policy.meter.system else 0
        )
        """Size of a system prompt that the user supplied; it weighs nothing where the meter leaves system messages out."""
        self.base = self.counter.base
        self.recorded: dict[int, Plan] = {}
        """The recorded view right after each compaction of the agent, by how many there were."""
        self.has_envelopes = self.counter.name == "json-chars"
        """Whether the meter counts a message's own envelope (else `envelope` is 0 for every block)."""
        self._states: dict[Applied, dict[int, BlockState]] = {}
        self._changes: dict[tuple[int, Applied], Sequence[int]] = {}
        self._units: dict[bool, tuple[list[int], list[int]]] = {}
        self._prefixes: dict[Applied, Sequence[int]] = {(): self.prefix}
        self._by_usage: dict[Budget | None, ByUsage] = {}
        self._single: dict[Applied, int] = {}
        """How many stretches with layers applied were summed block by block."""

    @cached_property
    def durable(self) -> int:
        """Size of the durable state: part of what a request requires, never of the history."""
        return self.counter.text(self.beside) if self.beside else 0

    @cached_property
    def by_usage(self) -> ByUsage:
        """What the provider counted, for the policy's gates that compare it."""
        from inspector.engine.by_usage import ByUsage

        return ByUsage(self, self.policy)

    def usage_under(self, policy: Policy) -> ByUsage:
        """The same under a policy with another budget."""
        from inspector.engine.by_usage import ByUsage

        if policy.budget == self.policy.budget:
            return self.by_usage
        found = self._by_usage.get(policy.budget)
        if found is None:
            found = self._by_usage[policy.budget] = ByUsage(self, policy)
        return found

    @property
    def key(self) -> tuple[str, bool]:
        """What the recorded sizes depend on."""
        return (self.counter.name, self.policy.meter.system)

    def _counted(self) -> array[int]:
        """Sizes of the blocks as recorded; system messages weigh nothing where the policy's meter leaves them out."""
        whole = measure_sizes(self.transcript, self.counter).blocks
        if self.policy.meter.system or not self.structure.system:
            return whole
        return remember(self.transcript, ("counted", self.key), lambda: self._without_system(whole))

    def _without_system(self, whole: array[int]) -> array[int]:
        counted = array("q", whole)
        for message in self.structure.system:
            for block in range(self.structure.first[message], self.structure.first[message + 1]):
                counted[block] = 0
        return counted

    def state(self, block: int, applied: Applied) -> BlockState:
        """What the applied layers make of a block; the same object as long as nothing changes it."""
        states = self._states.get(applied)
        if states is None:
            states = self._states[applied] = {}
        found = states.get(block)
        if found is None:
            if applied:
                found = self.effects[applied[-1]].on(block, self.state(block, applied[:-1]))
            else:
                found = BlockState(Fate.VERBATIM, "", self.blocks[block])
            states[block] = found
        return found

    def untouched(self, block: int, applied: Applied) -> bool:
        """Whether a block is of none of the applied layers' business."""
        return not any(block in self.effects[layer].is_candidate for layer in applied)

    def size(self, lo: int, hi: int, applied: Applied) -> int:
        """Size of the blocks `[lo, hi)` with the layers applied."""
        prefix = self._prefixes.get(applied)
        if prefix is None:
            few = self._few(lo, hi, applied)
            if few is not None:
                blocks = self.blocks
                return self.prefix[hi] - self.prefix[lo] + sum(self.state(b, applied).size - blocks[b] for b in few)
            prefix = self._prefixes[applied] = self.summed(applied)
        return prefix[hi] - prefix[lo]

    def _few(self, lo: int, hi: int, applied: Applied) -> set[int] | None:
        """The blocks that the layers may change in a stretch, where that is quicker than running sums over all blocks."""
        asked = self._single[applied] = self._single.get(applied, 0) + 1
        if asked > _SINGLE:
            return None
        found: set[int] = set()
        for layer in applied:
            candidates = self.effects[layer].candidates
            first, stop = bisect_left(candidates, lo), bisect_left(candidates, hi)
            if stop - first > _SINGLE:
                return None
            found.update(candidates[first:stop])
        return found

    def settings(self, applied: Applied) -> Hashable:
        """What the states under applied layers depend on, whatever the rest of the policy says."""
        return (self.key, *(self.effects[layer].key for layer in applied))

    def summed(self, applied: Applied) -> Sequence[int]:
        """Running sums of the sizes of all blocks with the layers applied."""
        return remember(self.transcript, ("summed", self.settings(applied)), lambda: self._summed(applied))

    def _summed(self, applied: Applied) -> Sequence[int]:
        changed = array("q", self.blocks)
        for layer in applied:
            for block, state in self.effects[layer].changed():
                changed[block] = state.size
        for block in self.shared(applied):
            changed[block] = self.state(block, applied).size
        return array("q", accumulate(changed, initial=0))

    def shared(self, applied: Applied) -> set[int]:
        """Blocks that more than one of the layers may change."""
        found: set[int] = set()
        for one, other in combinations(applied, 2):
            found |= self.effects[one].is_candidate & self.effects[other].is_candidate
        return found

    def changes(self, layer: int, applied: Applied = ()) -> Sequence[int]:
        """Positions of the blocks that a layer changes where `applied` came before it, in the whole transcript."""
        found = self._changes.get((layer, applied))
        if found is None:
            key = ("changes", self.settings((*applied, layer)))
            found = remember(self.transcript, key, lambda: self._changed(layer, applied))
            self._changes[layer, applied] = found
        return found

    def _changed(self, layer: int, applied: Applied) -> Sequence[int]:
        if not applied:
            return array("q", [block for block, _ in self.effects[layer].changed()])
        alone, after = self.changes(layer), (*applied, layer)
        shared = self.effects[layer].is_candidate.intersection(self._of_any(applied))
        if not shared:
            return alone
        both = [b for b in shared if self.state(b, after) is not self.state(b, applied)]
        return array("q", sorted([*both, *(b for b in alone if b not in shared)]))

    def _of_any(self, applied: Applied) -> frozenset[int]:
        """The candidates of any of the layers."""
        return frozenset().union(*(self.effects[layer].is_candidate for layer in applied))

    def units(self, apart: bool) -> tuple[list[int], list[int]]:
        """Where each countable message begins and ends."""
        if apart not in self._units:
            self._units[apart] = units(self.transcript, apart)
        return self._units[apart]

    def envelope(self, block: int) -> int:
        """What the first block of a message weighs more than another: the message's own envelope, where the meter counts it."""
        message = self.transcript.messages[self.structure.owner[block]]
        if message.role in ("system", "developer") and not self.policy.meter.system:
            return 0
        source = self.structure.blocks[block]
        return self.counter.block(source, message, True) - self.counter.block(source, message, False)

    def touches(self, layer: int, lo: int, hi: int, applied: Applied) -> bool:
        """Whether applying a layer to `[lo, hi)` changes any block there."""
        candidates = self.effects[layer].candidates
        after = (*applied, layer)
        for at in range(bisect_left(candidates, lo), len(candidates)):
            block = candidates[at]
            if block >= hi:
                return False
            if self.state(block, after) is not self.state(block, applied):
                return True
        return False
