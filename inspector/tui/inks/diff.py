"""Diffs: unified ones, those of `apply_patch`, and those that are made here of an edit. A line is one thing."""

from __future__ import annotations

import re

from inspector.tui.inks.ink import Ink, Name

MINUS = "−"
"""The sign before a line that an edit takes out, where the diff is made here; `-` in a recorded one."""

_HEADS = ("diff --git ", "*** ")
_DETAILS = (
    *("index ", "--- ", "+++ ", "new file mode ", "deleted file mode ", "old mode ", "new mode "),
    *("similarity index ", "rename from ", "rename to ", "Binary files "),
)
_HUNK = re.compile(r"@@.{0,80}?@@|@@")


def inks(text: str) -> list[Ink]:
    """Whole lines: heads, hunks, what was added and what is gone."""
    out: list[Ink] = []
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        stop = len(text) if end < 0 else end
        name = _name(text, start, stop)
        if name is not None:
            out.append(Ink(start, _hunk(text, start, stop) if name == "key" else stop, name))
        start = stop + 1
    return out


def _name(text: str, start: int, stop: int) -> Name | None:
    if text.startswith(_HEADS, start, stop):
        return "strong"
    if text.startswith(_DETAILS, start, stop):
        return "comment"
    first = text[start : start + 1]
    if first == "+":
        return "added"
    if first in ("-", MINUS) and start < stop:
        return "gone"
    return "key" if text.startswith("@@", start, stop) else None


def _hunk(text: str, start: int, stop: int) -> int:
    """The end of the place in a hunk's head; what follows it is a line of the file."""
    found = _HUNK.match(text, start, stop)
    return found.end() if found else stop
