"""Where a text holds something that can be corrupted: paths, identifiers, numbers, quotations, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_EDGE = r"(?<![A-Za-z0-9_/.~@-])"
_ENDINGS = (
    "py|pyi|md|rs|tf|toml|yaml|yml|json|jsonl|log|csv|sql|ts|tsx|js|css|po|kt|swift|lm|sh|txt|parquet|lock|xml|vue|go"
)
_SIGN = "[A-Za-z0-9_.-]"
PATH = re.compile(
    rf"{_EDGE}(?=[0-9_./~-]*[A-Za-z])(?:~?/?(?:{_SIGN}+/)+{_SIGN}*[A-Za-z0-9_]|{_SIGN}+\.(?:{_ENDINGS}))(?![A-Za-z0-9_/])"
)

_HEX = r"(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}"
IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9_/.#-])(?:"
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"  # a UUID
    r"|CVE-\d{4}-\d{4,}|[A-Z][A-Z0-9]+-\d{2,}"  # a CVE, a ticket
    r"|#\d{2,}"
    r"|(?:[a-z]+-)[0-9a-f]{8,17}"  # vpc-0a91f…
    r"|\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2})?"  # an address, a network
    r"|v?\d+\.\d+\.\d+(?:-[a-z]+\.?\d+)?|v\d+(?:\.\d+)+"  # a version
    r"|[a-z]+_\d{3,}"
    rf"|{_HEX})(?![A-Za-z0-9_]|[-.]\w)"
)

NUMBER = re.compile(
    r"(?<![A-Za-z0-9_.,\-/:#+])(?:\d{1,2}:\d{2}(?::\d{2})?|\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![A-Za-z0-9_]|[.,:/-]\d|-)"
)

QUOTATION = re.compile(r"(?<!\w)\"(?=\S)([^\"\n]{8,}?)(?<=\S)\"(?!\w)|“([^”\n]{8,}?)”|「([^」\n]{3,}?)」")

_SENTENCE = re.compile(r"[^\n。！？]+?(?:[.!?](?=\s|$)|[。！？]|(?=\n)|$)")


def sentences(text: str) -> Iterator[Span]:
    """Sentences and lines, without the space and the bullet before them."""
    for match in _SENTENCE.finditer(text):
        bare = match.group().lstrip(" -*#")
        if bare.strip():
            yield match.end() - len(bare), match.end()


def sentence_at(text: str, at: int) -> Span:
    """The sentence that holds a place."""
    return next((span for span in sentences(text) if span[0] <= at < span[1]), (at, min(at + 1, len(text))))


def overlap(one: Span, other: Span) -> bool:
    """Whether two spans share a character."""
    return one[0] < other[1] and other[0] < one[1]


def inside(span: Span, others: list[Span]) -> bool:
    """Whether a span touches one of the others."""
    return any(overlap(span, other) for other in others)
