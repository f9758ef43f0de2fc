"""A sentence that may tell of runs, taken apart at its joints: what ending and exit code each part tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import codes, marks, uncoded
from inspector.summary.audit.stated import masked

_JOINT = re.compile(
    r"[;；。，、：]|(?<=[.!?])[\"”]?\s|[,:](?=\s)|\s?[()（）]|\s[—–-]\s"
    r"|\s(?:and|but|while|whereas|although|though|because|since|so|which|then)(?=\s)"
    r"|\s(?=(?:until|when|before|after|once(?! in\b| more\b| a\b| per\b)|if|unless|with \d)\b)"
)
_COUNT = re.compile(
    r"(?<![\w.])\d[\d,]*(?: of (?:the )?\d[\d,]*)? (?:\w*(?:tests?|cases|checks|specs|scenarios) )?"
    r"(?:passed|failed|passing|failing|failures?|errors?|ok)\b"
    r"|\d+ ?[个条项](?:\w{0,4}?)(?:测试|用例)?(?:全部|都|已经)?(?:通过|失败)了?",
    re.I,
)
_OTHER = re.compile(
    r"reject|refus|cancel|\bnever\b|\bnothing\b|没有?用"
    r"|without(?= (?:\w+ ){0,3}(?:fail|error|crash|fault|warn|problem|exit|end|pass|succe|force))",
    re.I,
)
_WITH = re.compile(r"\bwith\s*(?=[.,)]|$)", re.I)
_OF_IT = re.compile(
    r"\b(?:the|an?|that|this|these|those|each|every|one|no|any|of)(?: \w+)? (?:failing|failed|passing|killed|crashed)(?= [a-z]+)",
    re.I,
)
"""An ending that goes with a name: `the failing test`."""
_ENDED = re.compile(r"\b(?:ended|finished|stopped|exited|broke off|quit|came back) with\b|(?:结束于|报) ?(?=[「“\"])")


class Part(NamedTuple):
    """A part of a sentence: where it begins, its words, the endings and exit codes that it tells."""

    start: int
    text: str
    told: tuple[Ending, ...]
    codes: frozenset[int]

    @property
    def tells(self) -> bool:
        return bool(self.told or self.codes)


def parts_of(sentence: str) -> Iterator[Part]:
    """The parts of a sentence; an exit code alone belongs to what stands before it, if that tells nothing."""
    last: Part | None = None
    for part in _split(sentence):
        if last is not None and not last.tells and _is_code(part) and _ENDED.search(masked(last.text)):
            last = Part(last.start, sentence[last.start : part.start + len(part.text)], part.told, part.codes)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def _is_code(part: Part) -> bool:
    return (
        bool(part.codes)
        and not part.told
        and not re.search(r"\w", re.sub(r"\b(?:with|and)\b", " ", uncoded(part.text)))
    )


def _split(sentence: str) -> Iterator[Part]:
    bare = masked(sentence)
    at = 0
    for end, after in [*((joint.start(), joint.end()) for joint in _JOINT.finditer(bare)), (len(bare), len(bare))]:
        if bare[at:end].strip():
            told = _told(bare[at:end])
            yield Part(at, sentence[at:end], told, codes(bare[at:end]))
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
