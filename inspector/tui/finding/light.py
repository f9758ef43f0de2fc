"""Marks what was searched for in text that is shown: in a line, and in lines that a text was folded into."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from inspector.tui.finding.query import Query, Word

Run = tuple[str, str]
"""Safe text and the name of its style."""
MARK = "match"
"""Name of the style of a match."""
JOINED = 4
"""Letters from which a word is also seen when it is broken over two lines."""
MOST, PATIENCE = 500, 0.02
"""Matches that are marked in one block, and seconds that a pattern may look for them."""
SHOWN = 200_000
"""Characters of one block that are looked at."""


class Light:
    """The marks of one query. `find` answers where they are in a text; `lines` sets them into styled lines."""

    def __init__(self, query: Query) -> None:
        self.query = query
        forms = [form for word in query.words for form in _forms(word)]
        self._words = re.compile("|".join(forms)) if forms else None

    def __bool__(self) -> bool:
        return self.query.has_text

    def find(self, text: str) -> list[tuple[int, int]]:
        """Where the matches are, apart and in order."""
        text = text[:SHOWN]
        spans = [found.span() for found in _first(self._words, text)] if self._words else []
        for pattern in self.query.patterns:
            spans += pattern.all(text, MOST, PATIENCE)
        return apart(spans)

    def lines(self, lines: Sequence[Sequence[Run]]) -> list[list[Run]]:
        """The same lines with the matches in a style of their own; a match may go on in the next line."""
        texts = ["".join(text for text, _ in line) for line in lines]
        spans = self.find("\n".join(texts))
        if not spans:
            return [list(line) for line in lines]
        out: list[list[Run]] = []
        at = 0
        for line, text in zip(lines, texts, strict=True):
            here = [(low - at, high - at) for low, high in spans if low < at + len(text) and high > at]
            out.append(split(line, here) if here else list(line))
            at += len(text) + 1
        return out


def split(line: Sequence[Run], spans: Sequence[tuple[int, int]]) -> list[Run]:
    """Runs cut where a match begins and ends."""
    out: list[Run] = []
    at = 0
    for text, style in line:
        for low, high in spans:
            start, stop = max(low - at, 0), min(high - at, len(text))
            if start >= stop:
                continue
            done = sum(len(part) for part, _ in out) - at
            out += [(text[done:start], style), (text[start:stop], MARK)]
        done = sum(len(part) for part, _ in out) - at
        out.append((text[done:], style))
        at += len(text)
    return [(text, style) for text, style in out if text]


def _first(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    found = []
    for match in pattern.finditer(text):
        found.append(match)
        if len(found) >= MOST:
            break
    return found


def _forms(word: Word) -> list[str]:
    """A word as it may stand on the screen: as it is, or with the quoting of JSON."""
    quoted = json.dumps(word.text, ensure_ascii=False)[1:-1]
    return [_form(text, word.exact) for text in dict.fromkeys([word.text, quoted])]


def _form(text: str, exact: bool) -> str:
    """A word as a pattern that may be broken over two lines."""
    letters = [r"(?:\s\n?|\n)" if letter.isspace() else re.escape(letter) for letter in text]
    joint = r"\n?" if len(text) >= JOINED else ""
    return f"(?:{joint.join(letters)})" if exact else f"(?i:{joint.join(letters)})"


def apart(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same places in order, those that touch as one."""
    out: list[tuple[int, int]] = []
    for low, high in sorted(spans):
        if out and low <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return out
