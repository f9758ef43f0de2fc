"""Facts as people give them: typed, or a block of the session; how they are named, and how they are remembered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inspector.analysis.why.facts import LONGEST, BadFact, Fact, block_fact, message_fact, text_fact
from inspector.analysis.why.sightings import said
from inspector.terminal_text import clip
from inspector.transcript.model import Transcript

MOST = 9
"""Facts that stand beside each other: one for each key from 1 to 9."""
SHORTEST = 12
"""Characters from which the text of a block is looked for elsewhere, too; shorter ones (`yes`, `ok`) stand everywhere."""
_NUMBER = re.compile(r"\s*(?:message\s+|#)?([\d,]{1,12})\s*", re.I)
_QUOTED = re.compile(r'\s*(?:"(.+)"|“(.+)”)\s*', re.S)


def typed(text: str, messages: int) -> Fact:
    """What a person typed: the number of a message, `/a pattern/`, or the words as they stand. Raises `BadFact`.

    A number that no message has is words; in quotes everything is.
    """
    if found := _QUOTED.fullmatch(text):
        return Fact(text_fact(f" {found[1] or found[2]} ").text.strip())
    number = _NUMBER.fullmatch(text)
    if number and 1 <= int(number[1].replace(",", "") or 0) <= messages:
        return message_fact(int(number[1].replace(",", "")))
    return text_fact(text.strip() or text)


def understood(text: str, messages: int) -> str:
    """How that is understood, for the line below the field."""
    try:
        fact = typed(text, messages)
    except BadFact as error:
        return str(error) if text.strip() else ""
    if fact.form == "message":
        return f"message {fact.number:,}, followed whole; in quotes it is the text {fact.number}"
    return "a pattern" if fact.form == "pattern" else "these words, as they stand"


def of_block(transcript: Transcript, place: int) -> Fact:
    """A block as a fact: by its words, so that other places of them count; one that is long, or says little, by its place."""
    blocks = transcript.structure.blocks
    words = said(blocks[place])
    if len(words.strip()) >= SHORTEST and len(words) <= LONGEST:
        return Fact(words)
    return block_fact(place, transcript.structure.name(place))


def named(fact: Fact, room: int) -> str:
    """`“never touch migrations/”`, `/19\\d\\d mm/`, `message 7`, within a number of cells."""
    if fact.form == "text":
        return f"“{clip(' '.join(fact.text.split()), max(1, room - 2))}”"
    return clip(fact.text, room)


def kept(facts: Iterable[Fact]) -> tuple[str, ...]:
    """Facts as texts that can be remembered."""
    return tuple(f"{fact.form}:{fact.number if fact.whole else fact.text}" for fact in facts)[:MOST]


def recalled(texts: Iterable[str], transcript: Transcript) -> tuple[Fact, ...]:
    """The facts again; what is none any more is left out."""
    return tuple(dict.fromkeys(_recalled(texts, transcript)))[:MOST]


def _recalled(texts: Iterable[str], transcript: Transcript) -> Iterator[Fact]:
    for text in texts:
        form, _, rest = text.partition(":")
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 12 else -1
        if form == "message" and 1 <= number <= len(transcript.messages):
            yield message_fact(number)
        elif form == "block" and 0 <= number < len(transcript.structure.blocks):
            yield block_fact(number, transcript.structure.name(number))
        elif form == "text" and rest.strip() and len(rest) <= LONGEST:
            yield Fact(rest)
        elif form == "pattern":
            try:
                fact = text_fact(rest)
            except BadFact:
                continue
            if fact.form == "pattern":
                yield fact
