"""JSON indented for reading: every token stays as it was recorded, only the blanks between them change. No Textual here.

Small texts only. Places in the recorded text can be found again in the indented one, so that what a view leaves out can be
marked in it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

LARGEST = 20_000
"""Characters of a text that is indented; a longer one is shown as it stands."""
DEEPEST = 40
"""Levels that are indented; what lies deeper is mostly blanks."""
STEP = "  "
SHORT = 60
"""Cells of a list of plain values that stays on one line."""

_TOKEN = re.compile(r'\s*+(?P<token>"(?:[^"\\]++|\\.)*+"|[][{},:]|[^][\s{},:"]++)')
_CLOSING = {"{": "}", "[": "]"}


class Indented(NamedTuple):
    """The indented text, and where each of its tokens begins in it and in the recorded one."""

    text: str
    here: Sequence[int]
    there: Sequence[int]

    def place(self, at: int) -> int:
        """The place here of a place in the recorded text."""
        token = max(0, bisect_right(self.there, at) - 1)
        stop = self.here[token + 1] if token + 1 < len(self.here) else len(self.text)
        return max(self.here[token], min(stop, self.here[token] + at - self.there[token]))


class _Token(NamedTuple):
    text: str
    start: int


def indented(text: str) -> Indented | None:
    """A JSON object or list with two blanks for each level; None for any other text, and where nothing would change."""
    if len(text) > LARGEST or text.lstrip()[:1] not in ("{", "["):
        return None
    tokens = _tokens(text)
    if not tokens or not _is_json(text):
        return None
    found = _laid_out(tokens)
    return found if len(found.text) <= 4 * LARGEST and found.text != text.strip() else None


def _tokens(text: str) -> list[_Token]:
    """The tokens; none when there is something else between them, or when they lie too deep."""
    out: list[_Token] = []
    at, depth, end = 0, 0, len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at, end)
        if found is None:
            return []
        token = found["token"]
        depth += (token in "{[") - (token in "}]")
        if depth > DEEPEST:
            return []
        out.append(_Token(token, found.start("token")))
        at = found.end()
    return out


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _laid_out(tokens: Sequence[_Token]) -> Indented:
    out: list[str] = []
    here: list[int] = []
    size, depth, flat = 0, 0, 0
    for at, token in enumerate(tokens):
        following = tokens[at + 1].text if at + 1 < len(tokens) else ""
        opens, closes = token.text in _CLOSING, token.text in _CLOSING.values()
        if opens and at >= flat:
            flat = _short_until(tokens, at)
        depth += opens - closes
        before = "\n" + STEP * depth if closes and at >= flat and tokens[at - 1].text not in _CLOSING else ""
        here.append(size + len(before))
        piece = before + token.text + _after(token.text, following, depth, at < flat - 1)
        out.append(piece)
        size += len(piece)
    return Indented("".join(out), here, [token.start for token in tokens])


def _after(token: str, following: str, depth: int, flat: bool) -> str:
    """The blanks behind a token."""
    if token == ":" or (token == "," and flat):
        return " "
    if flat or following == _CLOSING.get(token):
        return ""
    return "\n" + STEP * depth if token == "," or token in _CLOSING else ""


def _short_until(tokens: Sequence[_Token], at: int) -> int:
    """One past the end of a list of plain values that fits on a line; the place itself for anything else."""
    size = 0
    if tokens[at].text != "[" or at == 0:
        return at
    for place in range(at + 1, min(len(tokens), at + SHORT)):
        if tokens[place].text == "]":
            return place + 1
        size += len(tokens[place].text) + 1
        if tokens[place].text in _CLOSING or size > SHORT:
            break
    return at
