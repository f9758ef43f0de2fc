"""Hints such as `enter writes · esc back`: which key a click on one of them stands for. No Textual here."""

from __future__ import annotations

KEYS = {
    "enter": "enter",
    "esc": "escape",
    "tab": "tab",
    "space": "space",
    "del": "delete",
    "↑": "up",
    "↓": "down",
    "←": "left",
    "→": "right",
    "pgup": "pageup",
    "pgdn": "pagedown",
    "page": "pagedown",
    "home": "home",
    "end": "end",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "/": "slash",
    "ctrl+j": "ctrl+j",
    "ctrl+p": "ctrl+p",
}
"""How a key is written → its name; a single letter is its own."""
FRAME = "╭╮╰╯─│┌┐└┘━"
"""What may stand around hints in the border of a box."""


def key_at(line: str, x: int) -> str:
    """The key of the hint at a column of a line; empty where there is none.

    A hint begins with one or more keys. The one that is pointed at is meant; on the words, the last of them.
    """
    start = 0
    for hint in line.split(" · "):
        if start <= x < start + len(hint):
            return _key_in(hint, x - start)
        start += len(hint) + 3
    return ""


def _key_in(hint: str, x: int) -> str:
    at, found = 0, ""
    for word in hint.split(" "):
        stop = at + len(word)
        bare = word.strip(FRAME + ",")
        key = KEYS.get(bare) or (bare if len(bare) == 1 and bare.isascii() and bare.isalpha() else "")
        if bare and not key:
            break
        found = key or found
        if key and x < stop:
            break
        at = stop + 1
    begins = len(hint) - len(hint.lstrip(FRAME + " "))
    ends = len(hint.rstrip(FRAME + " "))
    return found if begins <= x < ends else ""
