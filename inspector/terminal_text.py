"""Text of a transcript made safe for a terminal, and folded to its width. For the screen and the command line alike.

Transcript text is hostile: an escape sequence in a tool result could retitle the window, clear the screen or write the
clipboard. Whatever is drawn passes `sanitise` (or `fold` and `clip`, which call it) first. Only the part that is shown
is ever looked at: one line of 13 million characters costs as much as one of a hundred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

TAB = 4
"""Cells between two tab stops."""

DENSE = 8
"""Code points looked at per cell of width, at the most: joined emoji need seven, heaps of combining marks are cut."""

REPLACED = "\ufffd"

_PICTURES = {code: chr(0x2400 + code) for code in range(32)} | {0x7F: REPLACED}
_BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_BREAKS = [0x2028, 0x2029]
_SURROGATES = range(0xD800, 0xE000)
# Tag characters spell invisible ASCII, annotation marks hide text: a reader must see that something is there.
_HIDDEN = [*range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080)]
_REPLACED = [*range(0x80, 0xA0), *_BIDI, *_BREAKS, *_SURROGATES, *_HIDDEN]
# A soft hyphen is one cell in some terminals and none in others: drawn as the hyphen that it may become.
# Joiners, selectors of a variant and skin tones make one sign of several, and terminals do not agree how wide it is: its
# parts are drawn one by one. What stands for the joint has no width anywhere.
_JOINING = [0x200D, 0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)]
_VISIBLE = _PICTURES | dict.fromkeys(_REPLACED, REPLACED) | dict.fromkeys(_JOINING, "\u200b") | {0xAD: "\u2010"}
_UNSAFE_SET = (
    "\x00-\x1f\x7f-\x9f\xad\u061c\u200d-\u200f\u2028-\u202e\u2066-\u2069"
    "\ud800-\udfff\ufe0e\ufe0f\ufff9-\ufffb\U0001f3fb-\U0001f3ff\U000e0000-\U000e007f"
)
_UNSAFE = re.compile(f"[{_UNSAFE_SET}]").search
# Known to be one cell each and to join nothing, so that slicing is measuring; everything else is measured (slowly).
_NARROW = re.compile(
    "[ -~\xa0-\xac\xae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038e-\u03a1\u03a3-\u0482\u048a-\u052f"
    "\u2010-\u2027\u2030-\u205e\u2190-\u2194\u2200-\u22ff\u2400-\u2426\u2500-\u25a9\u25cf\ufffd]*"
).fullmatch
_BLANKS = re.compile(r"[ \t\r\n\f\v]+")


class Line(NamedTuple):
    """One display line: safe text, and the characters `[start, stop)` of the source that it shows."""

    text: str
    start: int
    stop: int


def sanitise(text: str) -> str:
    """`text` as one safe line: escape shown as ␛, other controls as pictures or �, tabs as spaces."""
    if not _UNSAFE(text):
        return text
    return (text.expandtabs(TAB) if "\t" in text else text).translate(_VISIBLE)


def cells(text: str) -> int:
    """Terminal cells that sanitised text takes."""
    if text.isascii() or _NARROW(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fold(text: str, width: int, limit: int, start: int = 0) -> list[str]:
    """The first `limit` display lines of `text` from character `start` on, safe, at most `width` cells each.

    Lines break after a blank where there is one in their second half. A line end at the very end adds no empty line.
    """
    return [line.text for line in islice(folded(text, width, start), limit)]


def folded(text: str, width: int, start: int = 0) -> Iterator[Line]:
    """The display lines of `text` from character `start` on, one at a time; nothing beyond them is read."""
    width, position, size = max(1, width), start, len(text)
    if position >= size:
        yield Line("", position, position)
    while position < size:
        reach = min(size, position + width * DENSE)
        newline = text.find("\n", position, reach + 1)
        end = reach if newline < 0 else newline
        if newline > position and text[newline - 1] == "\r":
            end = newline - 1
        shown, stop = _first_line(text, position, end, width)
        if newline >= 0 and stop >= end:
            stop = newline + 1
        yield Line(shown, position, stop)
        position = stop


def clip(text: str, width: int) -> str:
    """A preview of `text` on one line of at most `width` cells: runs of blanks as one, … where it is cut."""
    if width <= 0:
        return ""
    reach = width * DENSE
    line = sanitise(_BLANKS.sub(" ", text[:reach]).strip())
    complete = len(text) <= reach
    if complete and cells(line) <= width:
        return line
    if width == 1:
        return "…"
    shown, stop = _first_line(line, 0, len(line), width - 1, words=False)
    return (shown if stop < len(line) or not complete else line).rstrip() + "…"


def pad(text: str, width: int, right: bool = False) -> str:
    """Sanitised `text` cut and filled with blanks to exactly `width` cells; `right` sets it to the right."""
    text = text if cells(text) <= width else clip(text, width)
    blanks = " " * (width - cells(text))
    return blanks + text if right else text + blanks


def _first_line(text: str, start: int, end: int, width: int, words: bool = True) -> tuple[str, int]:
    """What fits of `[start, end)` into one line of `width` cells, and where the rest begins."""
    piece = text[start : min(end, start + width)]
    following = text[start + width : start + width + 1]  # a mark that joins the last character takes the careful way
    if _NARROW(piece) and _NARROW(following):
        stop = start + len(piece)
    else:
        near = min(end, start + 2 * width)
        piece, used = _measured(text[start:near], width)
        if start + used == near < end:
            piece, used = _measured(text[start:end], width)
        stop = start + used
    return _at_word(text, piece, stop) if words and stop < end else (piece, stop)


def _at_word(text: str, piece: str, stop: int) -> tuple[str, int]:
    """A full line broken after the last blank of its second half if it cuts a word, else after a / there; blanks are left out."""
    if piece.endswith(" "):
        return piece.rstrip(" "), stop
    if text[stop] in " \t":
        return piece, stop + (text[stop] == " ")
    blank = piece.rfind(" ") + 1
    if blank * 2 <= len(piece):
        blank = piece.rfind("/") + 1
    moved = len(piece) - blank
    if blank * 2 <= len(piece) or "\t" in text[stop - moved : stop]:
        return piece, stop
    return piece[:blank].rstrip(" ") or piece[:blank], stop - moved


def _measured(text: str, width: int) -> tuple[str, int]:
    """The careful way: sanitised graphemes while they fit, and how many source characters they took."""
    from rich.cells import split_graphemes

    column, taken = 0, 0
    out: list[str] = []
    for part in re.split("(\t)", text):
        if part == "\t":
            step = min(TAB - column % TAB, width - column)
            if step <= 0:
                return "".join(out), taken
            out.append(" " * step)
            column, taken = column + step, taken + 1
            continue
        safe = part.translate(_VISIBLE)
        for first, last, size in split_graphemes(safe)[0]:
            if column + size > width:
                return _at_least_one("".join(out), taken, safe, last)
            out.append(safe[first:last])
            column, taken = column + size, taken + last - first
    return "".join(out), taken


def _at_least_one(shown: str, taken: int, safe: str, last: int) -> tuple[str, int]:
    """A wide character in a column of one cell is replaced, so that folding always moves on."""
    return (shown, taken) if taken else (REPLACED, last)
