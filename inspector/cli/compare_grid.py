"""The table of a comparison: a column for each contender while they fit, else a row for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from inspector.analysis.compare.table import BEST, Line
from inspector.terminal_text import cells, clip, pad

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

MOST, LEAST, GAP = 30, 18, 2
"""Cells of the titles of rows, at the most and at least, and between two columns."""


def print_grid(console: Console, letters: Sequence[str], lines: Sequence[Line], brief: Sequence[Line]) -> None:
    """All lines, in columns where there is room for them; `brief` are the same for narrow ones."""
    for each in (lines, brief):
        widths = _widths(letters, each)
        room = console.width - sum(widths) - GAP * len(widths)
        if room >= LEAST:
            _print_columns(console, letters, each, widths, min(MOST, room))
            return
    _print_rows(console, letters, lines)


def _widths(letters: Sequence[str], lines: Sequence[Line]) -> list[int]:
    return [max([1, *(cells(_cell(each, at)) for each in lines if each.cells)]) for at in range(len(letters))]


def _cell(line: Line, at: int) -> str:
    """The star stands before the number, so that the numbers stand below each other."""
    return f"{BEST} {line.cells[at]}" if at == line.best else line.cells[at]


def _print_columns(
    console: Console, letters: Sequence[str], lines: Sequence[Line], widths: Sequence[int], room: int
) -> None:
    from rich.text import Text

    gap = " " * GAP
    head = "".join(gap + pad(letter, width, right=True) for letter, width in zip(letters, widths, strict=True))
    out = Text(" " * room + head + "\n", style="dim")
    for line in lines:
        shown = Text(style="")
        title = _title(line.title, room) if line.cells else clip(line.title, console.width)
        shown.append(title, "" if line.key else "dim")
        for at in range(len(line.cells)):
            style = "bold green" if at == line.best else "" if line.key else "dim"
            shown.append(gap).append(pad(_cell(line, at), widths[at], right=True), style)
        out.append_text(shown).append("\n")
    console.print(out, end="", soft_wrap=True)


def _title(title: str, room: int) -> str:
    """Set in as it is written, and filled with blanks to its column."""
    indent = " " * (len(title) - len(title.lstrip()))
    return pad(indent + clip(title, room - len(indent)), room)


def _print_rows(console: Console, letters: Sequence[str], lines: Sequence[Line]) -> None:
    """Bands of a few measures each, with a row for each contender."""
    for band in _bands(letters, lines, console.width - GAP):
        console.print(_band(letters, band), end="", soft_wrap=True)


def _bands(letters: Sequence[str], lines: Sequence[Line], room: int) -> Iterator[list[tuple[Line, int]]]:
    """The lines with the widths of their columns, as many together as fit into a width."""
    band: list[tuple[Line, int]] = []
    for line in (each for each in lines if each.head):
        width = max(cells(_head(line)), *(cells(_cell(line, at)) for at in range(len(letters))))
        if band and sum(each for _, each in band) + GAP * (len(band) + 1) + width > room:
            yield band
            band = []
        band.append((line, min(width, room)))
    if band:
        yield band


def _head(line: Line) -> str:
    return clip(line.head, LEAST)


def _band(letters: Sequence[str], band: Sequence[tuple[Line, int]]) -> Text:
    from rich.text import Text

    gap = " " * GAP
    out = Text(gap[:-1] + "".join(gap + pad(_head(line), width, right=True) for line, width in band) + "\n", style="")
    out.stylize("dim")
    for at, letter in enumerate(letters):
        out.append(letter, "bold")
        for line, width in band:
            out.append(gap).append(pad(_cell(line, at), width, right=True), "bold green" if at == line.best else "")
        out.append("\n")
    return out
