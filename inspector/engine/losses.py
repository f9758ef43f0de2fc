"""What a person typed and a view no longer holds as it was typed: reported first and apart, everywhere (DESIGN §4, law 8)."""

from __future__ import annotations

from inspector.engine.effects import remember
from inspector.engine.plan import Plan
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


def typed_losses(plan: Plan) -> list[Gone]:
    """The typed texts that a view does not hold word for word, oldest first, with their fate and the layer that decided."""
    states = ((block, plan.state(block)) for block in typed_blocks(plan.ledger.transcript) if block < plan.end)
    return [Gone(block, state.fate, state.layer) for block, state in states if state.fate is not Fate.VERBATIM]
