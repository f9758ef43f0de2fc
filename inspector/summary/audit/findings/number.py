"""Numbers that the source neither states nor yields by rounding, by another unit, or by adding up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from inspector.summary.audit.amounts import Amount, amounts
from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.converted import ABOUT, is_measure, is_part_of_time, may_be_converted
from inspector.summary.audit.derive import derived, rivals, supported
from inspector.summary.audit.fits import TIME, is_outcome, is_time
from inspector.summary.audit.reckoned import may_be_reckoned
from inspector.summary.audit.register import keeps_words
from inspector.summary.audit.replaced import replaced
from inspector.summary.audit.shapes import Finding
from inspector.summary.audit.slips import may_be_slip
from inspector.summary.audit.source import Source, lowered

SMALL = 12
"""Whole numbers up to this are counted from things more often than they are quoted."""
COUNTED = 10
"""Under this, things are counted; the source need not hold the number."""
_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")
BEHIND = 8
"""Characters before a number by which it is known in its place."""
LARGE = 1_000
"""From here on a number that the source has anywhere is no invention."""
BEGUN = 3
"""Letters of a thing that follow on its number: minutes are written min."""
LEAST_TAIL = 3
"""Digits that say by themselves which name they number."""
_NAME_BEFORE = re.compile(r"(?<![^\W_])[a-z]{1,10}\Z")
_LONG_TIME = re.compile(r" ?(?:day|week|month|year|天|周|个?月|年)")
_OTHER = "the source has another number there than "
_MISSING = "the source has no number "


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every number of the summary without ground, or one where the source has another in its place."""
    taken = summary.atoms.taken
    claims = [claim for claim in summary.claims if not claim.is_heading]
    found = [list(amounts(claim, taken)) for claim in claims]
    for at, (claim, here) in enumerate(zip(claims, found, strict=True)):
        for amount in here:
            if (finding := _judged(source, claim, amount, here)) is not None:
                sure = not _may_be_worked_out(source, claims, found, at, amount) or keeps_words(source, summary)
                yield finding if sure else replace(finding, certain=False)


def _may_be_worked_out(
    source: Source, claims: Sequence[Claim], found: Sequence[Sequence[Amount]], at: int, amount: Amount
) -> bool:
    """Whether a writer may have converted or reckoned it; bounds and what numbers a thing are quoted."""
    if amount.limit or amount.is_bound or amount.is_label or may_be_slip(source, claims[at], amount):
        return False
    return may_be_converted(source, amount) or may_be_reckoned(source, claims, found, at, amount)


def _judged(source: Source, claim: Claim, amount: Amount, here: Sequence[Amount]) -> Finding | None:
    if amount.spelled or (
        amount.value < COUNTED and not amount.unit and not amount.decimals and not is_outcome(amount)
    ):
        return None
    if amount.is_name:
        known = _is_named(source, amount.text)
        return None if known else Finding("unsourced number", _MISSING + amount.text, amount.span)
    if (
        _is_tail(source, amount)
        or supported(source, claim, amount, here)
        or _in_place(source, claim, amount)
        or _of_thousands(source, amount)
        or is_part_of_time(source, claim, amount)
    ):
        return None
    if places := replaced(source, claim, amount):
        return Finding("unsourced number", _OTHER + amount.text.strip(), amount.span, places)
    if derived(source, claim, amount, here):
        return None
    there = _is_there(source, amount)
    if there and (amount.scaled >= LARGE or amount.decimals):
        return None
    places = () if amount.about else rivals(source, claim, amount)
    certain = (
        not there
        and not amount.spelled
        and (amount.value > SMALL or amount.decimals)
        and (may_be_slip(source, claim, amount) or not _may_be_about(source, amount))
    )
    if not certain and not places:
        return None
    what = _OTHER if places else _MISSING
    return Finding("unsourced number", what + amount.text.strip(), amount.span, places)


def _in_place(source: Source, claim: Claim, amount: Amount) -> bool:
    """Whether it stands in the source behind the very same words."""
    start, end = (at - claim.start for at in amount.span)
    return start >= BEHIND and lowered(claim.text[start - BEHIND : end]) in source.low


def _of_thousands(source: Source, amount: Amount) -> bool:
    """Whether its point parts thousands, as in 46.950 of other languages, and the source has that number."""
    return _THOUSANDS.fullmatch(amount.text.strip()) is not None and bool(
        source.numbers.at(float(amount.text.replace(".", "")))
    )


def _is_named(source: Source, digits: str) -> bool:
    """Whether the source has these very digits, alone or as a part of a name: 0414 is in `0414_swap.sql`."""
    return any(
        not source.low[max(at - 1, 0) : at].isdigit()
        and not source.low[at + len(digits) : at + len(digits) + 1].isdigit()
        for at in source.occurrences(digits, left=False, right=False)
    )


def _is_tail(source: Source, amount: Amount) -> bool:
    """Whether it is what numbers a name: 2312 of v2312, 1184 of `batch1184`."""
    return (
        len(amount.text) >= LEAST_TAIL
        and amount.text.isdigit()
        and any(
            _NAME_BEFORE.search(source.low, max(at - 12, 0), at) for at in source.occurrences(amount.text, left=False)
        )
    )


def _is_there(source: Source, amount: Amount) -> bool:
    """Whether the source has the value anywhere; 7.0 is not the 7 of a name."""
    places = [*source.numbers.at(amount.value), *source.numbers.at(amount.scaled)]
    if amount.decimals and amount.value == int(amount.value):
        return any(re.match(r"\d+\.\d", source.low[at : at + 12]) for at in places)
    return any(not is_time(source.low, at, at + len(str(int(amount.value)))) for at in places)


def _may_be_about(source: Source, amount: Amount) -> bool:
    """Whether it may stand for another one; nobody says "about 62 names", but times are reckoned."""
    if amount.is_bound:
        return False
    if amount.limit:
        return any(
            _in_unit(source, value, amount) for value in source.numbers.between(0.8 * amount.scaled, amount.scaled)
        )
    if not amount.about or not _is_near(source, amount):
        return False
    return amount.value % 5 == 0 or bool(amount.unit and not amount.decimals) or bool(TIME.match(amount.rest))


def _is_near(source: Source, amount: Amount) -> bool:
    """Whether the source has something that it may be about. Days and longer are reckoned from dates."""
    if is_measure(amount):
        return bool(_LONG_TIME.match(amount.rest)) or may_be_converted(source, amount)
    room = ABOUT * amount.scaled
    return next(source.numbers.between(amount.scaled - room, amount.scaled + room), None) is not None


def _in_unit(source: Source, value: float, amount: Amount) -> bool:
    """Whether the source has the value of this unit, or of these things, somewhere."""
    own = amount.unit.lower() or (amount.after[0][:BEGUN] if amount.after else "")
    return any(own in source.low[at : at + len(str(int(value))) + 8] for at in source.numbers.at(value))
