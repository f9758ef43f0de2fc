"""What a sentence tells of runs: part by part the ending, its exit code, which time it was, and the details beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Literal, NamedTuple

from inspector.summary.audit.atoms import SIGNS
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import codes, marks, uncoded, unreal
from inspector.summary.audit.explained import why

SHORT = 30
LEAST_QUOTED = 3
"""Characters of a quotation that holds something, with its marks."""
Order = Literal["first", "later", "last"]

_QUOTED = re.compile(rf"`[^`\n]+`|{SIGNS}|\"[^\"\n]+\"|“[^”\n]+”|「[^」\n]+」|(?<!\w)'[^'\n]+'(?!\w)|\"[^\"\n]+$")
_JOINT = re.compile(
    r"[;；。，、：]|(?<=[.!?])[\"”]?\s|[,:](?=\s)|\s?[()（）]|\s[—–-]\s"
    r"|\s(?:and|but|while|whereas|although|though|because|since|so|which|then)(?=\s)"
    r"|\s(?=(?:until|when|before|after|once(?! in\b| more\b| a\b| per\b)|if|unless|with \d)\b)"
)
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


_COUNT = re.compile(
    r"(?<![\w.])\d[\d,]*(?: of (?:the )?\d[\d,]*)? (?:\w*(?:tests?|cases|checks|specs|scenarios) )?"
    r"(?:passed|failed|passing|failing|failures?|errors?|ok)\b"
    r"|\d+ ?[个条项](?:\w{0,4}?)(?:测试|用例)?(?:全部|都|已经)?(?:通过|失败)了?",
    re.I,
)
_SPEAKER = re.compile(
    r"\b(?:the )?(?:agent|assistant|user|log) (?:said|says|wrote|reported|noted|found|told)(?: that)?\b|助手说|用户说"
    r""
    r"|^\W*(?:verify|confirm|ensure|create|add|write|keep|handle)"
    r"(?= (?:第|失败|通过|成功|最后|也|failed|passed|succeeded|timed|ended))"
    r"|\b(?:about |only )?once in (?=\w+)|\b(?:the|in the) next (?=\w+)|\bexpected (?!to\b)",
    re.I,
)
"""What is no wish, though its words are those of wishes."""
_OTHER = re.compile(
    r"reject|refus|cancel|\bnever\b|\bnothing\b|没有?用"
    r"|without(?= (?:\w+ ){0,3}(?:fail|error|crash|fault|warn|problem|exit|end|pass|succe|force))",
    re.I,
)


_NAMED = re.compile(r"^\W*[a-z-]+(?=\.\w)", re.I)
"""A name that begins as an order does: `verify.sh`."""
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


class _Part(NamedTuple):
    start: int
    text: str
    told: tuple[Ending, ...]
    codes: frozenset[int]

    @property
    def tells(self) -> bool:
        return bool(self.told or self.codes)


def tellings(sentence: str) -> list[Telling]:
    """The endings that a sentence tells, in order."""
    return list(_known(sentence))


@lru_cache(maxsize=2048)
def _known(sentence: str) -> tuple[Telling, ...]:
    """Half a dozen ask the same of every sentence: it is taken apart for the first of them."""
    parts = list(_parts(sentence))
    return tuple(_tellings(sentence, parts))


_WITH = re.compile(r"\bwith\s*(?=[.,)]|$)", re.I)
_OF_IT = re.compile(
    r"\b(?:the|an?|that|this|these|those|each|every|one|no|any|of)(?: \w+)? (?:failing|failed|passing|killed|crashed)(?= [a-z]+)",
    re.I,
)
"""An ending that goes with a name: `the failing test`."""


def masked(text: str) -> str:
    """The text with its quotations empty: what they hold ends no part and tells no ending."""
    return _QUOTED.sub(_empty, text)


def _empty(found: re.Match[str]) -> str:
    """Its quotes alone, and the point that ends a sentence."""
    text = found[0]
    if len(text) < LEAST_QUOTED:
        return text
    stop = text[-2] if text[-2] in ".!?" and text[0] != "`" else "x"
    return text[0] + "x" * (len(text) - 3) + stop + text[-1]


def _parts(sentence: str) -> Iterator[_Part]:
    """The parts of a sentence; an exit code alone belongs to what stands before it, if that tells nothing."""
    last: _Part | None = None
    for part in _split(sentence):
        if last is not None and not last.tells and _is_code(part) and _ENDED.search(masked(last.text)):
            last = _Part(last.start, sentence[last.start : part.start + len(part.text)], part.told, part.codes)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


_ENDED = re.compile(r"\b(?:ended|finished|stopped|exited|broke off|quit|came back) with\b|(?:结束于|报) ?(?=[「“\"])")


def _is_code(part: _Part) -> bool:
    return (
        bool(part.codes)
        and not part.told
        and not re.search(r"\w", re.sub(r"\b(?:with|and)\b", " ", uncoded(part.text)))
    )


def _split(sentence: str) -> Iterator[_Part]:
    bare = masked(sentence)
    at = 0
    for end, after in [*((joint.start(), joint.end()) for joint in _JOINT.finditer(bare)), (len(bare), len(bare))]:
        if bare[at:end].strip():
            told = _told(bare[at:end])
            yield _Part(at, sentence[at:end], told, codes(bare[at:end]))
        at = after if sentence[end:after].strip() not in ("then", "until", "when", "before", "after") else end


def _told(bare: str) -> tuple[Ending, ...]:
    """The endings of a part, without those of counts: they are details."""
    if _OTHER.search(bare):
        return ()
    return tuple(
        mark.ending
        for mark in marks(_COUNT.sub(" ", _OF_IT.sub(" ", _WITH.sub(" ", uncoded(bare)))))
        if mark.ending in ("well", "badly")
    )


def _tellings(sentence: str, parts: list[_Part]) -> Iterator[Telling]:
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


def _is_time(parts: list[_Part]) -> bool:
    """Whether what follows an ending at once says before or after what it was."""
    if not parts:
        return False
    return _HAD.match(parts[0].text) is not None or (not parts[0].tells and _WHEN.match(parts[0].text) is not None)


def _stops(sentence: str, part: _Part) -> bool:
    """Whether a part ends what belongs together."""
    return sentence[part.start + len(part.text) :][:1] in tuple(";；。") or part.text.rstrip('"”').endswith((".", "!"))


def _another(part: _Part) -> bool:
    """Whether a part speaks of another time, or of a condition."""
    return bool(_LATER.search(masked(part.text)) or _GONE.match(part.text.strip()))


def is_before(telling: Telling) -> bool:
    """Whether it ended so before what was told just before it."""
    return _HAD.match(telling.text) is not None


def _supposed(part: _Part) -> bool:
    return bool(_GONE.match(part.text.strip()) or _HAD.match(part.text))


def stated(text: str) -> bool:
    """Whether a text states something, and does not ask, wish or plan: what somebody said is stated."""
    return not unreal(_SPEAKER.sub(" ", _NAMED.sub("x", masked(text))))


def _order(text: str) -> Order | None:
    """Which time is spoken of."""
    bare = masked(text)
    if _FIRST.search(bare):
        return "first"
    if _LAST.search(bare):
        return "last"
    return "later" if _LATER.search(bare) else None
