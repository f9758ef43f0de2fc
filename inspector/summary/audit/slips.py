"""Whether the source has nearly this number, with one digit another, of the same things: then it is no sum, but a slip."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.summary.audit.amounts import Amount
from inspector.summary.audit.claims import Claim
from inspector.summary.audit.converted import ABOUT
from inspector.summary.audit.lexis import forms
from inspector.summary.audit.source import Source

AFTER, AROUND = 24, 90
"""Characters behind a number in which its unit or thing stands; about it in which words of the sentence stand."""
SHARED = 2
"""Words of the sentence that stand about it."""
LONG_WORD = 4
MOST_PLACES = 200


def may_be_slip(source: Source, claim: Claim, amount: Amount) -> bool:
    """Whether one digit of the number, or a nought at its end, parts it from one that the source has of the same things.

    What is only nearly the number is no such one where that is said to be about it.
    """
    wanted = _words(claim)
    room = ABOUT * amount.value if amount.about or amount.limit else 0.0
    return any(
        _same_things(source, at, digits, amount, wanted)
        for digits in _nearly(amount)
        if abs(float(digits) - amount.value) > room
        for at in source.numbers.at(float(digits))[:MOST_PLACES]
    )


def _nearly(amount: Amount) -> Iterator[str]:
    """The digits with one of them changed, or without the nought at the end."""
    digits = f"{amount.value:.{amount.decimals}f}"
    for at, sign in enumerate(digits):
        if sign.isdigit():
            yield from (
                digits[:at] + other + digits[at + 1 :]
                for other in "0123456789"
                if other != sign and not (at == 0 and other == "0" and len(digits) > 1 and digits[1] != ".")
            )
    if len(digits) > 2 and digits.isdigit() and digits[-1] == "0":
        yield digits[:-1]


def _same_things(source: Source, at: int, digits: str, amount: Amount, wanted: frozenset[str]) -> bool:
    """Whether the number at a place has as many decimals, and the unit or the words of this one."""
    low, start_end = source.low, source.bounds(at)
    end = at + len(digits) + digits.isdigit() * low[at : at + len(digits) + 1].count(",")
    if low[at:end].replace(",", "") != digits or low[end : end + 2].strip(" ,;")[:1].isdigit():
        return False
    rest = low[end : min(end + AFTER, start_end[1])]
    own = (amount.unit.lower() or "").strip() or (amount.after[0] if amount.after else "")
    unit = bool(own) and any(form in rest for form in (forms(own) if own.isalpha() else (own,)))
    around = low[max(at - AROUND, start_end[0]) : min(end + AROUND, start_end[1])]
    shared = sum(word in around for word in wanted)
    return shared >= SHARED - unit


def _words(claim: Claim) -> frozenset[str]:
    return frozenset(word for word in claim.stems if word.isalpha() and (len(word) >= LONG_WORD or word >= "\u3040"))
