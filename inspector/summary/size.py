"""How big a summary is, in the unit its limit is given in, and how a text is cut to fit."""

from __future__ import annotations

from collections.abc import Callable

from inspector.engine.summariser import SummaryRequest
from inspector.summary.sections import EARLIER
from inspector.summary.text import CUT, clip

Measure = Callable[[str], int]

LEAST, WRAPPED = 24, 60
"""Tokens that even the summary of very little may have, and those that a policy may put round a summary."""
DEFAULT_TOKENS = 1_500
"""The bound of a summary whose request gives none."""


def estimate(text: str) -> int:
    """Tokens, estimated from above for most text: 4 ASCII characters each; about 1 CJK character, 1.6 Cyrillic letters."""
    size = len(text)
    if text.isascii():
        return (size + 3) // 4
    return (
        3 * len(text.encode("utf-8", "surrogatepass")) - size + 7
    ) // 8  # 2 for a character, 3 for each further byte


def utf8(text: str) -> int:
    """Bytes in UTF-8. A lone surrogate counts three, as some writers store it."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def measure_for(unit: str, tokens: Measure | None) -> Measure:
    """The measure of a unit: bytes and chars are counted, tokens by the given counter or by estimate."""
    if unit == "bytes":
        return utf8
    if unit == "chars":
        return len
    return tokens or estimate


def source_bound(request: SummaryRequest, enough: int, unit: str) -> int:
    """What a summary may have so that the view becomes smaller by it: the earlier summary and three quarters of what is new.

    The input is estimated, and only until it is clearly enough for `enough` units.
    """
    measure, token = measure_for(unit, None), scale(unit)
    earlier = [part.text for part in request.parts if part.source.kind == "summary" and part.name == EARLIER]
    previous = sum(map(measure, (request.previous, *earlier)))
    wrapped = 0 if previous else WRAPPED * token
    clearly = 2 * (enough + wrapped)
    start = 4 * clearly + 8  # so much of one text is clearly enough
    size = 0
    for part in request.parts:
        if size > clearly:
            break
        if part.name == EARLIER:
            continue
        text = part.text
        size += measure(text[:start]) if text else sum(measure(str(value)) for value in part.source.input.values())
    return max(LEAST * token, previous + min(size * 3 // 4, size - wrapped))


def scale(unit: str) -> int:
    """About how many units one token is; only used to decide what is worth showing, never to count."""
    return 4 if unit in ("bytes", "chars") else 1


def cut_to(text: str, room: int, measure: Measure, anchor: int = 0) -> str:
    """A clip of the text (its `anchor` inside) that fills `room` and measures no more; "" when there is none."""
    if measure(text) <= room:
        return text
    limit = _head(text, room, measure) + len(CUT)
    if anchor < limit * 2 // 3:
        piece = clip(text, limit + 1, anchor)  # a comma is only known by the space behind it
        piece = piece if measure(piece) <= room else clip(text, limit, anchor)
    else:
        piece = _searched(text, room, measure, anchor)
    return piece if piece.strip(CUT + " ") and measure(piece) <= room else ""


def _head(text: str, room: int, measure: Measure) -> int:
    """How many characters from the start fit with the mark of a cut: counting them is quicker than clipping them."""
    low, high = _bounds(text, room, measure)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle] + CUT) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _bounds(text: str, room: int, measure: Measure) -> tuple[int, int]:
    """The least and the most characters that can fit. What `estimate` says of ASCII is known without asking it."""
    most = min(len(text), max(room, 1) * 8)
    if measure is not estimate:
        return 0, most
    ascii_alone, further = max(4 * room - 4, 0), utf8(text) - len(text)
    return min(max(ascii_alone - (3 * further + 1) // 2, 0), most), min(ascii_alone, most)


def _searched(text: str, room: int, measure: Measure, anchor: int) -> str:
    low, high = 0, min(len(text), max(room, 1) * 8)
    best = ""
    while low < high:
        middle = (low + high + 1) // 2
        piece = clip(text, middle, anchor)
        if measure(piece) <= room:
            low, best = middle, piece or best
        else:
            high = middle - 1
    return best
