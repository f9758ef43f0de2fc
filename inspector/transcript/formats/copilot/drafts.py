"""A message while the events of a conversation are gone through."""

from __future__ import annotations

from inspector.transcript.formats.copilot.events import NOTHING, Event
from inspector.transcript.make import make_message
from inspector.transcript.model import Author, Block, Json, Message, Role, Usage


class Draft:
    """A message of one event, or, with `more` blocks, of all events of one reply."""

    extra: Json = NOTHING
    id = ""
    model = ""
    typed = ""
    """What a person typed, without what the client wrapped around it."""
    interrupts = False
    doubt = ""
    usage: Usage | None = None
    more: list[Block] | None = None

    def __init__(self, event: Event, role: Role, author: Author) -> None:
        self.event, self.role, self.author, self.blocks = event, role, author, event.blocks


def finished(at: int, draft: Draft) -> Message:
    """The message of a draft."""
    event = draft.event
    return make_message(
        at,
        draft.role,
        (*draft.blocks, *draft.more) if draft.more else draft.blocks,
        False,
        draft.author,
        event.line,
        draft.id or event.id,
        event.timestamp,
        draft.model,
        draft.usage,
        draft.extra,
        draft.doubt,
        draft.interrupts,
    )
