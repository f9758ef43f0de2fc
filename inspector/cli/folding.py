"""Text folded between words, for whatever must be read or typed as it stands: numbers, names, reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from inspector.terminal_text import DENSE, cells, clip, fold, sanitise


def fold_words(text: str, width: int, most: int | None = None) -> list[str]:
    """Safe lines of at most `width` cells that break between words; a word that is wider than a line is cut into lines,
    of a path behind a slash where that goes.

    Line ends of the text are kept, runs of blanks are not. With `most`, so many lines at the most, and … where it ends.
    """
    width = max(1, width)
    if most is None:
        return list(_lines(text, width))
    reach = width * DENSE * most
    lines = list(islice(_lines(text[:reach], width), most + 1))
    if len(lines) > most or len(text) > reach:
        lines = [*lines[: most - 1], clip(lines[min(most, len(lines)) - 1] + "…", width)]
    return lines


def widest_word(text: str) -> int:
    """Cells of the widest word of a safe text: a column of that width cuts none."""
    return max(map(cells, text.split()), default=0)


def _lines(text: str, width: int) -> Iterator[str]:
    for paragraph in text.rstrip("\r\n").split("\n"):
        yield from _paragraph(sanitise(paragraph.rstrip("\r")).split(), width)


def _paragraph(words: list[str], width: int) -> Iterator[str]:
    """Words while they fit into the line; an empty paragraph is an empty line."""
    line, used = "", 0
    for word in words:
        size = cells(word)
        if line and used + 1 + size <= width:
            line, used = f"{line} {word}", used + 1 + size
            continue
        if line:
            yield line
        *whole, line = _cut(word, width) if size > width else [word]
        yield from whole
        used = cells(line)
    yield line


def _cut(word: str, width: int) -> list[str]:
    """A word that is wider than a line, in lines: the parts of a path stay whole where they fit."""
    lines = [""]
    for part in re.findall(r"[^/]*/+|[^/]+", word):
        if lines[-1] and cells(lines[-1]) + cells(part) > width:
            lines.append("")
        if cells(part) <= width:
            lines[-1] += part
        else:
            *whole, last = fold(part, width, len(part))
            lines[-1:] = [*whole, last]
    return lines
