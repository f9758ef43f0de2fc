"""Other writings of a text that was asked for: with other capitals or white space, said before it, or typed by a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from inspector.analysis.why.sightings import Sightings, said
from inspector.engine.effects import remember
from inspector.transcript.model import Transcript

LONGEST = 80
"""Characters up to which another writing is looked for: nobody remembers the capitals of more."""


class Writing(NamedTuple):
    """Characters of a block (position from 0) that say the same in another writing; `pattern` finds all of them."""

    block: int
    text: str
    pattern: str


def other_writing(transcript: Transcript, found: Sightings) -> Writing | None:
    """The one that a person typed first, else the one that stands before the text itself; None where there is none such."""
    fact = found.fact
    if fact.form != "text" or fact.loose or not found or len(fact.text) > LONGEST or not fact.text.strip():
        return None
    return remember(transcript, ("other writing", fact), lambda: _first(transcript, found))


def _first(transcript: Transcript, found: Sightings) -> Writing | None:
    shape, messages = transcript.structure, transcript.messages
    first = found.blocks[0] if found.blocks else -1
    earlier: Writing | None = None
    for writing in _others(transcript, found):
        if messages[shape.owner[writing.block]].author == "human":
            return writing
        if earlier is None and writing.block < first:
            earlier = writing
    return earlier


def _others(transcript: Transcript, found: Sightings) -> Iterator[Writing]:
    """The first other writing of each block, in order."""
    loose = replace(found.fact, loose=True)
    longest = max(found.fact.text.split(), key=len).lower()
    for at, block in enumerate(transcript.structure.blocks):
        text = said(block)
        if longest not in text.lower():
            continue
        for start, stop in loose.places(text):
            if (written := text[start:stop]) != found.fact.text:
                yield Writing(at, written, _pattern(found.fact.text, written))
                break


def _pattern(text: str, other: str) -> str:
    """`/read only/i`: what finds both."""
    words = [re.escape(word) for word in text.split()]
    alike = [len(space) for space in re.findall(r"\s+", text)] == [len(space) for space in re.findall(r"\s+", other)]
    between = " " if alike and "\n" not in other and "\t" not in other else r"\s+"
    return f"/{between.join(words)}/i"
