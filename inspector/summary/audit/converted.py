"""Whether a number is one of the source in another unit, rounded, or the time between two of its clock times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice

from inspector.summary.audit.amounts import Amount
from inspector.summary.audit.claims import Claim
from inspector.summary.audit.numbers import NUMBER
from inspector.summary.audit.source import Source

_KINDS: tuple[tuple[str, tuple[float, ...], str], ...] = (
    ("time", (1e-6,), r"µs|us(?![a-z])|microsec\w*|微秒"),
    ("time", (1e-3,), r"ms|msecs?(?![a-z])|millis\w*|毫秒"),
    ("time", (1.0,), r"s(?:ec(?:ond)?s?)?(?![a-z])|秒"),
    ("time", (60.0,), r"m(?:in(?:ute)?s?)?(?![a-z])|分钟?"),
    ("time", (3600.0,), r"h(?:ours?|rs?)?(?![a-z])|个?小时"),
    ("time", (86_400.0,), r"d(?:ays?)?(?![a-z])|天"),
    ("time", (604_800.0,), r"w(?:eeks?)?(?![a-z])|周"),
    ("time", (2_629_800.0, 2_592_000.0), r"months?(?![a-z])|个月"),
    ("size", (1.0,), r"b(?:ytes?)?(?![a-z])|字节"),
    ("size", (1e3, 2.0**10), r"ki?b|kilobytes?"),
    ("size", (1e6, 2.0**20), r"mi?b|mb?(?![a-z])|megabytes?|兆"),
    ("size", (1e9, 2.0**30), r"gi?b|gb?(?![a-z])|gigabytes?"),
    ("size", (1e12, 2.0**40), r"ti?b|tb?(?![a-z])|terabytes?"),
    ("length", (1e-3,), r"mm(?![a-z])|毫米"),
    ("length", (1e-2,), r"cm(?![a-z])|厘米"),
    ("length", (1.0,), r"m(?:et(?:er|re)s?)?(?![a-z])|米"),
    ("length", (1e3,), r"km(?![a-z])|公里|千米"),
    ("weight", (1e-3,), r"mg(?![a-z])"),
    ("weight", (1.0,), r"g(?:rams?)?(?![a-z])|克"),
    ("weight", (1e3,), r"kg(?![a-z])|公斤|千克"),
    ("weight", (1e6,), r"t(?:ons?|onnes?)?(?![a-z])|吨"),
    ("frequency", (1.0,), r"hz"),
    ("frequency", (1e3,), r"khz"),
    ("frequency", (1e6,), r"mhz"),
    ("frequency", (1e9,), r"ghz"),
    ("current", (1e-6,), r"[uµ]a(?![a-z])"),
    ("current", (1e-3,), r"ma(?![a-z])"),
    ("current", (1.0,), r"a(?:mps?)?(?![a-z])"),
    ("voltage", (1e-3,), r"mv(?![a-z])"),
    ("voltage", (1.0,), r"v(?:olts?)?(?![a-z])"),
    ("energy", (1e3,), r"kwh?(?![a-z])"),
    ("energy", (1e6,), r"mwh?(?![a-z])"),
    ("energy", (1.0,), r"wh?(?![a-z])"),
)
"""What is measured, how many of the first unit one of it is (a kilobyte has 1000 or 1024), and how it is written."""
_UNITS = tuple((kind, scales, re.compile(rf"[ \u00a0-]?(?:{written})")) for kind, scales, written in _KINDS)
_COMPOUND = re.compile(
    r"(?<![\d.])(?:(\d{1,3}) ?(?:h|hours?|hrs?|个?小时),? ?(?:and )?)?(\d{1,3}) ?(?:m|min(?:ute)?s?|分钟?)"
    r"(?:,? ?(?:and )?(\d{1,2}(?:\.\d+)?) ?(?:s|sec(?:ond)?s?|秒))?(?![a-z])"
)
"""A time in hours, minutes and seconds: 6m41.2s."""
_UNIT_BEFORE = re.compile(r"(?:^|[^a-z])(?:[a-z]+_)?(kb|mb|gb|ms|sec|seconds|min|bytes)\W{1,4}$")
_CLOCK = re.compile(r"(?<![\d:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:]*\d{3})")
MOST_CLOCKS, APART = 200, 30
"""Clock times that are looked at, and how many of them lie between two whose distance is taken."""
DAY = 86_400.0
_GOES_ON = re.compile(
    r"\s?(?:[^\W\d_]{1,2})?(?:多|余|来|几|\+|-?odd\b)|\s?(?:seconds?|minutes?|hours?|days?|[kMGT]i?B|s|ms|h) and (?:a|some)\b"
)
"""What follows on a number that is only the beginning of the true one: "23 秒多"."""

ABOUT = 0.15
"""How far from the true value the number is, at most, that is said to be about it."""

MINUTE = 60.0
Measure = tuple[str, tuple[float, ...]]


_SECONDS: Measure = ("time", (1.0,))


def is_measure(amount: Amount) -> bool:
    """Whether a number has a unit that others can be converted into."""
    return _unit((amount.unit + amount.rest if amount.unit else amount.rest).lower()) is not None


def may_be_converted(source: Source, amount: Amount) -> bool:
    """Whether a number with a unit is one of the source that has another unit of the same kind, or more digits."""
    text = (amount.unit + amount.rest if amount.unit else amount.rest).lower()
    own = _unit(text)
    if own is None:
        return False
    if own[0] == "time" and any(_is(amount, own, seconds) for seconds in _between(source)):
        return True
    values = source.keep("measured", lambda: tuple(_measured(source)))
    return any(
        _is(amount, own, value * scale) for value, (kind, scales) in values if kind == own[0] for scale in scales
    )


def is_part_of_time(source: Source, claim: Claim, amount: Amount) -> bool:
    """Whether it stands in a time of hours, minutes and seconds that the source has, written in whatever way."""
    at = amount.span.start - claim.start
    for found in _COMPOUND.finditer(claim.text.lower()):
        if found.start() <= at < found.end() and (found[1] or found[3]):
            values = source.keep("measured", lambda: tuple(_measured(source)))
            return any(kind == "time" and _rounds_to(found, value * scales[0]) for value, (kind, scales) in values)
    return False


def _rounds_to(written: re.Match[str], seconds: float) -> bool:
    """Whether so many seconds are the time as written: to the second, or to the minute that has begun or is nearest."""
    apart = seconds - _seconds(written)
    return abs(apart) <= 1 if written[3] else -MINUTE / 2 <= apart < MINUTE


def _seconds(written: re.Match[str]) -> float:
    return 3600 * float(written[1] or 0) + 60 * float(written[2]) + float(written[3] or 0)


def _is(amount: Amount, own: Measure, value: float) -> bool:
    """Whether a value in the first unit is the number as it was rounded."""
    room = max(0.5 * 10**-amount.decimals, amount.value * ABOUT if amount.about else 0.0) * 1.001
    for scale in own[1]:
        got = value / scale
        if abs(got - amount.value) <= room or (_GOES_ON.match(amount.rest) and 0 <= got - amount.value < 1):
            return True
    return False


def _unit(after: str) -> Measure | None:
    """What a text begins with, if that is a unit."""
    return next(((kind, scales) for kind, scales, form in _UNITS if form.match(after)), None)


def _measured(source: Source) -> Iterator[tuple[float, Measure]]:
    """Every number of the source that has a unit, after it or in the name before it: `mem_mb=45000`."""
    low, seen = source.low, set[tuple[float, Measure]]()
    for found in _COMPOUND.finditer(low):
        if found[1] or found[3]:
            yield _seconds(found), _SECONDS
    for found in NUMBER.finditer(low):
        digits = found[0].replace(",", "")
        if len(digits) > 16:
            continue
        measure = _unit(low[found.end() : found.end() + 14])
        if measure is None and (before := _UNIT_BEFORE.search(low[max(found.start() - 16, 0) : found.start()])):
            measure = _unit(before[1])
        if measure is not None and (float(digits), measure) not in seen:
            seen.add((float(digits), measure))
            yield float(digits), measure


def _between(source: Source) -> frozenset[float]:
    """The seconds from one clock time of the source to another near it."""
    return source.keep("between clock times", lambda: frozenset(_distances(source)))


def _distances(source: Source) -> Iterator[float]:
    clocks = [
        3600.0 * int(found[1]) + 60 * int(found[2]) + int(found[3] or 0)
        for found in islice(_CLOCK.finditer(source.low), MOST_CLOCKS)
    ]
    for (first, one), (last, other) in combinations(enumerate(clocks), 2):
        if last - first <= APART:
            yield (other - one) % DAY
