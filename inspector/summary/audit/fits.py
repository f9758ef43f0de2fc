"""Whether a number of the source may be the one that the summary has: not a part of a time, and of the same things."""

from __future__ import annotations

import re

from inspector.summary.audit.amounts import Amount
from inspector.summary.audit.lexis import forms
from inspector.summary.audit.numbers import NUMBER

_JOINT = r"(?:and|or|but|of|after|before|with|without|in|to|until|when|that|which|because|the|a|an|this|that|its|it)\b"
_OUTCOME = re.compile(rf" ?(?:(?!{_JOINT})[a-z-]+ ){{0,2}}(?:pass(?:ed|es|ing)?|fail(?:ed|s|ures?)?|errors?|skipped)\b")
_OUTCOME_AFTER = re.compile(
    r"(?:\W{0,3}(?:[a-z]+ ){0,2}| [^\d\n.,;]{0,30} | [a-z]+ and \d+ [a-z]+ )(pass|fail|error|skip|success|succe|ok\b|green)"
)
_ALL_AFTER = re.compile(
    r" (?:[a-z]+ )?(?:completed|finished|run\b|ran\b|in total|total\b|executed)| [a-z]+, (?:0|no) (?:fail|error)"
)
"""What follows on how many there are: all of them may have passed."""
_OUTCOME_BEFORE = re.compile(r"(?:pass|fail|error|skip)[a-z]*\W{1,3}$")
_TIME_AFTER = re.compile(r":\d\d(?!\d)")
_GLUED = re.compile(r"(?!s([/|#])[^\n]*\1)(?:ms|µs|us|ns|s|h|m|min|%|[kmgt]i?b)\b")
"""A unit; `15s/old/new/` is a line for sed."""
_NUMBERED = re.compile(
    r"\b(?:lines?|step|stage|port|row|cell|case|test|job|run|batch|task|chunk|epoch|phase|attempt|round|item|page|chapter"
    r"|part|block|build|node|shard|code|option|version|no\.|number|issue|ticket|pr|mr) #?$|#$|="
)
_MEASURES = r"percent|seconds?|minutes?|hours?|days?|milli\w*|[kmgt]?i?b|bytes?|times?|and|or|to|of|in"
_OTHER_THING = re.compile(rf" ?(?!(?:{_MEASURES})\b|[秒分时天毫小字倍])[a-z一-鿿]")
TIME = re.compile(r" ?(?:second|minute|hour|day|week|month|year|秒|分|小时|天)")
_TIMES = {
    "h": r"h(?:ours?|rs?)?(?![a-z])|小时",
    "m": r"m(?:in(?:ute)?s?)?(?![a-z])|分",
    "s": r"s(?:ec(?:ond)?s?)?(?![a-z])|秒",
    "d": r"d(?:ays?)?(?![a-z])|天",
    "w": r"w(?:eeks?)?(?![a-z])|周",
}
_TIME_UNIT = re.compile(rf"[ -]?(?:{'|'.join(_TIMES.values())})")
_UNITS = {sign: re.compile(rf"[ -]?(?:{one})") for name, one in _TIMES.items() for sign in (name, one.split("|")[1][0])}
_VERSION = re.compile(r"\.\d")
_HASH = re.compile(r"(?=\d+[a-f])[0-9a-f]{6,}(?!\w)")
_IN_NAME = re.compile(r"[a-z_]-?$")
CLOSE = 40
"""Characters about a place in which the word beside the number is looked for, where the number itself is another one."""
TELLING = 1_000_000
"""From here on a number that was rounded or converted says enough by itself."""


def is_outcome(amount: Amount) -> bool:
    """Whether it counts what passed or failed, and does not number it: line 15 failed."""
    return bool(_OUTCOME.match(amount.rest)) and not _NUMBERED.search(amount.lead)


def fits(low: str, at: int, amount: Amount, exact: bool) -> bool:
    """Whether the number at a place of the source may be this one; `exact` says that the values are the same."""
    found = NUMBER.match(low, at)
    end = found.end() if found else at + 1
    if is_time(low, at, end) or _VERSION.match(low, end) or _HASH.match(low, at):
        return False
    if is_outcome(amount):
        total = amount.lead.endswith("all ") and _ALL_AFTER.match(low, end)
        return bool(total or _OUTCOME_AFTER.match(low, end) or _OUTCOME_BEFORE.search(low, max(at - 12, 0), at))
    if exact and low[at] == "0" and low[at + 1 : at + 2].isdigit():
        return False
    if exact and _GLUED.match(low, end) and _OTHER_THING.match(amount.rest) and not amount.unit:
        return False
    if exact:
        return not amount.decimals or "." in low[at:end] or amount.value != int(amount.value)
    return not _IN_NAME.search(low, max(at - 2, 0), at) and _same(low, at, end, amount)


def is_time(low: str, at: int, end: int) -> bool:
    """Minutes of an hour, or an hour before its minutes."""
    before = low[max(at - 2, 0) : at]
    if end - at > 2:
        return False  # 127.0.0.1:55432 has a port
    return (before[-1:] == ":" and before[:1].isdigit()) or bool(_TIME_AFTER.match(low, end))


def _same(low: str, at: int, end: int, amount: Amount) -> bool:
    """Whether what was rounded or converted stands with the unit or a word that the number of the summary stands with."""
    value = low[at:end].replace(",", "")
    unit = "%" if amount.unit == "percent" else amount.unit.lower()
    if float(value) >= TELLING or (unit and low[end : end + 3].lstrip().startswith(unit)):
        return True
    if TIME.match(amount.rest):
        rounded = abs(float(value) - amount.scaled) <= amount.slack
        first = amount.rest.lstrip()[0]
        return bool((_UNITS.get(first, _TIME_UNIT) if rounded else _TIME_UNIT).match(low, end))
    around = low[max(at - CLOSE, 0) : end + CLOSE]
    if unit.endswith("b") and any(word in around for word in ("byte", "size", "字节")):
        return True
    return any(form in around for word in (*amount.after[:1], *amount.before[:1]) for form in forms(word))
