"""The line of a text in which a match stands, as far as there is room, the match in sight."""

from __future__ import annotations

from inspector.terminal_text import cells, clip

REACH = 400
"""Characters of a line that are looked at on each side of a match."""
BEFORE = 3
"""A third of the room stands before the match, at the most."""


def snippet(text: str, start: int, stop: int, width: int) -> str:
    """One safe line of at most `width` cells around `[start, stop)`, cut with … on either side."""
    low = max(text.rfind("\n", max(0, start - REACH), start) + 1, start - REACH, 0)
    high = text.find("\n", stop, stop + REACH)
    line = text[low : high if high >= 0 else stop + REACH]
    lead = clip(text[low:start], REACH)
    room = max(4, width // BEFORE)
    if cells(clip(line, 2 * REACH)) > width and cells(lead) > room:
        before = text[max(low, start - room + 1) : start].replace("\n", " ")
        line = "…" + before.lstrip() + text[start : stop + REACH].split("\n", 1)[0]
    return clip(line, width)
