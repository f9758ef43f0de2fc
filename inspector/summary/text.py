"""Reading text in bounded pieces: windows, lines, sentences, clips. Every piece is a span of `clean(text)`."""

from __future__ import annotations

import re
from functools import lru_cache

CUT = "…"
HEAD, TAIL = 6_000, 3_000
"""Characters of a long prose text that are looked at, from its start and from its end."""
LONGEST_LINE = 2_000
WRAPPED_FROM = 50
"""Characters of a line from which its break may be a wrapped sentence's."""
LEAST_CLIP = 4
UNBROKEN = 120
"""A run without a boundary that is longer than this is no identifier, so it may be cut inside."""

_UNSEEN = r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
_ANY_UNSEEN = re.compile(_UNSEEN)
_HIDDEN = re.compile(
    r"\x1b\[[0-9;:?<=>!]{0,40}[ -/]{0,2}[@-~]"  # colours and cursor movements
    r"|\x1b\][^\x07\x1b\n]{0,500}(?:\x07|\x1b\\)?"  # titles and links
    r"|\x1b."
    rf"|{_UNSEEN}"
)
_SENTENCE = re.compile(r"(?<=[.!?])[ \t]+(?=[^\s.,;:])|(?<=[。！？；])(?=[^。！？；”’」』）)\"'])")
_WIDE_ENDS, _SPACED_END = "。！？；", re.compile(r"[.!?][ \t]+(?=[^\s.,;:])")
"""The same, for the many lines without the marks of scripts without spaces: a pattern that begins with a sign is quicker."""
_PAUSES, _WIDE_PAUSES, _CLOSING = ".!?;,", "。！？；，、", "”’」』）"
"""Signs after which a cut reads well: the first before a blank, the others unless a quote or bracket closes behind them."""
_LETTERS = r"[\u2e80-\uffef\U0001f000-\U0010ffff]"
_WIDE = re.compile(_LETTERS)
"""A letter of a script without spaces, or an emoji."""
_JOINED = r"(?<!\u200d)(?![\u200d\u20e3\u3099\u309a\ufe00-\ufe0f\U0001f3fb-\U0001f3ff])"
"""Characters are shown as one about a joiner, and before a variation or a combining mark."""
_BOUNDARY = re.compile(rf"(?<=\s)|(?=\s)|(?:(?<={_LETTERS})|(?={_LETTERS})){_JOINED}")
"""Where a cut leaves every word and identifier whole."""
_ENDS = frozenset(".!?:;。！？：；|{}\\")
"""Ends of a line that are the end of its sentence, or of a line of a table or of data."""
_ALIGNED = re.compile(r"\s{3}")
_CONTINUES = re.compile(r"(?:[^\W\d_A-Z]|[`(\"'“‘])(?!.*\s{3})")
"""A line that goes on with a sentence: a small letter (or one of a script without capitals), a quote, a bracket."""
_MARKER = re.compile(r"^(?:[-*+•>]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)+")
_ABBREVIATION = ("e.g.", "i.e.", "vs.", "etc.", "cf.", "approx.")


def clean(text: str) -> str:
    """The text without terminal escapes, control and direction characters and lone surrogates; nothing else is changed."""
    return _HIDDEN.sub("", text) if _ANY_UNSEEN.search(text) else text


def windows(text: str, head: int = HEAD, tail: int = TAIL) -> tuple[str, ...]:
    """The text, or its first and its last part without the line (or word) that the window's edge cuts."""
    if len(text) <= head + tail:
        return (clean(text),)
    return clean(_before(text[:head])), clean(_after(text[-tail:]))


def _before(text: str) -> str:
    edge = max(text.rfind("\n"), text.rfind(" ") if "\n" not in text else -1)
    return text[:edge] if edge > 0 else text


def _after(text: str) -> str:
    edge = text.find("\n") if "\n" in text else text.find(" ")
    return text[edge + 1 :] if edge >= 0 else text


def lines(text: str) -> list[str]:
    """The lines of a window, stripped, without the empty ones; whatever could pass for a line end is one."""
    return [line for raw in text.splitlines() if (line := raw[:LONGEST_LINE].strip())]


def unwrapped(text: str) -> list[str]:
    """The lines of a window with hard-wrapped sentences put together again, the line break become a space.

    Half a sentence can say the opposite of the whole: "it is fixed", and on the next line "only if …".
    """
    found: list[str] = []
    joins = fenced = False
    for raw in text.splitlines():
        line = raw[:LONGEST_LINE].strip()
        fence = line.startswith(("```", "~~~"))
        fenced ^= fence
        if line and joins and _CONTINUES.match(line) and not fence and len(found[-1]) < LONGEST_LINE:
            found[-1] += " " + line
        elif line:
            found.append(line)
        joins = not fenced and not fence and len(line) >= WRAPPED_FROM and _wraps(line)
    return found


