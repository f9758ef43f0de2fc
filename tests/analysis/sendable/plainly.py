"""The plain way, to check the quick one against: every view made whole, and thinking bound to what was really before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from inspector.analysis.sendable.breach import Breach, Provider
from inspector.analysis.sendable.plain import breaches
from inspector.engine import Replay
from inspector.engine.view import View, ViewMessage

Said = list[tuple[Any, ...]]


def said(messages: tuple[ViewMessage, ...]) -> Said:
    """What a provider would read, block by block: enough to tell two beginnings of a view apart."""
    return [
        (message.role, message.origin, block.kind, block.text, block.origin)
        for message in messages
        for block in message.blocks
    ]


def binding(replay: Replay, view: View) -> Callable[[int], bool]:
    """Whether all that stands before a message of a view is the whole view that its reply was made from."""
    histories = replay.transcript.structure.histories

    def bound(at: int) -> bool:
        origin = view.messages[at].origin
        if origin is None or origin not in histories:
            return True
        made_from = replay.view(histories.index(origin) + 1)
        return made_from.error is not None or said(made_from.messages) == said(view.messages[:at])

    return bound


def plainly(replay: Replay, request: int, provider: Provider | None = None) -> tuple[Breach, ...]:
    """The breaches of one view."""
    view = replay.view(request)
    return breaches(view, replay.transcript, provider, binding(replay, view))
