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
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_USER = re.compile(r"\buser\b|用户", re.I)
_OF_USER = re.compile(
    r"user|constraint|preference|goal|request|instruction|rule|intent|wish|用户|约束|要求|目标|规则|偏好", re.I
)
_ROW = re.compile(r"(?<![\d,.])\d{1,2}(?:,\d{1,2})+(?![\d,.])")
"""Numbers in a row without a space: "1,2 and 3"."""
ASSENT = 80
"""Characters from the start of a message in which it says yes."""
BEFORE = 8_000
"""Characters of the message that an assent answers that count, from its end."""


_SUBJECT = re.compile(r"\b(?!(?:that|this|it|i|we|you|all|and|but|looks|sounds|is)\b)[a-z]{3,} $", re.I)


def assented(text: str) -> bool:
    """Whether a message says yes near its start. "Finance agreed" does not: somebody else did."""
    found = _ASSENT.search(text[:ASSENT])
    other = found is not None and found[0].lower() in _THIRD and _SUBJECT.search(text[: found.start()]) is not None
    return found is not None and not other


_THIRD = ("agreed", "approved", "accepted", "confirmed", "allowed")


class Typed(NamedTuple):
    """A typed message. `answered` holds the words of what the model asked or proposed just before, where this message
    may assent to it; `before` is all that the model said there."""

    piece: int
    text: str
    stems: frozenset[str]
    answered: tuple[frozenset[str], ...]
    before: str


def typed_words(text: str) -> frozenset[str]:
    """The stems of a text, and every letter of a script without spaces: two of them may be set apart there."""
    rows = (row.split(",") for row in _ROW.findall(text))
    return stems(text) | frozenset(_WIDE.findall(text)) | frozenset(number for row in rows for number in row)


def of_user(text: str) -> str:
    """The lines of an earlier summary that speak of the user, or stand under a heading of what is wanted."""
    found, under = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith("#") or line.rstrip(" *").endswith((":", "：")):
            under = _OF_USER.search(line) is not None
        if under or _USER.search(line):
            found.append(line)
    return "\n".join(found)


def windows(text: str) -> tuple[frozenset[str], ...]:
    """The words of every two neighbouring sentences."""
    held = [typed_words(sentence) for line in text.split("\n") for _, sentence in sentences(line)]
    return tuple(one | two for one, two in zip(held, [*held[1:], frozenset[str]()], strict=False))


_PROPOSES = re.compile(
    r"[?？]|\b(?:suggest|propos|recommend|option|would|could|should|shall|prefer|want me to|let me know|i'd|plan"
    r"|ways\b|alternative|variant)|\([ab]\) "
    r"|建议|提议|方案|要不要|是否|可以|打算",
    re.I,
)


def proposals(text: str) -> tuple[frozenset[str], ...]:
    """The words of every sentence that asks or proposes something, with those of the next."""
    rows = [sentence for line in text.split("\n") for _, sentence in sentences(line)]
    pairs = zip(rows, [*rows[1:], ""], strict=False)
    return tuple(typed_words(one) | typed_words(two) for one, two in pairs if _PROPOSES.search(one))


def typed(source: Source) -> tuple[Typed, ...]:
    """Every message that a person typed, in order."""
    found: list[Typed] = []
    said = ""
    for place, piece in enumerate(source.pieces):
        if piece.voice == "model":
            said = piece.text
        elif piece.voice == "person":
            before = said[-BEFORE:] if assented(piece.text) else ""
            found.append(Typed(place, piece.text, typed_words(piece.text), proposals(before), before))
    return tuple(found)
