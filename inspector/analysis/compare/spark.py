"""The sizes of a whole session as one line of bars."""

from __future__ import annotations

from collections.abc import Sequence

BARS = "▁▂▃▄▅▆▇█"
REFUSED, NOTHING = "×", " "


def spark(sizes: Sequence[int | None], width: int, most: int) -> str:
    """A bar for each stretch of requests: its largest view, as a share of `most`. × is a stretch with a refused view."""
    width = max(0, min(width, len(sizes)))
    return "".join(_bar(sizes[at * len(sizes) // width : (at + 1) * len(sizes) // width], most) for at in range(width))


def _bar(stretch: Sequence[int | None], most: int) -> str:
    if None in stretch:
        return REFUSED
    top = max((size for size in stretch if size is not None), default=0)
    return BARS[min(len(BARS) - 1, len(BARS) * top // max(1, most))]
