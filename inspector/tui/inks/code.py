"""Where code is in a text, and in which language: what a lexer is to read. It only reads; the text stays as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.tui.inks import languages
from inspector.tui.inks.ink import INKED, Ink, Kind
from inspector.tui.inks.markdown import fences, lines

_NUMBER = re.compile(r"[ \t]{0,10}\d{1,7}(?:→|\t|: ?| ?\| ?)")
"""What some tools put before every line of a file that they show."""


class Stretch(NamedTuple):
    """Code in a language: the ranges of the text that hold it, one after the other, without what stands between."""

    language: str
    ranges: tuple[tuple[int, int], ...]

    def of(self, text: str) -> str:
        """The code itself."""
        return "".join(text[start:stop] for start, stop in self.ranges)

    def placed(self, found: Sequence[Ink]) -> list[Ink]:
        """Inks of the code, as inks of the text: one that goes over several ranges becomes several."""
        out: list[Ink] = []
        at, before = 0, 0
        for ink in found:
            while at < len(self.ranges) and before + _length(self.ranges[at]) <= ink.start:
                before += _length(self.ranges[at])
                at += 1
            place, offset = at, before
            while place < len(self.ranges) and offset < ink.stop:
                start, stop = self.ranges[place]
                low, high = max(ink.start, offset), min(ink.stop, offset + stop - start)
                if low < high:
                    out.append(Ink(start + low - offset, start + high - offset, ink.name))
                offset += stop - start
                place += 1
        return out


def stretches(text: str, kind: Kind) -> list[Stretch]:
    """The code in the first `INKED` characters: all of them, or what stands between fences in a language that is known."""
    text = text[:INKED]
    if kind.name == "code":
        return [_without_numbers(text, kind.language)]
    if kind.name != "markdown":
        return []
    named = ((languages.of_word(word), start, stop) for start, stop, word in fences(text))
    return [Stretch(language, ((start, stop),)) for language, start, stop in named if language]


def _without_numbers(text: str, language: str) -> Stretch:
    """All of a text, or of each line what stands behind its number."""
    found = [(_NUMBER.match(text, start, stop), start, stop) for start, stop in lines(text)]
    numbered = sum(number is not None for number, _, _ in found)
    if (numbered < 2 and numbered < len(found)) or numbered * 10 < len(found) * 7:
        return Stretch(language, ((0, len(text)),))
    ranges = ((number.end() if number else start, min(len(text), stop + 1)) for number, start, stop in found)
    return Stretch(language, tuple(ranges))


def _length(span: tuple[int, int]) -> int:
    return span[1] - span[0]