def _wraps(line: str) -> bool:
    """Whether a stripped line does not end its sentence, and is no table, data or aligned text."""
    return line[-1] not in _ENDS and line[0] not in "|{" and _ALIGNED.search(line) is None


def unmarked(line: str) -> str:
    """The line without the list, quote or heading marks of Markdown at its start."""
    return _MARKER.sub("", line, count=1)


def sentences(line: str) -> list[str]:
    """The sentences of a line, in order; abbreviations do not end one."""
    if len(line) < 40 and "。" not in line and ". " not in line:
        return [line]
    found: list[str] = []
    start = 0
    for stop, following in _ends(line):
        if not line.endswith(_ABBREVIATION, start, stop):
            found.append(line[start:stop].strip())
            start = following
    found.append(line[start:].strip())
    return [sentence for sentence in found if sentence]


def _ends(line: str) -> list[tuple[int, int]]:
    """Where a sentence of the line ends, and where the next one begins."""
    if line.isascii() or not any(mark in line for mark in _WIDE_ENDS):
        return [(mark.start() + 1, mark.end()) for mark in _SPACED_END.finditer(line)]
    return [mark.span() for mark in _SENTENCE.finditer(line)]


def words(text: str) -> frozenset[str]:
    """The words of a table."""
    return frozenset(text.split())


@lru_cache(maxsize=8192)
def key(text: str) -> str:
    """What two wordings of the same line have in common: case, spacing, quotes and closing punctuation do not count."""
    return " ".join(text.casefold().replace("’", "'").split()).strip(" .。,;:!…*`\"'")


def clip(text: str, limit: int, anchor: int = 0) -> str:
    """At most `limit` characters around `anchor`, cut at word boundaries and marked with …; "" if no boundary allows it."""
    if len(text) <= limit:
        return text
    start = 0 if anchor < limit * 2 // 3 else _boundary_after(text, anchor - limit // 3)
    end = _boundary_before(text, start, start + limit - (2 if start else 1))
    piece = text[start:end].strip()
    if len(piece) < LEAST_CLIP and not _wide(piece):
        return ""
    return (CUT if start else "") + piece + (CUT if start + len(text[start:end]) < len(text) else "")


def _boundary_after(text: str, position: int) -> int:
    stop = min(position + UNBROKEN, len(text))
    found = _BOUNDARY.search(text, max(position, 1), stop)
    return found.start() if found and found.start() < stop else position


def _boundary_before(text: str, start: int, position: int) -> int:
    position = min(position, len(text))
    pause = _last_pause(text, start + (position - start) * 2 // 3, position)
    if pause or position == len(text):
        return pause or position
    floor = max(start, position - UNBROKEN)
    best = _last_boundary(text, floor, position)
    if best > floor:
        return best
    return position if position - start >= UNBROKEN else start


def _last_pause(text: str, start: int, stop: int) -> int:
    """Behind the last pause in `[start, stop)`; 0 when there is none. Looking for each sign is quicker than a pattern."""
    best = first = max(start, 0)
    if stop <= first:
        return 0
    for sign in _PAUSES:
        at = text.rfind(sign, best, stop - 1)
        while at >= 0 and not text[at + 1].isspace():
            at = text.rfind(sign, best, at)
        if at >= 0:
            best = at + 1
    for sign in () if text.isascii() else _WIDE_PAUSES:
        at = text.rfind(sign, best, stop)
        while 0 <= at < stop - 1 and text[at + 1] in _CLOSING:
            at = text.rfind(sign, best, at)
        if at >= 0:
            best = at + 1
    return best if best > first else 0


def _last_boundary(text: str, floor: int, position: int) -> int:
    """The last boundary in `(floor, position]`, else `floor`. A space is looked for first: it is mostly near."""
    space = max(text.rfind(" ", floor, position + 1), text.rfind("\t", floor, position + 1))
    best = floor if space < 0 else min(space + 1, position)
    if best < position and _WIDE.search(text, max(best - 1, 0), position + 1):
        ends = (match.start() for match in _BOUNDARY.finditer(text, best + 1, position + 1))
        best = max((at for at in ends if at <= position), default=best)
    return best


def _wide(text: str) -> bool:
    """Whether it holds a letter of a script without spaces, or an emoji."""
    return _WIDE.search(text) is not None
