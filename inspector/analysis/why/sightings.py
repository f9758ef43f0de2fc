"""Every place of the record where a fact stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from inspector.analysis.why.facts import BadFact, Fact
from inspector.engine.effects import remember
from inspector.transcript import TranscriptChanged
from inspector.transcript.call_words import call_words
from inspector.transcript.model import Block, Transcript


class Occurrence(NamedTuple):
    """Characters `[start, stop)` of the words of a block (position from 0); of a message as a whole, all of a block."""

    block: int
    start: int
    stop: int


@dataclass(frozen=True, eq=False)
class Sightings:
    """All occurrences of a fact, by position. `fact` is the loose form where only that was found.

    `in_system`: a system prompt that the user supplied holds it; that is part of every view and of no message.
    """

    fact: Fact
    all: tuple[Occurrence, ...]
    in_system: bool = False

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        """The blocks that hold it, each once."""
        return tuple(dict.fromkeys(each.block for each in self.all))

    def __bool__(self) -> bool:
        return bool(self.all) or self.in_system


def said(block: Block) -> str:
    """What a block says in words: its text; of a call the tool's name and its arguments."""
    try:
        return call_words(block) if block.kind == "tool_use" else block.text
    except TranscriptChanged:
        return ""


def sightings(transcript: Transcript, fact: Fact) -> Sightings:
    """Where a fact stands; with other capitals or white space where nothing has it as it was given.

    Worked out once. Raises `BadFact` for a message or a block that does not exist.
    """
    return remember(transcript, ("sightings", fact), lambda: _found(transcript, fact))


def _found(transcript: Transcript, fact: Fact) -> Sightings:
    if fact.form == "message":
        return Sightings(fact, tuple(_of_message(transcript, fact.number)))
    if fact.form == "block":
        return Sightings(fact, (_of_block(transcript, fact.number),))
    found = _looked_for(transcript, fact)
    if found or fact.form == "pattern":
        return found
    loose = _looked_for(transcript, replace(fact, loose=True))
    return loose if loose else found


def _looked_for(transcript: Transcript, fact: Fact) -> Sightings:
    blocks = transcript.structure.blocks
    every = (Occurrence(at, *place) for at, block in enumerate(blocks) for place in fact.places(said(block)))
    return Sightings(fact, tuple(every), bool(transcript.system) and fact.stands_in(transcript.system))


def _of_message(transcript: Transcript, number: int) -> Iterator[Occurrence]:
    shape = transcript.structure
    if not 1 <= number <= len(transcript.messages):
        raise BadFact(f"message {number} does not exist: the transcript has {len(transcript.messages)}")
    for block in range(shape.first[number - 1], shape.first[number]):
        yield Occurrence(block, 0, len(shape.blocks[block].text))


def _of_block(transcript: Transcript, place: int) -> Occurrence:
    blocks = transcript.structure.blocks
    if not 0 <= place < len(blocks):
        raise BadFact("that block does not exist any more")
    return Occurrence(place, 0, len(blocks[place].text))
