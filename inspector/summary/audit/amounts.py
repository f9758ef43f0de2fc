"""The numbers of a summary: value, precision, unit, and the words beside each, by which it is known again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.summary.audit.atoms import Covered
from inspector.summary.audit.claims import Claim
from inspector.summary.audit.lexis import carries, pairs
from inspector.summary.audit.shapes import Range

_NUMBER = re.compile(
    r"(?<![\w.,/#@:])(?<!\d[-–])([~≈]\s?)?([$€£¥])?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w.]*[_@])"
    r"(?:\s?(%|percent\b|[kKMGT]i?[Bb]\b|[kKM]\b|ms\b|µs\b|us\b|ns\b|s\b|sec\b|min\b|h\b|x\b|×|B\b|million\b"
    r"|billion\b|thousand\b|mn\b|bn\b|万|亿))?(?!\w)"
)
_RANGE = re.compile(r"(?<=\d[-–])(\d+)(?![\w.])")
WORDS = {
    name: value
    for value, name in enumerate(
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"], 2
    )
}
_WORD_NUMBER = re.compile(rf"\b({'|'.join(WORDS)})\b(?!-)", re.I)
_ABOUT = re.compile(
    r"(?:~|≈|about|around|roughly|nearly|almost|approximately|approx\.?|over|more than|some|at least|under|less than|up to"
    r"|大约|约|近|超过)\s*[$€£¥]?$",
    re.I,
)
_SMALL_WORDS = (
    "to|from|of|by|than|is|are|was|were|be|and|or|had|has|have|left|with|only|about|for|as|at|in|on|not|gives|total"
)
_OF = re.compile(r"\b(?:of|out of|of the)\s*$")
_BOUND = r"at most|at least|up to|最多|至少|不超过|不能超过|不要超过|不得超过"
_LIMIT = re.compile(rf"(?:{_BOUND}|under|less than|below|不到)\s*$")
_CAP = re.compile(rf"(?:{_BOUND})\s*$")
_FORBIDDEN = re.compile(
    r"(?:\b(?:no|not|never|cannot)\b|n't\b)[^.,;:]{0,25}\b(?:more|less|fewer|longer|larger|higher|over|above|exceed\w*)"
    r"(?: than)?\s*$|(?:不能|不要|不得|不许|不可|不准|不应|别)[^，。；]{0,12}(?:超过|多于|少于|大于|小于|低于|高于)\s*$",
    re.I,
)
_LABELLED = re.compile(rf"(?<!\w)(?!(?:{_SMALL_WORDS}) $)[a-z]{{2,}} $")
_ENDED = re.compile(r"\s*(?:$|[.,;:)\]|])")
_MONTH_AFTER = re.compile(
    r"(?:st|nd|rd|th)?(?:\s*(?:[-–,]|to|and|or|until)\s*\d{1,2}(?:st|nd|rd|th)?)*(?: of)?\s+([a-z]{3,9})"
)
_MONTH_BEFORE = re.compile(r"\b([a-z]{3,9})\.? (?:\d{1,2}(?:\s*[-–,]|\s+(?:to|and))\s*)*$")
_NEIGHBOUR = re.compile(r"[A-Za-z][a-z]+|[A-Z]+|[\u3400-\u9fff]{2,}")
SCALES = {
    "k": 1e3,
    "K": 1e3,
    "M": 1e6,
    "million": 1e6,
    "billion": 1e9,
    "thousand": 1e3,
    "mn": 1e6,
    "bn": 1e9,
    "万": 1e4,
    "亿": 1e8,
}
AROUND = 60
LONGEST = 24
"""Characters of a number; a longer run of digits is none."""
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Amount(NamedTuple):
    """A number as written. `after` and `before` are the words beside it, in small letters; `words` all those of its clause."""

    text: str
    value: float
    decimals: int
    unit: str
    about: bool
    span: Range
    before: tuple[str, ...]
    after: tuple[str, ...]
    spelled: bool = False
    lead: str = ""
    rest: str = ""
    """What stands just before and just after, in small letters."""
    forbidden: bool = False
    """Whether more, or less, is not allowed."""

    @property
    def limit(self) -> bool:
        """Whether it is the most or the least that something may be."""
        return self.forbidden or bool(_LIMIT.search(self.lead))

    @property
    def is_bound(self) -> bool:
        """Whether it is a bound that somebody set: those are quoted, and not rounded."""
        return self.forbidden or bool(_CAP.search(self.lead))

    @property
    def is_label(self) -> bool:
        """Whether it names a thing: API 33, line 41, batch 1184."""
        return not self.unit and bool(_LABELLED.search(self.lead) and _ENDED.match(self.rest))

    @property
    def is_name(self) -> bool:
        """Whether leading zeros say that it numbers a thing, and is no amount: migration 0414."""
        return len(self.text) > 2 and self.text[0] == "0" and self.text.isdigit()

    @property
    def whole(self) -> bool:
        """Whether it says of how many: what others add up to."""
        return bool(_OF.search(self.lead))

    @property
    def slack(self) -> float:
        """By how much the true value may differ when this one is rounded."""
        scale = SCALES.get(self.unit, 1.0)
        if self.decimals or scale > 1:
            return float(0.5 * scale * 10**-self.decimals * (1.1 if scale > 1 else 1))
        digits = str(int(self.value))
        zeros = len(digits) - len(digits.rstrip("0"))
        if self.limit:
            return 0.0
        if self.about:
            return max(0.5 * 10.0**zeros, self.value * 0.025)
        return 0.5 * 10.0**zeros if zeros >= 2 and self.value >= 1_000 else 0.0

    @property
    def month(self) -> int:
        """The month of which this is the day, 0 when it is none."""
        if self.unit or self.decimals or not 1 <= self.value <= 99:
            return 0
        found = _MONTH_AFTER.match(self.rest) or _MONTH_BEFORE.search(self.lead)
        return next((n for n, name in enumerate(MONTHS, 1) if _is_month(found[1], name)), 0) if found else 0

    @property
    def scaled(self) -> float:
        return self.value * SCALES.get(self.unit, 1.0)


def amounts(claim: Claim, taken: Sequence[Range]) -> Iterator[Amount]:
    """The numbers of a sentence that are no part of a path, a name or a list's numbering."""
    covered = Covered([Range(r.start - claim.start, r.end - claim.start) for r in taken])
    for found in sorted(_found(claim.text), key=lambda match: match.start()):
        digits = found.lastindex and found.re is _NUMBER and found.start(3)
        start = int(digits) if digits else found.start()
        if found.end() - start <= LONGEST and not covered.holds(start):
            yield _amount(claim, found, start)


