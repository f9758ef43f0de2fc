"""Where a text speaks of how something ended, and which way."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from inspector.summary.audit.ending_words import TABLE, Ending

_LONGEST = 1_000
_DEED = re.compile(
    r"(check|verif|confirm|test|prove|proof|reproduc|read|review|validat|examin|investigat|look|assum|suspect|guess|tri(?:ed)|known|certain|sure"
    r"|clear|explain|measur|核对|验|确认|测|读|检查|查|复现|证实|核)"
    r"|(fix|resolv|solv|correct|修|解决|解)|(writ|写)|(merg|合)|(deploy|publish|releas|部)|(push)|(commit|提)|(\brun\b)|(set\b)|(sent)|(appl)",
    re.I,
)
_CODE = re.compile(
    r"\bexit(?:ed|s)?(?: with)?(?: the)?(?:[ _-]?(?:code|status))?\"?[:=]? ?(\d{1,3})\b|^\[rc=(\d+)\]"
    r"|退出码(?:为|是|：|:)? ?(\d{1,3})",
    re.I | re.M,
)
_SIGNS = re.compile(
    r"pass|fail|succ|error|kill|exit|fix|don|check|test|ver|confirm|finish|complet|work|green|open|pend|assum|suspect|guess|stop|crash"
    r"|abort|tim|h[ua]ng|bro?[ek]|diverg|overflow|die|merg|deploy|writ|set|read|sent|r[ua]n|tri|explain|appl|pro|implement|solv|tbd|oom"
    r"|mem|sig|fatal|re[jf]|help|compil|interrupt|panic|trace|valid|outstand|yet|known|certain|sure|clear|push|commit|publish|releas|measur"
    r"|updat|migrat|rotat|restor|correct|cut|cancel|vain|effect|missing|deci|answer|examin|investigat|look|terminat|ok\b|built|through|gave"
    r"|expected|hit|end|[✓✔✕✗✘×]|[^\x00-\x7f]"
)
"""Something of this stands in every text that speaks of an ending: a cheap question before the table is asked."""
_CHINESE = re.compile(
    r"全部|通过|失败|已经|验证|确认|成功|完成|读完|没有|尚未|仍然|还没|顺利|之后|现在|从来|读过|了|还|的"
)
_UNREAL = re.compile(
    r"^\W*(?:confirm|verify|ensure|make sure|wait|halt|stop|implement|create|let|raise|return|skip|do not|don't|add|write"
    r"|handle|keep|re-?run)\b|\b(?:must|should|to be|has to|have to|needs?|will|would|may|might|expect(?:s|ed)?|if|unless|once"
    r"|asked|wants?|told|please|next|why|how|what|which|plan(?:s|ned)? to|in order to|so that|until|maybe|perhaps|possibly"
    r"|probably|presumably|likely|seems?|looks like|appears?)\b|\b(?:agent|assistant) (?:said|claimed|wrote|thought|believed)\b"
    r"|助手(?:说|曾说|声称)|\?$|？$|要求|应该|如果|需要|下一步",
    re.I,
)
WORDS = re.compile(
    r"pass|fail|succe|fix|resolv|solv|done|complet|finish|kill|crash|abort|prov|tested|untest|unver|unread"
    r"|unprov|merged|deployed|help|normal|open|pending|blocked|exit|code|green|stop|clos|yet|still|already"
    r"|written|set$|find$|^end$",
    re.I,
)
"""Stems that belong to an ending and not to what ended."""


class Mark(NamedTuple):
    """An expression of an ending in a text."""

    start: int
    end: int
    ending: Ending
    deed: int = 0
    """Which kind of deed was done or is open: 1 for looking into something, 2 for mending it, others for others."""


@lru_cache(maxsize=16_384)
def marks(text: str) -> tuple[Mark, ...]:
    """The expressions of endings in order; what is read in one place is not read again."""
    text = text[:_LONGEST].replace("’", "'")
    if not _SIGNS.search(text.lower()):
        return ()
    found: list[Mark] = []
    for ending, form in TABLE:
        here = [Mark(match.start(), match.end(), ending or "well", _deed(match[0])) for match in form.finditer(text)]
        if here:
            found += here if ending else []
            text = without(text, here)
    return tuple(sorted(found))


def _deed(expression: str) -> int:
    found = _DEED.search(expression)
    return (found.lastindex or 0) if found else 0


def endings(text: str) -> frozenset[Ending]:
    """What a text says of endings."""
    return frozenset(mark.ending for mark in marks(text))


def codes(text: str) -> frozenset[int]:
    """The exit codes that a text names."""
    return frozenset(int(found[1] or found[2] or found[3]) for found in _CODE.finditer(text))


def uncoded(text: str) -> str:
    """The text without its exit codes."""
    return _CODE.sub(" ", text)


def without(text: str, found: tuple[Mark, ...] | list[Mark]) -> str:
    """The text with spaces where it speaks of endings: what is left is what it speaks about."""
    for mark in found:
        text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text


def bare(text: str) -> str:
    """The text without the Chinese words of its ending: what is left is what it is about."""
    return text if text.isascii() else _CHINESE.sub(" ", text)


def unreal(clause: str) -> bool:
    """Whether a clause asks, wishes or plans: then it states no ending."""
    return _UNREAL.search(clause) is not None
