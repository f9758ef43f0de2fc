"""Whether a number may be the writer's own sum: what two numbers give that stand together, here or in the record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from inspector.summary.audit.amounts import WORDS, Amount
from inspector.summary.audit.claims import Claim
from inspector.summary.audit.numbers import LONGEST, NUMBER
from inspector.summary.audit.source import Source

MOST_PLACES, MOST_NUMBERS, ON_LINE = 60, 60, 12
"""Places of a number that are looked at, and numbers about each, or on one line, that are reckoned with."""
AROUND, LONG = 200, 3_000
"""Characters about a place in which the other number stands; of a message that is read."""
BEFORE, AFTER = 25, 30
"""Characters about a number in which a word stands that says what it is of another."""
SHARED = 3
"""Words of the sentence that a line has whose numbers are reckoned with."""
LONG_WORD = 4
LARGE, LEAST = 1_000, 100
"""From here on a number is a sum by chance seldom enough; what it is reckoned from, at least."""
_WHOLE = re.compile(r"\b(?:out )?of (?:all |the |these |those |its |their )*$")
_OF_ALL = re.compile(r"\s*(?:of|out of)(?: the| these| all)? \d")
_RELATION = re.compile(
    r"\b(?:below|above|left|remain\w*|more|less|fewer|rest|total|all in all|altogether|together|sum|difference|by|cut|drop\w*"
    r"|another|others?|half|i\.e|that is|slower|faster|higher|lower|rose|grew|f[ae]ll|over|under|short|missing|outstanding"
    r"|still|to go|out of|of the|not|without|except|from|after|instead|would amount|davon|weniger|mehr|übrig|insgesamt|zusammen"
    r"|reste\w*|de plus|de moins|au total|quedan|más|menos)\b|[相之]?差|[共总剩余多少高低]|合计|占|其余|另外",
    re.I,
)
"""Words that set a number beside another: what is left of it, how far it is from it, what both make."""
_PERCENT = ("%", "percent")
_PART_OF = re.compile(rf"\b({'|'.join(WORDS)}) (?:out )?of (?:all |the |these |those )*$")
"""A part in words: "three of the 47"."""


def may_be_reckoned(
    source: Source, claims: Sequence[Claim], here: Sequence[Sequence[Amount]], at: int, amount: Amount
) -> bool:
    """Whether numbers that stand together give this one. `here` holds the numbers of each sentence, `at` is its own.

    Without a word that sets it beside another number, only two of its own sentence may give it, or a percentage two of a
    line that has its words.
    """
    own = [other.scaled for other in here[at] if other.span != amount.span]
    if _gives(amount, own, product=True) or _is_part(source, here[at], amount):
        return True
    related = _is_related(claims[at], amount)
    if (related or _is_share(amount)) and any(_gives(amount, line) for line in _lines(source, claims[at], amount)):
        return True
    beside = [other.scaled for by in (-1, 1) if 0 <= at + by < len(here) for other in here[at + by]]
    return related and (_gives(amount, own + beside) or (_is_rare(amount) and _with_another(source, amount, own)))


def _is_part(source: Source, here: Sequence[Amount], amount: Amount) -> bool:
    """Whether it is what is left of a whole that the sentence names before it: "of the 137 volumes 79 …"."""
    before = (other for other in here if other.span < amount.span and _WHOLE.search(other.lead))
    return _with_another(source, amount, [whole.scaled for whole in before if whole.scaled > amount.value])


def _with_another(source: Source, amount: Amount, values: Sequence[float]) -> bool:
    """Whether one of the values gives the number, with another that stands near it in the source."""
    return any(_fits(amount, value, other) for value in values for other in _about(source, value))


def _is_rare(amount: Amount) -> bool:
    """Whether two numbers seldom give it by chance, or it is said to be so many of so many."""
    return amount.value >= LEAST or amount.decimals > 0 or _is_share(amount) or bool(_OF_ALL.match(amount.rest))


def _is_share(amount: Amount) -> bool:
    return amount.unit in _PERCENT or amount.after[:1] == ("percent",)


def _is_related(claim: Claim, amount: Amount) -> bool:
    start, end = amount.span.start - claim.start, amount.span.end - claim.start
    return _RELATION.search(claim.text[max(start - BEFORE, 0) : end + AFTER]) is not None


def _gives(amount: Amount, values: Sequence[float], product: bool = False) -> bool:
    """Whether two of the values, or all of them, give the number."""
    if len(values) > 2 and _fits(amount, sum(values), 0.0):
        return True
    room = _room(amount)
    return any(
        _fits(amount, one, other, room) or (product and abs(one * other - amount.scaled) <= room)
        for one, other in set(combinations(values[:MOST_NUMBERS], 2))
    )


def _fits(amount: Amount, one: float, other: float, room: float | None = None) -> bool:
    """Whether sum, difference or, of a share or a multiple, quotient of two numbers is this one, as it is rounded.

    `room` is what `_room` says, where it is known.
    """
    room = _room(amount) if room is None else room
    wanted = {amount.value, amount.scaled}
    return any(abs(got - value) <= room for got in _results(amount, one, other) for value in wanted)


def _results(amount: Amount, one: float, other: float) -> Iterator[float]:
    share, multiple = _is_share(amount), amount.unit in ("x", "×")
    if not share and not multiple:
        yield from (one + other, abs(one - other))
        return
    for part, whole in ((one, other), (other, one)):
        if whole:
            yield from (
                (100 * part / whole, 100 - 100 * part / whole, 100 * part / whole - 100) if share else (part / whole,)
            )


def _room(amount: Amount) -> float:
    rounded = amount.decimals or amount.unit in _PERCENT or amount.about
    return max(0.5 * 10**-amount.decimals if rounded else 0.0, amount.slack) + 1e-9


def _about(source: Source, value: float) -> Iterator[float]:
    """The numbers that stand near a value in the same message."""
    for at in source.numbers.at(value)[:MOST_PLACES]:
        start, end = source.bounds(at)
        yield from _numbers(source.low[max(start, at - AROUND) : min(end, at + AROUND)])
        if part := _PART_OF.search(source.low[max(start, at - AROUND) : at]):
            yield float(WORDS[part[1]])


def _lines(source: Source, claim: Claim, amount: Amount) -> Iterator[list[float]]:
    """The numbers of each line that has some words of a sentence; of each message for a large number, rare by chance."""
    wanted = [word for word in claim.stems if word.isalpha() and (len(word) >= LONG_WORD or word >= "\u3040")]
    large = amount.scaled >= LARGE
    for piece in source.pieces:
        text = piece.text[:LONG].lower()
        for line in [text] if large else text.split("\n"):
            if sum(word in line for word in wanted) >= (1 if large else SHARED - _is_share(amount)):
                found = [each for each in dict.fromkeys(_numbers(line)) if not large or each >= LEAST]
                if 2 <= len(found) <= ON_LINE:
                    yield found


def _numbers(text: str) -> Iterable[float]:
    found = (each.replace(",", "") for each in NUMBER.findall(text))
    return islice((float(each) for each in found if len(each) <= LONGEST), MOST_NUMBERS)
