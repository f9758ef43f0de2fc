"""Where a fact can still be got: places of the record that hold it, as pointers that resolve, and what they answer."""

from __future__ import annotations

from typing import NamedTuple

from inspector.analysis.why.sightings import Sightings
from inspector.engine.durable_part import Resolver
from inspector.transcript.artifacts import Artifacts
from inspector.transcript.model import Transcript
from inspector.transcript.pointers import PointerFault, pointer_to

MOST = 5
"""Places that are resolved: the first ones."""


class Place(NamedTuple):
    """A message (from 1) that holds the fact. `status` is what its pointer answers; "" where nobody resolved it.

    `full`: the file, of `bytes` bytes, in which the whole output lies of which the message has a part; "" where there is none.
    """

    message: int
    pointer: str
    status: str = ""
    reason: str = ""
    full: str = ""
    bytes: int = 0


def recoverable(
    transcript: Transcript, found: Sightings, resolver: Resolver | None = None, artifacts: Artifacts | None = None
) -> tuple[Place, ...]:
    """The first places of a fact, with what the resolver says of each, and the whole outputs that lie beside the record."""
    owner = transcript.structure.owner
    messages: dict[int, list[int]] = {}
    for block in found.blocks:
        messages.setdefault(owner[block] + 1, []).append(block)
    first = list(messages.items())[:MOST]
    return tuple(_with_full(transcript, _place(transcript, at, resolver), blocks, artifacts) for at, blocks in first)


def _with_full(transcript: Transcript, place: Place, blocks: list[int], artifacts: Artifacts | None) -> Place:
    found = (artifacts.for_block(transcript, block) for block in blocks) if artifacts is not None else ()
    whole = next((each for each in found if each is not None), None)
    return place if whole is None else place._replace(full=str(whole.path), bytes=whole.size)


def _place(transcript: Transcript, number: int, resolver: Resolver | None) -> Place:
    try:
        pointer = str(pointer_to(transcript, number - 1))
    except PointerFault as fault:
        return Place(number, "", "unsupported", fault.reason)
    if resolver is None:
        return Place(number, pointer)
    answer = resolver.resolve(pointer)
    return Place(number, pointer, answer.status, answer.reason)
