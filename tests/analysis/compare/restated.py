"""Totals and differences restated from materialised views alone: every view is made whole, read, and measured anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import inspector
from inspector.engine import Replay, View
from inspector.engine.api_form import content
from inspector.meter import counter, sizes


class Restated(NamedTuple):
    """`own` and `tokens` are the sizes of the views that are sent, by request."""

    own: dict[int, int]
    tokens: dict[int, int]
    refused: list[int]
    typed_lost: set[str]
    first_typed: int | None


def restated(replay: Replay) -> Restated:
    """One contender, told from its views."""
    own: dict[int, int] = {}
    tokens: dict[int, int] = {}
    refused: list[int] = []
    lost: set[str] = set()
    first = None
    for request in range(1, replay.requests + 1):
        view = replay.view(request)
        if view.error is not None:
            refused.append(request)
            continue
        own[request] = replay.ledger.base + sum(block.size for message in view.messages for block in message.blocks)
        tokens[request] = _tokens(view)
        away = _typed_away(replay, view, request)
        lost |= away
        first = request if away and first is None else first
    return Restated(own, tokens, refused, lost, first)


def _tokens(view: View) -> int:
    """What its messages weigh when they are loaded as a transcript of their own."""
    messages = [{"role": message.role, "content": content(message)} for message in view.messages]
    return sum(sizes(inspector.load_messages(messages), counter("o200k_base")).blocks)


def _typed_away(replay: Replay, view: View, request: int) -> set[str]:
    """The names of the texts that a person typed before a request and that no block of its view has word for word."""
    shape, messages = replay.transcript.structure, replay.transcript.messages
    out = set()
    for position in range(shape.histories[request - 1]):
        if messages[position].author != "human":
            continue
        for block in range(shape.first[position], shape.first[position + 1]):
            text = shape.blocks[block].text
            held = [each for message in view.messages for each in message.blocks if each.origin == (block,)]
            if shape.blocks[block].kind == "text" and text.strip() and [each.text for each in held] != [text]:
                out.add(shape.name(block))
    return out


def apart(replays: Sequence[Replay], request: int) -> set[int]:
    """The blocks of the history that the views hold with different texts, or that only some of them hold."""
    texts = []
    for replay in replays:
        view = replay.view(request)
        texts.append({each.origin[0]: each.text for m in view.messages for each in m.blocks if m.origin is not None})
    end = replays[0].transcript.structure.end(request)
    return {block for block in range(end) if len({text.get(block) for text in texts}) > 1}
