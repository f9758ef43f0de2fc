"""Words joined by a slash where the source has others, of which one is the same, between the same words."""

from __future__ import annotations

import re
from itertools import islice

from inspector.summary.audit.atoms import Atom
from inspector.summary.audit.source import Source

BESIDE, AROUND, MOST = 2, 60, 200
"""Words in a row on one side, or one on each, that are the same; characters in which they stand; places that are looked at."""
SHORT = 3
"""Letters of words that stand anywhere: "in the"."""
_BEFORE, _AFTER = re.compile(r"[\w./~@+-]*\Z"), re.compile(r"[\w./~@+-]*")
_WORD = re.compile(r"[a-z][a-z'-]*|[\u3040-\u9fff]|\d+|[,;:]")


def is_replaced(source: Source, text: str, atom: Atom) -> bool:
    """Whether the source has another path in the same words: "migrations under db/migrations" for "… under db/models"."""
    first, slash, last = atom.text.lower().strip("/").rpartition("/")
    if not slash or not first or not last:
        return False
    before, after = _beside(text.lower(), atom.span.start, atom.span.end)
    head, tail = (f"{first}/", True), (f"/{last}", False)
    for part, left in (head, tail):
        for at in islice(source.occurrences(part, left=left, right=not left), MOST):
            start, end = _token(source.low, at, at + len(part))
            if _same(before, after, *_beside(source.low, start, end)):
                return True
    return False


def _token(low: str, start: int, end: int) -> tuple[int, int]:
    """All of the path that a stretch belongs to."""
    head, tail = _BEFORE.search(low, max(start - AROUND, 0), start), _AFTER.match(low, end, end + AROUND)
    stop = tail.end() if tail else end
    while low[stop - 1] in ".-" and stop > end:
        stop -= 1
    return head.start() if head else start, stop


def _beside(low: str, start: int, end: int) -> tuple[list[str], list[str]]:
    """The words before, from the nearest on, and those after."""
    before = _WORD.findall(low[max(start - AROUND, 0) : start].rpartition("\n")[2])
    after = _WORD.findall(low[end : end + AROUND].partition("\n")[0])
    return before[::-1][:BESIDE], after[:BESIDE]


def _same(before: list[str], after: list[str], other: list[str], follow: list[str]) -> bool:
    """Whether two words on one side are the same, or one on each, and one of them tells something."""
    if len(before) == BESIDE and before == other and any(map(_tells, before)):
        return True
    if len(after) == BESIDE and after == follow and any(map(_tells, after)):
        return True
    both = bool(before and after and other and follow) and before[0] == other[0] and after[0] == follow[0]
    return both and (_tells(before[0]) or _tells(after[0]))


def _tells(word: str) -> bool:
    return len(word) > SHORT or word >= "\u3040"
