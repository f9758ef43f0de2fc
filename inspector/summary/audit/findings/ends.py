"""Sentences that name two ends of one run: finished successfully, exit code 137."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.events import Events
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.units import subject

_ZERO = re.compile(r"\bexit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?0\b", re.I)
_CODE = re.compile(r"\bexit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?(?!0\b)\d{1,3}\b", re.I)
_FELL = re.compile(
    r"\b(?:fail(?:s|ed)?|kill(?:s|ed)?|abort(?:s|ed)?|crash(?:es|ed)?|timed out|died|out of memory|sig(?:kill"
    r"|abrt|segv|term)"
    r"|stopped|cut off|fatal|overflow(?:ed)?|hung|panicked|terminated)\b|失败|被杀|超时|崩溃|中断",
    re.I,
)
_STOOD = re.compile(
    r"\b(?:finish(?:ed|es) (?:normally|successfully)|complet(?:ed|es) (?:normally|successfully)|succeed(?:s|ed)|passe[ds]"
    r"|did (?:succeed|finish|help|converge|complete)|finished)\b|顺利|成功|通过",
    re.I,
)
_TURN = re.compile(
    r"\b(?:but|after|then|and (?=passe|succe|work)|first|second|later|retry|attempt|fixed|despite|although"
    r"|though|except|however|before|until|when"
    r"|now|instead|corrected|next|again and|while|other|others|rest|no|not|without|[1-9]\d* passed)\b|\b(?:0"
    r"|zero) fail|后|然后|但",
    re.I,
)
"""Words that bring a second event into a sentence: then it may hold both ends."""
_TWICE = re.compile(r"\b(?:\d+|one) (passed|failed)(?:,| and|, and) (?:\d+|one) (?:\w+ )?\1\b", re.I)
"""Two counts with one outcome: nobody parts what ended alike."""
_NO_TURN = re.compile(
    r"\b(fail|pass)\w*(?: at)? (?:first|once)\b(?:(?!again|still)[^.;]){0,80}\b(?:and|but|then)\s(?:(?!again"
    r"|still)[^.;]){0,50}?\b\1",
    re.I,
)
"""What went one way at first, and then the same way: the turn is lost."""
_PART = re.compile(r"(?<=[,;；，。、])|(?<=\.) ")
_BARE_CODE = re.compile(r"\s*(?:with )?(?:the )?exit(?:ed)? (?:code|status)", re.I)
_FOUND_NO = re.compile(r"\b(?:no|without(?: \w+)?(?: a)?|not) (?:\w+ ){0,2}(?:crash|fail\w*|error)\w*", re.I)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every end of a run that its own sentence speaks against."""
    for claim in summary.claims:
        if claim.fenced or claim.is_heading:
            continue
        if (span := _contradictory(claim)) is not None:
            yield Finding("reversed status", "the sentence names two ends of one run", span, _places(source, claim))


def _contradictory(claim: Claim) -> Range | None:
    """A part of the sentence, between turns, that holds both a good end and a bad one."""
    for pattern in (_TWICE, _NO_TURN):
        if found := pattern.search(claim.text):
            return Range(claim.start + found.start(), claim.start + found.end())
    at = 0
    for part in _separate(claim.text):
        bare = _FOUND_NO.sub(" ", part)
        good = _ZERO.search(bare) or _STOOD.search(bare)
        bad = _CODE.search(bare) or _FELL.search(bare)
        if good and bad:
            start = claim.text.find(part, at)
            return Range(claim.start + start, claim.start + start + len(part))
        at += len(part)
    return None


def _separate(text: str) -> list[str]:
    """The parts of a sentence that speak of one run each; an exit code goes with the part before it."""
    found: list[str] = []
    for part in _PART.split(text):
        if found and _BARE_CODE.match(part):
            found[-1] += part
        else:
            found.append(part)
    return [piece for part in found for piece in _TURN.split(part)]


def _places(source: Source, claim: Claim) -> tuple[Span, ...]:
    events = source.keep("events", lambda: Events(source))
    found = events.aligned(subject(claim.text), frozenset(), 0.3)
    if not found:
        return ()
    event = max(found, key=lambda row: row[0])[1]
    return (Span(source.pieces[event.piece].name, event.start, event.start + len(event.text)),)
