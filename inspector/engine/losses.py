"""What a person typed and a view no longer holds as it was typed: reported first and apart, everywhere (DESIGN §4, law 8)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import overload
from weakref import WeakKeyDictionary

from inspector.engine.effects import remember
from inspector.engine.plan import Plan, Span
from inspector.engine.view import Fate, Gone
from inspector.transcript.model import Transcript


def typed_blocks(transcript: Transcript) -> list[int]:
    """Positions of the texts that a person typed; worked out once."""
    return remember(transcript, ("typed",), lambda: _typed(transcript))


def _typed(transcript: Transcript) -> list[int]:
    structure, messages = transcript.structure, transcript.messages
    return [
        block
        for position, message in enumerate(messages)
        if message.role == "user" and message.author == "human"
        for block in range(structure.first[position], structure.first[position + 1])
        if structure.blocks[block].kind == "text" and structure.blocks[block].text.strip()
    ]


class Losses(Sequence[Gone]):
    """The typed texts that a view does not hold word for word; the fate of each is looked up when it is asked for."""

    def __init__(self, plan: Plan, blocks: Sequence[int]) -> None:
        self.plan, self.blocks = plan, blocks

    @overload
    def __getitem__(self, at: int) -> Gone: ...
    @overload
    def __getitem__(self, at: slice) -> list[Gone]: ...
    def __getitem__(self, at: int | slice) -> Gone | list[Gone]:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(len(self)))]
        state = self.plan.state(self.blocks[at])
        return Gone(self.blocks[at], state.fate, state.layer)

    def __len__(self) -> int:
        return len(self.blocks)


_known: WeakKeyDictionary[Plan, list[int]] = WeakKeyDictionary()


def typed_losses(plan: Plan) -> Sequence[Gone]:
    """The typed texts that a view does not hold word for word, oldest first, with their fate and the layer that decided."""
    found = _known.get(plan)
    if found is None:
        found = _known[plan] = _lost(plan)
    return Losses(plan, found)


def _lost(plan: Plan) -> list[int]:
    """Positions of the typed texts that are gone or changed: all that no stretch holds, and few that one does."""
    typed, out = typed_blocks(plan.ledger.transcript), list[int]()
    at = 0
    for lo, hi, applied in (*plan.spans, Span(plan.end, plan.end)):
        first = bisect_left(typed, lo, at)
        out += typed[at:first]
        at = bisect_left(typed, hi, first)
        if applied or plan.overrides:
            out += [block for block in typed[first:at] if plan.state(block).fate is not Fate.VERBATIM]
    return out
