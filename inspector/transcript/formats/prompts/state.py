"""Where a conversation stands after a request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspector.transcript.formats.prompts.pool import Request


class Asked(NamedTuple):
    """A request, and how many messages the conversation had when it was made, the new ones of its prompt among them."""

    request: Request
    history: int
    doubt: str = ""
    start: int = 0
    """How many messages there were before it."""


class State(NamedTuple):
    """What the next request is compared with.

    `view` and `prompt` are the last prompt, as positions and as numbers of the pool; `reply` the position of its reply.
    Of so many `messages` and so many `compactions` the conversation consists. The recorded view is `base`, then all
    messages from `rest` on; `notices` are the texts that stand for results.
    """

    view: Sequence[int] = ()
    prompt: tuple[int, ...] = ()
    reply: int | None = None
    messages: int = 0
    compactions: int = 0
    base: tuple[int, ...] = ()
    rest: int = 0
    notices: Mapping[str, str] = {}
    edits: tuple[int, int] = (0, 0)
    """Results that the provider said it had cleared, and tokens."""
