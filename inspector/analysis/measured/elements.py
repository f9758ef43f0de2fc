"""What one block of a view comes to when it is sent: two blocks with the same element are the same bytes."""

from __future__ import annotations

from typing import Any, NamedTuple

from inspector.engine.api_form import WORDS, block_api
from inspector.engine.materialise import view_block
from inspector.engine.plan import Plan
from inspector.engine.view import Made
from inspector.transcript.model import Block, Message


class Element(NamedTuple):
    """A block as it is sent. `opens`: it is the first of its message in the view; `bare`: its text is the whole content."""

    opens: bool
    role: str
    bare: bool
    content: Any


def of_made(made: Made) -> Element:
    """A message that a layer made up: one string."""
    return Element(True, made.role, True, made.text)


def of_block(plan: Plan, block: int, opens: bool) -> Element:
    """A block of the transcript as the view holds it."""
    structure = plan.ledger.structure
    message, source = plan.ledger.transcript.messages[structure.owner[block]], structure.blocks[block]
    shown = view_block(plan, block)
    if is_bare(message, source):
        return Element(opens, message.role, True, shown.text)
    return Element(opens, message.role, False, block_api(shown))


def is_bare(message: Message, block: Block) -> bool:
    """Whether the text of the block is the content of its message, without a list around it (`api_form.content`)."""
    return message.plain and len(message.blocks) == 1 and block.kind in WORDS
