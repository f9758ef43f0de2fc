"""JSON, or what is left of some: names, strings, numbers. Reads tokens, not grammar: a cut text keeps its colours."""

from __future__ import annotations

import re

from inspector.tui.inks.ink import Ink

_TOKEN = re.compile(
    r'(?P<text>"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?)(?P<colon>\s{0,8}:)?'
    r"|(?P<number>-?\b\d[\d.eE+-]{0,40}\b)|\b(?P<word>true|false|null)\b"
)


def inks(text: str) -> list[Ink]:
    """Names before a colon, strings, numbers and the three words."""
    return [_ink(found) for found in _TOKEN.finditer(text)]


def _ink(found: re.Match[str]) -> Ink:
    if found["text"] is not None:
        return Ink(found.start(), found.end("text"), "string" if found["colon"] is None else "key")
    return Ink(found.start(), found.end(), "number" if found["number"] is not None else "keyword")
