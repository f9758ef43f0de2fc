"""The columns inside a pane: sign, number, role, text, bar, size. Widths depend on the pane and the transcript only."""

from __future__ import annotations

from typing import NamedTuple

SIGN, ROLE, SIZE = 2, 5, 7
"""Cells for the sign of a fate, the role, and a size (`999,999`, then `1.23M`)."""
BARS = ((72, 10), (56, 5), (0, 3))
"""From so many cells of a pane on, so many cells of the bar."""
WIDE_BAR = BARS[0][1]
NARROWEST = 8
"""A first line with less room than this stays without text."""
EIGHTHS = "▏▎▍▌▋▊▉█"


class Grid(NamedTuple):
    """Widths in cells: of the pane, of message numbers, of the bar."""

    width: int
    digits: int
    bar: int

    @property
    def indent(self) -> int:
        """Cells before the text of every line."""
        return SIGN + self.digits + 1 + ROLE

    @property
    def meter(self) -> int:
        """Cells of bar and size, with a blank before each, at the end of a block's first line."""
        return self.bar + SIZE + 2

    @property
    def text(self) -> int:
        """Cells for text on every line of a block but the first."""
        return max(8, self.width - self.indent - 1)

    def lead(self, head: int) -> int:
        """Cells for text on the first line, beside a title of `head` cells."""
        return max(0, self.width - self.indent - self.meter - (head + 1 if head else 0))


def grid(width: int, messages: int) -> Grid:
    """The columns of a pane of `width` cells for a transcript of that many messages."""
    return Grid(width, max(2, len(str(messages))), next(bar for least, bar in BARS if width >= least))


def bar(size: int, largest: int, cells: int) -> str:
    """A bar of eighth blocks on the scale of the largest block; at least a hair for anything above zero."""
    eighths = min(cells * 8, max(1, round(cells * 8 * size / largest))) if size > 0 and largest > 0 else 0
    full, part = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[part - 1] if part else "")


def figure(size: int) -> str:
    """A size in at most seven cells."""
    if size < 1_000_000:
        return f"{size:,}"
    return f"{size / 1e6:.2f}M" if size < 100_000_000 else f"{size / 1e6:,.0f}M"
