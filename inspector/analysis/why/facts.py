"""What is asked about: a text, a pattern, or a message or block that is followed through the requests."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from inspector.analysis.patterns import QueryError, TooSlow, compiled

Form = Literal["text", "pattern", "message", "block"]
LONGEST, MOST = 2_000, 1_000
"""Characters that a fact may have, and places of it that are looked for in one text."""
_PATTERN = re.compile(r"/(.+)/(i?)", re.S)
"""A path that does not end in a slash is none."""


class BadFact(ValueError):
    """Something that no fact can be made of; the text says what would do."""


@dataclass(frozen=True, slots=True)
class Fact:
    """`text` as it was given: the words themselves, `/regex/` with its flags, the number of a message (from 1), or the
    position of a block (from 0).

    `loose`: capitals and the kind of white space do not count. Only texts ever are.
    """

    text: str
    form: Form = "text"
    number: int = 0
    loose: bool = False

    @property
    def whole(self) -> bool:
        """Whether a message or a block is followed, whatever it says."""
        return self.form in ("message", "block")

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where it stands in a text, as `[start, stop)`, in order and apart; nowhere for what is followed whole."""
        if self.whole:
            return []
        if self.form == "pattern":
            return _of_pattern(self, text)
        return _loosely(self.text, text) if self.loose else _exactly(self.text, text)

    def stands_in(self, text: str) -> bool:
        """Whether a text holds it."""
        if self.form == "text" and not self.loose:
            return self.text in text
        return bool(self.places(text))


def text_fact(text: str) -> Fact:
    """What a person typed: `/…/` is a pattern, anything else the words as they stand. Raises `BadFact`."""
    if len(text) > LONGEST:
        raise BadFact(f"a fact has {LONGEST:,} characters at the most: this one has {len(text):,}")
    if not text.strip():
        raise BadFact("the text is empty: give words that stand in the session, or /a pattern/")
    found = _PATTERN.fullmatch(text)
    if found is None:
        return Fact(text)
    try:
        compiled(found[1], found[2])
    except QueryError as error:
        raise BadFact(str(error)) from None
    return Fact(text, "pattern")


def message_fact(number: int) -> Fact:
    """A whole message, by its number."""
    return Fact(f"message {number}", "message", number)


def block_fact(place: int, name: str) -> Fact:
    """A whole block, by its position; `name` is what people call it."""
    return Fact(f"block {name}", "block", place)


def _of_pattern(fact: Fact, text: str) -> list[tuple[int, int]]:
    found = _PATTERN.fullmatch(fact.text)
    assert found is not None
    try:
        return compiled(found[1], found[2]).all(text, MOST)
    except TooSlow:
        return []


def _exactly(wanted: str, text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    at = text.find(wanted)
    while at >= 0 and len(found) < MOST:
        found.append((at, at + len(wanted)))
        at = text.find(wanted, at + len(wanted))
    return found


def _loosely(wanted: str, text: str) -> list[tuple[int, int]]:
    form = re.compile(r"\s+".join(map(re.escape, wanted.split())), re.I)
    return [match.span() for match, _ in zip(form.finditer(text), range(MOST), strict=False)]
