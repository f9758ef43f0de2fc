"""Whether a number of a summary follows from the source: as it stands, rounded, in another unit, or reckoned."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from inspector.summary.audit.amounts import MONTHS, Amount
from inspector.summary.audit.claims import Claim
from inspector.summary.audit.fits import fits, is_outcome
from inspector.summary.audit.lexis import forms
from inspector.summary.audit.numbers import NUMBER
from inspector.summary.audit.shapes import Span
from inspector.summary.audit.source import Source

_COUNTED = re.compile(r"(?<![\w.,/:-])(\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d+)?)\s?([a-z%][a-z]*)")
"""A number that counts something, by the word after it."""
_RELATIVE = re.compile(
    r"slower|faster|higher|lower|more|less|drop|decreas|increas|relative|reduc|better|worse|[降升增减快慢]"
)
CLOSE, WIDE = 40, 140
SMALL = 100
"""Characters about a number of the source in which words of the claim are looked for."""
LARGE = 1_000
"""From here on two numbers do not give a third by chance."""
OUTCOMES = ("passed", "failed", "skipped", "errors")
MOST_PLACES = 4_000
MOST_LINES = 150
SHARE = 0.01
"""What a percent is of the whole; a whole number is no share."""
FACTORS: dict[str, tuple[float, ...]] = {
    "s": (1000.0, 1 / 60, 1e-3),
    "sec": (1000.0,),
    "ms": (1e-3, 1e3),
    "min": (60.0, 60_000.0),
    "h": (60.0, 3600.0),
    "%": (SHARE,),
    "kb": (1000.0, 1024.0),
    "mb": (1e6, 2.0**20, 1e3, 1024.0),
    "gb": (1e9, 2.0**30, 1e6, 2.0**20, 1e3, 1024.0),
    "k": (1000.0,),
    "second": (1000.0, 1 / 60),
    "minut": (60.0, 60_000.0),
    "hour": (60.0, 3600.0),
    "day": (24.0, 86_400.0),
    "week": (7.0,),
}


def supported(source: Source, claim: Claim, amount: Amount, here: Sequence[Amount]) -> bool:
    """Whether the value stands in the source beside a word of the claim, or beside another of its numbers."""
    others = (other.text for other in here if other.span != amount.span and other.scaled >= 10)
    if month := amount.month:
        return any(_dated(source, at, amount, month) for at in source.numbers.at(amount.value))
    wanted = (*context(claim, amount), *others)
    return any(_beside(source, value, wanted, amount) for value in _candidates(source, amount))


def context(claim: Claim, amount: Amount) -> tuple[str, ...]:
    """The forms of the words by which the number is known again; all of the sentence where it has none beside it."""
    beside = [form for word in (*amount.before[:5], *amount.after[:5]) for form in forms(word)]
    return tuple(dict.fromkeys(beside)) or tuple(form for word in claim.stems for form in forms(word))


def _candidates(source: Source, amount: Amount) -> Iterator[float]:
    """The values of the source that this number may be."""
    index = source.numbers
    for value in dict.fromkeys((amount.value, amount.scaled)):
        if index.at(value):
            yield value
    if slack := amount.slack:
        yield from index.between(amount.scaled - slack, amount.scaled + slack)
    elif amount.value >= 10 or amount.unit:
        yield from (v for v in index.between(amount.value - 0.5, amount.value + 0.5) if v != int(v))
    unit = amount.unit.lower() or (amount.after[0][:6].rstrip("se") if amount.after else "")
    for factor in FACTORS.get(unit, FACTORS.get(unit + "e", ())):
        room = max(amount.slack / scale(amount), 0.5 * 10**-amount.decimals) * factor
        found = index.between(amount.value * factor - room, amount.value * factor + room)
        yield from (value for value in found if factor != SHARE or value != int(value))


def scale(amount: Amount) -> float:
    """What the unit multiplies the written value by."""
    return amount.scaled / amount.value if amount.value else 1.0


def _beside(source: Source, value: float, wanted: tuple[str, ...], amount: Amount) -> bool:
    places = source.numbers.at(value)
    if len(places) > MOST_PLACES:
        return True
    exact = value in (amount.value, amount.scaled)
    return any(fits(source.low, at, amount, exact) and _known(source, at, wanted, value < SMALL) for at in places)


def _known(source: Source, at: int, wanted: tuple[str, ...], strict: bool) -> bool:
    """Whether words of the claim stand about a place: for a small number a close one, or two."""
    around = _around(source, source.low, at)
    found = [form for form in wanted if form in around]
    if len(found) > 1 or not strict:
        return bool(found)
    return bool(found) and found[0] in source.low[max(at - CLOSE, 0) : at + CLOSE]


def _dated(source: Source, at: int, amount: Amount, month: int) -> bool:
    """Whether a number of the source is the day of this month, in words or in figures."""
    around = source.low[max(at - 14, 0) : at + 16]
    return MONTHS[month - 1] in around or f"-{month:02d}-{int(amount.value):02d}" in source.low[max(at - 4, 0) : at + 4]


def _around(source: Source, low: str, at: int) -> str:
    """What stands about a place, and what was asked for where it is a result."""
    return low[max(at - WIDE, 0) : at + WIDE] + source.about(at)


def derived(source: Source, claim: Claim, amount: Amount, here: Sequence[Amount]) -> bool:
    """Whether the value follows from other numbers of the same sentence, or of one line of the source."""
    if (is_outcome(amount) and not amount.whole) or amount.is_label:
        return False
    others = [other.scaled for other in here if other.span != amount.span and _same_things(amount, other)]
    if _reckoned(amount, others):
        return True
    if _rest(source, claim, amount, here) or _numbered(source, amount):
        return True
    if amount.unit not in ("", "%", "percent", "x", "×"):
        return False
    noun = tuple(form for word in amount.after[:2] or amount.before[:1] for form in forms(word))
    return any(_added(amount, counted, noun) for counted in _lines(source, (*noun, "passed", "failed")))


def _same_things(amount: Amount, other: Amount) -> bool:
    """Whether two numbers of a sentence may be reckoned with: not days with percent, nor hours with restarts."""
    if amount.unit in ("%", "percent", "x", "×"):
        return other.unit != amount.unit or bool(_RELATIVE.search(amount.rest) or _RELATIVE.search(amount.lead))
    if amount.unit != other.unit:
        return False
    things = (amount.after[:1], other.after[:1])
    return not all(things) or things[0] == things[1] or min(amount.scaled, other.scaled) >= LARGE


def _rest(source: Source, claim: Claim, amount: Amount, here: Sequence[Amount]) -> bool:
    """Whether it is all but one of what the source counts: "the new test and 56 others"."""
    if not amount.after or amount.after[0] not in ("others", "other", "more", "further", "remaining"):
        return False
    return any(supported(source, claim, amount._replace(value=amount.value + by), here) for by in (1, -1))


def _numbered(source: Source, amount: Amount) -> bool:
    """Whether the source numbers so many things, from 0 or 1 on, with leading zeros: part-00095 is the 96th."""
    digits = str(int(amount.value) - 1)
    return len(digits) > 1 and any(
        source.find(f"{sign}{zeros}{digits}", left=False) for sign in "-_" for zeros in ("000", "00")
    )


def _added(amount: Amount, counted: Sequence[tuple[float, str]], noun: tuple[str, ...]) -> bool:
    """Whether counts of one line, of which one is of the same things, add up to the number."""
    same = [value for value, word in counted if word.startswith((*noun, *OUTCOMES))]
    return _reckoned(amount, same, counts=True)


def _reckoned(amount: Amount, values: Sequence[float], counts: bool = False) -> bool:
    """Whether two of the numbers, or all of them, give this one; `counts` are added only."""
    values = values[:12]
    if len(values) < 2:
        return False
    slack = 0.0 if counts else amount.slack
    slack = max(slack, 0.5 * 10**-amount.decimals * 0.999 if amount.decimals else 0.0) + 1e-9
    if abs(sum(values) - amount.scaled) <= slack and len(values) > 2:
        return True
    return any(
        abs(got - amount.value) <= max(slack, room)
        for a, b in combinations(values, 2)
        for got, room in _pair(amount, a, b, counts)
    )


def _pair(amount: Amount, a: float, b: float, counts: bool) -> Iterator[tuple[float, float]]:
    """What two numbers give, with the room that rounding needs."""
    rounding = 0.5 * 10**-amount.decimals + 1e-9
    if amount.unit in ("%", "percent") or (amount.after and amount.after[0] == "percent"):
        for x, y in ((a, b), (b, a)):
            if y:
                yield 100 * x / y, rounding
                yield 100 * (1 - x / y), rounding
                yield 100 * (x / y - 1), rounding
    elif amount.unit in ("x", "×") or "times" in amount.after[:1]:
        yield from ((x / y, rounding) for x, y in ((a, b), (b, a)) if y)
    else:
        yield a + b, 0.0
        if not counts:
            yield abs(a - b), 0.0


def _lines(source: Source, wanted: tuple[str, ...]) -> Iterator[list[tuple[float, str]]]:
    """The counts of the lines of the source in which a wanted word stands, each with the word after it."""
    low = source.low
    seen: set[int] = set()
    for form in wanted:
        for count, at in enumerate(source.occurrences(form, right=False)):
            start = low.rfind("\n", max(at - 300, 0), at) + 1
            if start not in seen:
                seen.add(start)
                end = low.find("\n", at, at + 300)
                line = low[max(start, at - 300) : end if end >= 0 else at + 300]
                counted = [(float(digits.replace(",", "")), word) for digits, word in _COUNTED.findall(line)]
                if len(counted) > 1:
                    yield counted
            if count > MOST_LINES:
                break


def rivals(source: Source, claim: Claim, amount: Amount) -> tuple[Span, ...]:
    """Where the source has another number beside the same word, about the same thing."""
    rest = tuple(form for word in claim.stems for form in forms(word) if len(form) > 2)
    for words, after in ((amount.after[:1], True), (amount.before[:1], False)):
        for form in (form for word in words for form in forms(word)[:1] if len(form) > 2):
            if (span := _rival(source, form, amount, rest, after)) is not None:
                return (span,)
    return ()


def _rival(source: Source, form: str, amount: Amount, rest: tuple[str, ...], after: bool) -> Span | None:
    low = source.low
    for count, at in enumerate(source.occurrences(form, right=False)):
        start, end = (at - 14, at) if after else (at + len(form), at + len(form) + 24)
        for found in NUMBER.finditer(low, max(start, 0), end):
            around = low[max(at - WIDE, 0) : at + WIDE]
            if sum(other in around for other in rest if other != form) >= 2:
                return source.span(found.start(), found.end())
        if count > MOST_PLACES:
            break
    return None
