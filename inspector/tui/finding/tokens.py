"""A query cut into its parts: words, quoted phrases, patterns, fields and ranges of messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

FIELDS = ("tool", "path", "role", "fate", "message", "typed")
"""Names that can stand before a colon."""


class Token(NamedTuple):
    """One part of a query as it was typed. `name` is a field's, or the flags of a pattern."""

    kind: Literal["word", "phrase", "pattern", "field", "range"]
    value: str
    name: str = ""


_PART = re.compile(
    rf"""\s*(?:
      "(?P<phrase>[^"]*)(?:"|$)
    | /(?P<pattern>(?:\\.|[^/\\])+)/(?P<flags>i?)(?=\s|$)
    | (?P<name>(?i:{"|".join(FIELDS)})):(?:"(?P<quoted>[^"]*)(?:"|$)|(?P<value>\S*))
    | (?P<range>\d+\.\.\d*|\.\.\d+)(?=\s|$)
    | (?P<word>\S+)
    )""",
    re.VERBOSE,
)


def tokens(text: str) -> Iterator[Token]:
    """The parts of a query in their order. Every text can be cut: what is nothing else is a word."""
    for found in _PART.finditer(text):
        kind = found.lastgroup
        if kind == "phrase":
            yield Token("phrase", found["phrase"])
        elif kind in ("pattern", "flags"):
            yield Token("pattern", found["pattern"], found["flags"])
        elif kind == "range":
            yield Token("range", found["range"])
        elif kind == "word":
            yield Token("word", found["word"])
        elif kind is not None:
            yield Token("field", found["quoted"] or found["value"] or "", found["name"].lower())
