"""What the steps of a session tell of prices: how much of each kind joined the prompt, and by how many tokens it grew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from inspector.meter.provider.kinds import HIDDEN, NOTHING, SEALED, SIZES, THOUGHT, Amounts, amount, plus
from inspector.meter.provider.left_out import is_said
from inspector.meter.provider.stretches import Stretch
from inspector.meter.provider.texts import Texts
from inspector.transcript.model import Transcript

_THINKING = frozenset({THOUGHT, SEALED, HIDDEN})


class Observation(NamedTuple):
    """One step. `stays`: what joined the prompt where thinking stays in it; `leaves`: where that of earlier turns leaves as a
    person speaks. `media`: tokens of pictures; `grown`: by how much the reported prompt grew, pictures included.

    `partly`: something came that is not recorded, so that the growth says nothing of prices.
    Hidden thinking whose length was reported is no block of unknown length: the tokens are its size.
    """

    stays: Amounts
    leaves: Amounts
    media: int
    grown: int
    partly: bool = False


def observations(transcript: Transcript, ground: Texts, run: Stretch, known: int | None = None) -> list[Observation]:
    """One for each request of a stretch but its first. `known`: usage is believed of messages (positions) below that alone."""
    thought = {one.history: one.reasoning for one in run.requests if known is None or one.history < known}
    return list(_walk(Reader(transcript, ground, thought), run))


def newest(transcript: Transcript, ground: Texts, runs: Sequence[Stretch], most: int) -> list[Observation]:
    """So many of the newest observations, in their order; a stretch is cut where its older ones are too many."""
    found: list[Observation] = []
    for run in reversed(runs):
        if len(found) >= most:
            break
        cut = run.requests[-(most - len(found) + 1) :]
        found[:0] = observations(transcript, ground, replace(run, requests=cut))
    return found


class Reader:
    """Reads amounts of messages."""

    def __init__(self, transcript: Transcript, ground: Texts, thought: Mapping[int, int]) -> None:
        self.transcript, self.ground, self.thought = transcript, ground, thought
        structure = transcript.structure
        self.answered = {structure.blocks[at].tool_id for at in structure.results}

    def of(self, at: int) -> tuple[Amounts, Amounts]:
        """Words and thinking of a message; nothing of a reply that was broken off with its calls: it is not sent again."""
        blocks = self.transcript.messages[at].blocks
        calls = [block.tool_id for block in blocks if block.kind == "tool_use"]
        words, thinking = list(NOTHING), list(NOTHING)
        if calls and not any(each in self.answered for each in calls):
            return NOTHING, NOTHING
        for place, block in enumerate(blocks, self.ground.first[at]):
            kind, size = amount(block, self.ground.text[place])
            into = thinking if kind in _THINKING else words
            into[kind] += size
            into[SIZES + kind] += 1
        if thinking[SIZES + HIDDEN] and (told := self.thought.get(at)):
            thinking[HIDDEN], thinking[SIZES + HIDDEN] = told, 0
        return tuple(words), tuple(thinking)


def _walk(reader: Reader, run: Stretch) -> Iterator[Observation]:
    waiting = NOTHING  # thinking in the prompt since a person spoke
    for here, there in pairwise(run.requests):
        words = thinking = before = NOTHING
        said = False
        for at in range(here.history, there.history):
            if at > here.history and is_said(reader.transcript.messages[at]):
                said, before = True, thinking
            its = reader.of(at)
            words, thinking = plus(words, its[0]), plus(thinking, its[1])
        stays = plus(words, thinking)
        gone = plus(waiting, before) if said else NOTHING
        media, partly = (of(here.history, there.history) for of in (reader.ground.pictures, reader.ground.unrecorded))
        yield Observation(stays, plus(stays, gone, -1.0), media, there.prompt - here.prompt, bool(partly))
        waiting = plus(thinking, before, -1.0) if said else plus(waiting, thinking)


def joined(seen: Sequence[Observation], leaves: bool) -> list[Amounts]:
    """What joined the prompt in each step."""
    return [one.leaves if leaves else one.stays for one in seen]
