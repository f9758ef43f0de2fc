"""What is needed later, told apart without the summariser's help: paths and identifiers, found in any text by their form."""

from __future__ import annotations

import re
from collections.abc import Iterable

_URL = re.compile(r"https?://([\w-]+(?:\.[\w-]+)*(?::\d{2,5})?)(?:/[\w.~/%+-]*[\w/])?")
_PATH = re.compile(r"(?<![\w./-])(?:~|\.{1,2})?/?(?:[\w.@+-]+/)+[\w.@+-]*\w")
_DOTTED = re.compile(r"(?<![\w./@-])[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+(?![\w/])")
_SNAKE = re.compile(r"(?<!\w)[A-Za-z_]*[A-Za-z][A-Za-z0-9]*(?:_+[A-Za-z0-9]+)+(?!\w)")
_HUMPS = re.compile(r"(?<!\w)(?:[A-Za-z]\w*[a-z0-9][A-Z]\w*|[A-Z]{2,}[a-z]{2,}\w*)(?!\w)")
_CALLED = re.compile(r"(?<![\w.])([A-Za-z]\w{3,})\(\)")
_DEFINED = re.compile(
    r"(?<!\w)(?:def|class|func|fn|function|struct|interface|enum|trait) +(?:\([^()\n]{1,60}\) *)?([A-Za-z_]\w{3,})"
)
_HEX = re.compile(r"(?<![\w-])(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,40}(?![\w-])")
_UUID = re.compile(r"(?<!\w)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!\w)")
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+\.\d+(?:-[a-z][\w.]*)?(?![\w.])|(?<![\w.])v\d+\.\d+(?![\w.])")
_NUMBERED = re.compile(r"(?<![\w#&])#\d{1,7}(?!\w)|(?<![\w-])[A-Z]{2,10}-\d{1,7}(?![\w-])")
_PORT = re.compile(r"(?<![\w.-])(?:localhost|(?:\d{1,3}\.){3}\d{1,3})(?::\d{2,5})?(?!\w)")
_WHOLE = (_PATH, _DOTTED, _SNAKE, _HUMPS, _HEX, _UUID, _VERSION, _NUMBERED, _PORT)
_EXTENSION = re.compile(r"\.[A-Za-z]\w{0,7}$")
SEEN = 200_000
"""Characters of one text that are looked at, from its start."""


def things(text: str) -> frozenset[str]:
    """The paths, file names, symbols, hashes, ids, versions, error names, hosts and ports of a text."""
    text = text[:SEEN]
    found = {match for pattern in _WHOLE for match in pattern.findall(text)}
    found |= {match for pattern in (_CALLED, _DEFINED, _URL) for match in pattern.findall(text)}
    found |= {match.group() for match in _URL.finditer(text)}
    return frozenset(thing for thing in found if _tells(thing))


def _tells(thing: str) -> bool:
    """Whether a find is one: of what has slashes only what is surely a path, and nothing of one or two letters."""
    if len(thing.strip("_./#~")) < 2 or (len(thing) < 4 and not thing.startswith("#")):
        return False
    if "/" not in thing or "://" in thing:
        return True
    return thing.startswith(("/", "./", "../", "~/")) or thing.count("/") > 1 or _EXTENSION.search(thing) is not None


def all_things(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(things, texts))


def holds(text: str, thing: str) -> bool:
    """Whether the thing stands in the text word for word: with no letter, digit or underscore at its ends."""
    at = text.find(thing)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(thing) : at + len(thing) + 1]
        if not (_word(before) and _word(thing[0])) and not (_word(after) and _word(thing[-1])):
            return True
        at = text.find(thing, at + 1)
    return False


def _word(character: str) -> bool:
    return character.isalnum() or character == "_"


def share(text: str, needed: Iterable[str]) -> float:
    """The share of what is needed that a text holds word for word."""
    wanted = tuple(needed)
    return sum(holds(text, thing) for thing in wanted) / len(wanted) if wanted else 1.0
