"""Where a text holds something word for word: nothing that goes on before or behind it, and a number with its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.analysis.recall.atoms import Atom
from inspector.analysis.recall.numbers import beside

MOST = 200
"""Places that are looked at in one text."""
_ESCAPES = "ntr"
_GOES_ON = re.compile(r"\.\d")
_GROUP = re.compile(r",\d{3}(?!\d)")
"""Three more digits behind a comma, which may belong to the number before it."""


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
        return not _comes_from(atom.text, text, start) and not _goes_on(atom.text, text, stop)
    return True


def _comes_from(number: str, text: str, start: int) -> bool:
    """Whether a number or name that began before a number goes on in it."""
    if start < 2 or not text[start - 2].isalnum():
        return False
    if text[start - 1] == ",":
        return text[start - 2].isdigit() and re.match(r"\d{3}(?!\d)", number) is not None
    return text[start - 1] in ".-/#@:"


def _goes_on(number: str, text: str, stop: int) -> bool:
    """Whether a number goes on behind its end: with a fraction, or with a group of thousands where it may have one."""
    if _GOES_ON.match(text, stop):
        return True
    return re.search(r"(?:^|,)\d{1,3}$", number) is not None and _GROUP.match(text, stop) is not None


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
