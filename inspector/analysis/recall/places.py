"""Where a text holds something word for word: nothing that goes on before or behind it, and a number with its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.analysis.recall.atoms import Atom
from inspector.analysis.recall.numbers import beside

MOST = 200
"""Places that are looked at in one text."""
_ESCAPES = "ntr"
_GOES_ON = re.compile(r"[.,]\d")


def stands(atom: Atom, text: str, loose: bool = False) -> Iterator[tuple[int, int]]:
    """The places `[start, stop)` of an atom in a text. `loose`: a number counts whatever stands beside it."""
    wanted = atom.text
    at = text.find(wanted)
    for _ in range(MOST):
        if at < 0:
            return
        stop = at + len(wanted)
        if _apart(atom, text, at, stop) and (loose or _meant(atom, text, at, stop)):
            yield at, stop
        at = text.find(wanted, at + 1)


def _apart(atom: Atom, text: str, start: int, stop: int) -> bool:
    """Whether no word or number goes on across its ends."""
    if _word(text, stop) or (_word(text, start - 1) and not _escaped(text, start)):
        return False
    if atom.kind == "end":
        return own(text, start) or bool(atom.lead and text.endswith(atom.lead, 0, start))
    if atom.kind == "number":
        before = text[start - 1] if start else " "
        return not (before in ".,-/#@:" and start > 1 and text[start - 2].isalnum()) and not _GOES_ON.match(text, stop)
    return True


def _word(text: str, at: int) -> bool:
    """Whether a letter, digit or underscore of a spaced script stands there."""
    if not 0 <= at < len(text):
        return False
    sign = text[at]
    return sign.isascii() and (sign.isalnum() or sign == "_")


def _escaped(text: str, start: int) -> bool:
    """Whether the letter before is that of an escape: a line break of JSON within a text."""
    return start >= 2 and text[start - 1] in _ESCAPES and text[start - 2] == "\\"


def _meant(atom: Atom, text: str, start: int, stop: int) -> bool:
    """Whether a number has one of its words beside it."""
    return not atom.beside or not atom.beside.isdisjoint(beside(text, start, stop))


def own(text: str, start: int) -> bool:
    """Whether a path begins there, and is not the end of another one."""
    before = text[max(0, start - 2) : start]
    return not before.endswith(("/", "\\")) or before in ("/", "./")
