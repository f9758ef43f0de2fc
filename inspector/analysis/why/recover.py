"""Where a fact can still be got: places of the record that hold it, as pointers that resolve, and what they answer."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.why.sightings import Sightings
from inspector.engine.durable_part import Resolver
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import PointerFault, pointer_to

MOST = 5
"""Places that are resolved: the first ones."""


class Place(NamedTuple):
    """A message (from 1) that holds the fact. `status` is what its pointer answers; "" where nobody resolved it."""

    message: int
    pointer: str
    status: str = ""
    reason: str = ""


def recoverable(transcript: Transcript, found: Sightings, resolver: Resolver | None = None) -> tuple[Place, ...]:
    """The first places of a fact, with what the resolver says of each."""
    owner = transcript.structure.owner
    messages = list(dict.fromkeys(owner[block] + 1 for block in found.blocks))[:MOST]
    return tuple(_place(transcript, number, resolver) for number in messages)


def _place(transcript: Transcript, number: int, resolver: Resolver | None) -> Place:
    try:
        pointer = str(pointer_to(transcript, number - 1))
    except PointerFault as fault:
        return Place(number, "", "unsupported", fault.reason)
    if resolver is None:
        return Place(number, pointer)
    answer = resolver.resolve(pointer)
    return Place(number, pointer, answer.status, answer.reason)
