"""Numbers that tell something. A number by itself coincides with others, so it is known by the words beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.text import words as table

_NUMBER = re.compile(
    r"(?<![\w.,#/@:~^%&=<>+*-])[$€£]?(\d{1,3}(?:,\d{3}){1,6}|\d{1,18})(\.\d{1,12})?(?![\w/@-]|[.,:]\d)"
    r"|(?<![\w.,#/@:-])(\d{1,18}(?:\.\d{1,12})?)(?=(?:ms|s|us|ns|min|h|d|x|[kKMGT]i?[Bb]?|B|px|pt|em|rem|rpm|Hz|kHz|MHz|GHz|mm|cm|km|kg|%)\b)",
    re.ASCII,  # in a script without spaces a number follows a letter
)
_WORD = re.compile(r"[A-Za-z]+|%")
_BREAK = re.compile(r"[\n|]|[.,;!?]\s|\d+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_SMALL = table(
    "the a an of in on at to is are was were be and or for with by as it its this that than from about only just not no all"
    " has have had i we you they he she so then now after before more less least most over under up down out per each"
    " line lines row rows column char chars characters item items file files byte bytes"
)
AROUND = 40
"""Characters beside a number that are looked at, within its line."""
BESIDE = 2
"""Words on each side that it may be known by."""
FINE = 3
"""Digits behind the point from which a number was measured, and one digit less will do."""
LONG = 5
"""Digits from which a number is hardly met twice by chance, where they do not end in zeros."""


class Figure(NamedTuple):
    """A number as written, and the words beside it in small letters; none where it is known without them."""

    text: str
    beside: frozenset[str]


def figures(text: str, name: str = "") -> Iterator[Figure]:
    """The numbers of a text that may tell something. `name` is that of the argument that the text is, if it is one."""
    for found in _NUMBER.finditer(text):
        group = 3 if found[3] else 1
        digits = found[group] + ((found[2] or "") if group == 1 else "")
        stop = found.start(group) + len(digits)
        if not _tells(digits, text[stop : stop + 3]) and not _is_set(
            digits, text[max(0, found.start() - AROUND) : found.start()]
        ):
            continue
        if unmistakable(digits):
            yield Figure(digits, frozenset())
        elif near := beside(text, found.start(group), stop) | _parts(name):
            yield Figure(digits, near)


def unmistakable(digits: str) -> bool:
    """Whether hardly anything else is the same number by chance."""
    plain = digits.replace(",", "").replace(".", "").lstrip("0")
    fine = len(digits.partition(".")[2]) >= FINE
    return len(plain.rstrip("0")) >= (LONG - 1 if fine else LONG)


def beside(text: str, start: int, stop: int) -> frozenset[str]:
    """The words beside `[start, stop)` of a text, up to the end of its clause or cell or another number, small words left out."""
    before = _BREAK.split(text[max(0, start - AROUND) : start])[-1]
    after = _BREAK.split(text[stop : stop + AROUND], maxsplit=1)[0]
    return frozenset([*_telling(_words(before)[::-1]), *_telling(_words(after))])


def _telling(words: list[str]) -> list[str]:
    return [word for word in words if word not in _SMALL and (len(word) > 1 or word == "%")][:BESIDE]


def _words(text: str) -> list[str]:
    return [part.lower() for word in _WORD.findall(text) for part in _HUMP.split(word)]


def _parts(name: str) -> frozenset[str]:
    return frozenset(_telling(_words(name)))


_SET = re.compile(
    r"(?:[A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*)`?(?:\s?(?:=|:)\s?|\s\(?)$|[A-Za-z]{4,}`?\s?(?:=\s?|:\s|\s\()$", re.A
)
"""A name whose value the number is: one of code before it, or any with a sign of equality, a colon or a bracket between."""


def _is_set(digits: str, before: str) -> bool:
    """Whether a number of two digits is somebody's value."""
    return len(digits) == 2 and digits.isdigit() and digits[0] != "0" and _SET.search(before) is not None


_FAMILIAR = table("100 200 201 204 301 302 304 400 401 403 404 409 422 429 500 502 503 504")
"""Answers of web servers, and a hundred: everybody writes them."""


def _tells(digits: str, after: str) -> bool:
    """Three digits or more that are no year, or a decimal or a number with a unit of two."""
    plain = digits.replace(",", "")
    if "." in plain:
        return len(plain.replace(".", "").strip("0")) >= 2
    value = int(plain)
    if plain in _FAMILIAR or (1900 <= value <= 2099 and "," not in digits):
        return False
    return value >= 100 or (value >= 10 and re.match(r"ms|s\b|min|h\b|%|[kKMGT]i?B|MB|px", after.lstrip()) is not None)
