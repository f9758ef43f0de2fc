"""What a sentence tells of runs: part by part the ending, its exit code, which time it was, and the details beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Literal, NamedTuple

from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import uncoded
from inspector.summary.audit.explained import why
from inspector.summary.audit.stated import masked
from inspector.summary.audit.telling_parts import Part, parts_of

SHORT = 30
Order = Literal["first", "later", "last"]
_FIRST = re.compile(
    r"\b(?:at first|the first|first (?:\w+ )?(?:run|time|attempt)|initially)\b"
    r"|第一次|起初|最初|一开始|先(?=失败|通过|成功|报错|超时|被)",
    re.I,
)
_LAST = re.compile(r"\b(?:the (?:last|latest|final)|last run|finally|in the end)\b|最后", re.I)
_LATER = re.compile(
    r"\b(?:then|next|later|afterwards|after(?! \d)|again|now|the second|the third|second time|third time|since)\b"
    r"|第[二三四]次|[以之修改]后|后来|现在|再次|然后|随后",
    re.I,
)
_GONE = re.compile(
    r"\b(?:if|unless|once(?! in\b| more\b| a\b| per\b)|when|until|before|whether)\b|如果|要是|是否", re.I
)
_WHEN = re.compile(r"\s*(?:before|after)\s+[a-z]", re.I)
_LED = re.compile(
    r"\W*(?:before|after) (?:the|this|that|its|a|an|his|our) (?:[\w-]+ ){0,2}?(?:change|fix|patch|edit|correction)s?\b,? ?(?=\S)"
    r"|\W*(?:修|改)\S{0,4}[之以]?后[，,]?",
    re.I,
)
"""What was done before, where it leads."""
_HAD = re.compile(r"\W*after (?:it|they|that|this) had\b", re.I)
"""An ending that came before the one that was just told."""


class Telling(NamedTuple):
    """One ending that a sentence tells. `start` is where its part begins, `text` that part, as it stands in the sentence."""

    start: int
    end: int
    """Where it ends, with its exit code and details."""
    text: str
    lead: str
    """The parts before it that tell no ending."""
    details: str
    """What follows it and tells no ending."""
    told: Ending | None
    codes: frozenset[int]
    order: Order | None
    supposed: bool
    """A condition."""
    why: str = ""
    """What explains it, whatever that tells."""
    when: str = ""
    """What was done before or after it: `after the change`."""


def tellings(sentence: str) -> list[Telling]:
    """The endings that a sentence tells, in order."""
    return list(_known(sentence))


@lru_cache(maxsize=2048)
def _known(sentence: str) -> tuple[Telling, ...]:
    """Half a dozen ask the same of every sentence: it is taken apart for the first of them."""
    parts = list(parts_of(sentence))
    return tuple(_tellings(sentence, parts))


def _tellings(sentence: str, parts: list[Part]) -> Iterator[Telling]:
    place, before = 0, 0
    while place < len(parts):
        part = parts[place]
        if not part.tells:
            if _stops(sentence, part):
                before = place + 1
            place += 1
            continue
        last, coded, ends = place + 1, part.codes, [part]
        while last < len(parts) and not parts[last].told and not _stops(sentence, parts[last - 1]):
            if parts[last].codes and coded:
                break
            coded |= parts[last].codes
            last += 1
        rest = list(takewhile(lambda each: not _another(each), parts[place + 1 + _is_time(parts[place + 1 :]) : last]))
        ends += [each for each in parts[place + 1 : last] if each.codes] + rest
        ends += parts[place + 1 : place + 1 + _is_time(parts[place + 1 :])]
        lead = sentence[parts[before].start : part.start] if before < place else ""
        details = sentence[rest[0].start : rest[-1].start + len(rest[-1].text)] if rest else ""
        end = max(each.start + len(each.text) for each in ends)
        one = part.told[0] if len(set(part.told)) == 1 else None
        order = _order(f"{lead} {part.text}" if len(lead) < SHORT else part.text)
        reason = why(sentence, part.start + len(part.text))
        following = parts[place + 1].text.strip() if _is_time(parts[place + 1 :]) else ""
        led = _LED.match(part.text)
        text = part.text[led.end() :] if led else part.text
        when = following or (led[0].strip(" ,，") if led else "")
        supposed = _supposed(part)
        yield Telling(part.start, end, text, lead, uncoded(details), one, coded, order, supposed, reason, when)
        before = place + 1 if not _stops(sentence, part) else last
        place = last


def _is_time(parts: list[Part]) -> bool:
    """Whether what follows an ending at once says before or after what it was."""
    if not parts:
        return False
    return _HAD.match(parts[0].text) is not None or (not parts[0].tells and _WHEN.match(parts[0].text) is not None)


def _stops(sentence: str, part: Part) -> bool:
    """Whether a part ends what belongs together."""
    return sentence[part.start + len(part.text) :][:1] in tuple(";；。") or part.text.rstrip('"”').endswith((".", "!"))


def _another(part: Part) -> bool:
    """Whether a part speaks of another time, or of a condition."""
    return bool(_LATER.search(masked(part.text)) or _GONE.match(part.text.strip()))


def is_before(telling: Telling) -> bool:
    """Whether it ended so before what was told just before it."""
    return _HAD.match(telling.text) is not None


def _supposed(part: Part) -> bool:
    return bool(_GONE.match(part.text.strip()) or _HAD.match(part.text))


def _order(text: str) -> Order | None:
    """Which time is spoken of."""
    bare = masked(text)
    if _FIRST.search(bare):
        return "first"
    if _LAST.search(bare):
        return "last"
    return "later" if _LATER.search(bare) else None
