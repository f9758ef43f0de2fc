"""What everything weighs under one policy: sizes of blocks, before and after local layers, summed in constant time."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from inspector.engine.effects import Effect, remember
from inspector.engine.units import units
from inspector.engine.view import BlockState, Fate
from inspector.meter import counter as find_counter
from inspector.meter import sizes as measure_sizes
from inspector.policy.model import Clear, Fold, Policy, Truncate
from inspector.transcript.model import Transcript

if TYPE_CHECKING:
    from inspector.engine.plan import Plan

Applied = tuple[int, ...]
"""Positions of the local layers that were applied to a stretch of blocks, in the order in which that happened."""


class Ledger:
    """Sizes of one transcript under one policy, in the policy's meter. Nothing here depends on a request.

    `beside` is the text of the durable state, which goes round every layer.
    """

    def __init__(self, transcript: Transcript, policy: Policy, beside: str = "") -> None:
        self.transcript, self.policy, self.beside = transcript, policy, beside
        self.structure = transcript.structure
        self.counter = find_counter(policy.meter.count)
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
        self._changes: dict[tuple[int, Applied], list[int]] = {}
        self._units: dict[bool, tuple[list[int], list[int]]] = {}
        self._prefixes: dict[Applied, Sequence[int]] = {(): self.prefix}

    @cached_property
    def durable(self) -> int:
        """Size of the durable state: part of what a request requires, never of the history."""
        return self.counter.text(self.beside) if self.beside else 0

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

    def size(self, lo: int, hi: int, applied: Applied) -> int:
        """Size of the blocks `[lo, hi)` with the layers applied."""
        prefix = self._prefixes.get(applied)
        if prefix is None:
            prefix = self._prefixes[applied] = self._prefix(applied)
        return prefix[hi] - prefix[lo]

    def _prefix(self, applied: Applied) -> list[int]:
        changed = array("q", self.blocks)
        for layer in applied:
            for block in self.effects[layer].candidates:
                changed[block] = self.state(block, applied).size
        return list(accumulate(changed, initial=0))

    def changes(self, layer: int, applied: Applied = ()) -> list[int]:
        """Positions of the blocks that a layer changes where `applied` came before it, in the whole transcript."""
        found = self._changes.get((layer, applied))
        if found is None:
            after = (*applied, layer)
            candidates = self.effects[layer].candidates
            found = [b for b in candidates if self.state(b, after) is not self.state(b, applied)]
            self._changes[layer, applied] = found
        return found

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