def _found(text: str) -> Iterator[re.Match[str]]:
    yield from _NUMBER.finditer(text)
    yield from _RANGE.finditer(text)
    yield from _WORD_NUMBER.finditer(text)


def _amount(claim: Claim, found: re.Match[str], start: int) -> Amount:
    text, end = claim.text, found.end()
    before, after = _beside(text[max(start - AROUND, 0) : start])[::-1], _beside(text[end : end + AROUND])
    spelled = found.re is _WORD_NUMBER
    if found.re is _NUMBER:
        decimals = len(found[4] or ".") - 1
        value, unit = float(found[3].replace(",", "") + (found[4] or "")), (found[5] or found[2] or "")
    else:
        decimals, unit = 0, ""
        value = float(WORDS[found[0].lower()] if spelled else found[0])
    about = bool(_ABOUT.search(text[max(start - 20, 0) : start])) or text[end : end + 1] == "+"
    span = Range(claim.start + start, claim.start + end)
    lead, rest = text[max(start - 14, 0) : start].lower(), text[end : end + 30].lower()
    forbidden = _FORBIDDEN.search(text[max(start - AROUND, 0) : start]) is not None
    return Amount(text[start:end], value, decimals, unit, about, span, before, after, spelled, lead, rest, forbidden)


def _beside(text: str) -> tuple[str, ...]:
    found = (
        part for run in _NEIGHBOUR.findall(text) for part in (pairs(run) if run[0] >= "\u3400" else (run.lower(),))
    )
    return tuple(word for word in found if carries(word))


def _is_month(word: str, name: str) -> bool:
    return word.startswith(name) and (
        word == name or word.endswith(("ary", "ch", "il", "may", "ne", "ly", "st", "ber"))
    )
