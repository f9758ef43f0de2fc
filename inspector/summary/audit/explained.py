"""What a sentence gives as the reason or the particulars of an ending: it tells which run is meant, and may contradict it."""

from __future__ import annotations

import re

_LEADS = re.compile(
    r"(?:,? (?:and )?\(?(?:with )?exit code \d+\)?)?"
    r"(?:\s*[:：（]\s*|,? \(|,? (?:because|since|as) |[,，]?\s?(?:因为|由于)|(?:,| with)? ?(?=[\"“「])|, (?=\d+ \w+ \w+, [1-9]))"
)
_ENDS = re.compile(
    r"[;；。)）]|[.!?](?=[\"”]?(?:\s|$))|,? (?:and|but|so) (?=then|later|after|now|the |it )|[,，] ?(?:then|later|but|后来|但)"
)
_QUOTES = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」")
_NO_FAULT = re.compile(
    r"\b(?:0|no|not|never|without|any|zero|fixed|after|before|earlier|until|if|when|would|first|expected|had"
    r"|removed|added|ignored|stripped|restored|reported|reverted)\b|n't\b"
    r"|没有|不再|之前|以前|原来|已经|补|\b0 ?个|修",
    re.I,
)
_FAULT = re.compile(
    r"\b[1-9][\d,]*(?: of [\d,]+)?(?: \w+)? (?:failed|failures?|errors?)\b"
    r"|\b(?:failed|timed out|could not|couldn't|cannot|can't)\b"
    r"|\b(?:is|are|was|were) (?:missing|unknown|not found|invalid|undefined)\b"
    r"|\b(?:not found|no such file|unknown \w+|(?:permission|access) denied|connection refused|\w*error:|missing \w+$)"
    r"|失败|错误|找不到|超时|被拒绝",
    re.I,
)
_OWN_NOT = re.compile(r"\b(?:could not|couldn't|cannot|can't|not found|no such file)\b", re.I)


def why(sentence: str, end: int) -> str:
    """What explains the ending that is told up to `end`: after a colon, a reason's word, a bracket or in quotes."""
    lead = _LEADS.match(sentence, end)
    if lead is None or not (rest := sentence[lead.end() :]):
        return ""
    hidden = _QUOTES.sub(lambda found: '"' + "x" * (len(found[0]) - 2) + '"', rest)
    stop = _ENDS.search(hidden)
    return rest[: stop.start()] if stop else rest


def is_fault(text: str) -> bool:
    """Whether an explanation states a fault, and neither denies it nor counts none nor speaks of another time."""
    return _FAULT.search(text) is not None and _NO_FAULT.search(_OWN_NOT.sub(" ", text)) is None
