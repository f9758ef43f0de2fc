"""The messages of a view in their order, with what is gone compressed into ranges in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.engine.view import Fate, Gone, View, ViewMessage
from inspector.transcript.structure import Structure


class Stretch(NamedTuple):
    """Recorded messages `[first, stop)` (positions from 0) of which the view holds nothing."""

    first: int
    stop: int
    fate: Fate
    layer: str
    blocks: int


def in_order(view: View, structure: Structure) -> Iterator[ViewMessage | Stretch]:
    """Every message of the view, and between them, where they once stood, the stretches that are gone."""
    shown = {message.origin for message in view.messages}
    gone = _by_message(view, structure)
    position = 0
    for message in view.messages:
        place = message.origin if message.origin is not None else _place(message, structure)
        if place is not None and place > position:
            yield from _stretches(range(position, place), shown, gone)
            position = place
        if message.origin == position:
            position += 1
        yield message
    yield from _stretches(range(position, structure.histories[view.request - 1]), shown, gone)


def _place(message: ViewMessage, structure: Structure) -> int | None:
    """The recorded message before which a made-up one stands: a summary stands after all it stands for."""
    if message.made is None:
        return None
    at = message.made.at
    return structure.owner[at] if at < len(structure.owner) else len(structure.first) - 1


def _by_message(view: View, structure: Structure) -> dict[int, list[Gone]]:
    found: dict[int, list[Gone]] = {}
    for gone in view.gone:
        found.setdefault(structure.owner[gone.block], []).append(gone)
    return found


def _stretches(messages: range, shown: set[int | None], gone: dict[int, list[Gone]]) -> Iterator[Stretch]:
    """Neighbours with the same fate by the same layer as one. A message of which a block is left is no part of any."""
    current: Stretch | None = None
    for message in messages:
        lost = gone.get(message)
        if message in shown or not lost:
            continue
        one = Stretch(message, message + 1, lost[0].fate, lost[0].layer, len(lost))
        if current and (current.stop, current.fate, current.layer) == (one.first, one.fate, one.layer):
            current = current._replace(stop=one.stop, blocks=current.blocks + one.blocks)
            continue
        if current:
            yield current
        current = one
    if current:
        yield current
