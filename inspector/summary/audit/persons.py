"""What a person really said: every typed message with its words, and what each assent may refer to."""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.summary.audit.claims import sentences
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.source import Source

_ASSENT = re.compile(
    r"\b(?:yes|yep|yeah|yup|ok|okay|sure|go ahead|go for it|do it|do that|do so|agreed?|makes sense"
    r"|sounds? (?:good|right|fine)"
    r"|fine|good|great|perfect|approved?|accept(?:ed)?|confirmed?|correct|right|exactly|please do|proceed"
    r"|continue|lgtm|ship it"
    r"|take|let's|works for me|no objections?|you may|you can|allowed)\b"
    r"|好|可以|同意|行|对|没问题|就这样|继续|确认|批准|嗯",
    re.I,
)
ASSENT = 80
"""Characters from the start of a message in which it says yes."""
BEFORE = 8_000
"""Characters of the message that an assent answers that count, from its end."""


class Typed(NamedTuple):
    """A typed message. `answered` holds the words of what the model said just before, sentence by sentence,
    where this message may assent to it."""

    piece: int
    text: str
    stems: frozenset[str]
    answered: tuple[frozenset[str], ...]
    assents: bool


def windows(text: str) -> tuple[frozenset[str], ...]:
    """The words of every two neighbouring sentences."""
    held = [stems(sentence) for line in text.split("\n") for _, sentence in sentences(line)]
    return tuple(one | two for one, two in zip(held, [*held[1:], frozenset[str]()], strict=False))


def typed(source: Source) -> tuple[Typed, ...]:
    """Every message that a person typed, in order."""
    found: list[Typed] = []
    said = ""
    for place, piece in enumerate(source.pieces):
        if piece.voice == "model":
            said = piece.text
        elif piece.voice == "person":
            assents = bool(said) and _ASSENT.search(piece.text[:ASSENT]) is not None
            found.append(
                Typed(place, piece.text, stems(piece.text), windows(said[-BEFORE:]) if assents else (), assents)
            )
    return tuple(found)
