"""What a clause says of how something went: it went well, it went badly, it was done, or it is open."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from inspector.summary.text import words as table

Outcome = Literal["well", "badly", "done", "open"]
"""`well` and `badly` speak of runs; `done` of what was checked, fixed, written or decided; `open` says that it was not."""

_DEEDS = (
    "written|set|run|merged|deployed|done|fixed|checked|verified|proven|confirmed|tested|tried|reproduced|read|reviewed"
    "|applied|implemented|finished|completed|resolved|solved|started|looked at|validated|established|decided|sent"
    "|answered|created|examined|investigated"
)
_NOT = r"(?:not|never|hasn't|haven't|isn't|wasn't|weren't|aren't|nothing|none)"
_OPEN = re.compile(
    rf"\b{_NOT}(?: \w+){{0,3}}? (?:{_DEEDS})\b|\bno (?:\w+ )?(?:check|confirmation|verification|proof)\b"
    r"|\bun(?:tested|verified|proven|read|checked|confirmed|fixed|resolved|sent|set|written|answered|reviewed)\b"
    r"|\b(?:pending|outstanding|tbd|todo|to do|unresolved|in progress|yet to|remains? to|blocked|not open)\b"
    r"|\bstill (?:to|needs?|missing|open|unclear)\b|\b(?:is|are|remains?|stays?) open\b"
    r"|\b(?:only|just|so far) (?:proposed|assumed|suspected|planned|a guess)\b|\bassum(?:e|ed|es|ption)\b"
    r"|尚未|还没|还未|未(?:核对|验证|确认|完成|修复|测试|解决|读)|没有?(?:读|验证|确认|核对|测|修|检查)|从来没"
    r"|待(?:核对|确认|验证|修|查|办)|有待",
    re.I,
)
_UNDONE = re.compile(
    r"\b(?:did|do|does|could|can|would|will|has|have)(?:n't| not)(?: yet| \w+ly)?"
    r" (?:help|succeed|finish|converge|pass|work|complete|load|start)\w*"
    r"|\bnot (?:all|entirely|fully|wholly|completely) \w+|\bcannot (?:pass|work|succeed|finish|load|start"
    r"|compile)\b|\bnot (?:working|passing|succeed\w*|successful\w*)\b"
    r"|不通过|未通过|没有通过|没有用|没用|无效",
    re.I,
)
_HEALED = re.compile(
    r"\b(?:no longer|never|did not|does not|do not|doesn't|didn't|without) (?:\w+ )?(?:fail|crash|error|break|hang)\w*"
    r"|\b(?:0|no|zero) (?:\w+ )?(?:fail\w*|errors?|crash\w*|problems?|warnings?|5xx)\b|errors=0\b|没有(?:失败"
    r"|报错|错误)|无错误|(?<!\d)0 ?个?(?:失败|错误|报错)|失败 ?0",
    re.I,
)
_BADLY = re.compile(
    r"\b(?:fail(?:s|ed|ing|ure|ures)?|exception|traceback|crash(?:es|ed|ing)?|kill(?:s|ed)?|abort(?:s|ed)?|timed out"
    r"|timeouts?|hung|hangs|broke|broken|breaks|out of memory|oom|oomkilled|panick?(?:s|ed)?|diverged|cut off|interrupted"
    r"|overflow(?:ed|s)?|sig(?:kill|abrt|segv|term)|terminated|died|dies|stopped|rejected|regress(?:ed|ion)|red|fatal"
    r"|unsuccessful|error(?:s|ed)?)\b"
    r"|\bexit(?:ed)?(?: with)?(?: the)?(?: code| status)?:? ?[1-9]\d*\b|\b[1-9]\d* (?:tests? )?failed\b"
    r"|失败|报错|出错|被杀|杀掉|超时|中断|崩溃|异常|中止",
    re.I,
)
_WELL = re.compile(
    r"\b(?:(?<!-)pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?|success(?:ful|fully)?|works|worked|green|finish(?:ed|es)|helped"
    r"|complet(?:ed|es)(?: successfully| normally)?|loads|healthy|did (?:converge|succeed|help|finish)|compiles)\b"
    r"|\bexit(?:ed)?(?: with)?(?: the)?(?: code| status)?:? ?0\b|\b[1-9]\d* passed\b|通过|成功|顺利|全绿",
    re.I,
)
_DONE = re.compile(
    r"\b(?:fixed|resolved|solved|confirmed|verified|proven|merged|deployed|applied|checked|tested|reproduced"
    r"|written(?! by)|validated"
    r"|corrected"
    r"|(?:already|has been|have been|was|were|is|fully|completely) (?:set|run|sent|done|read|reviewed)"
    r"|all (?:set|written|done)|done)\b|已修复|已经修|修复了|修好|已完成|完成|已确认|已经确认|已解决|已经读"
    r"|读完|已验证|已经(?:验|测|查|核|解|完|写|做|改)",
    re.I,
)
STATUS_WORDS = re.compile(
    r"pass|fail|succe|fix|resolv|solv|done|complet|finish|kill|crash|abort|prov|tested|untest|unver|unread"
    r"|unprov|merged|deployed|help|normal|open|pending|blocked|exit|code|green|stop|clos|yet|still|already"
    r"|works?$|written|set$|find$|^end$",
    re.I,
)
_ORDER: tuple[tuple[re.Pattern[str], Outcome], ...] = (
    (_OPEN, "open"),
    (_UNDONE, "badly"),
    (_HEALED, "well"),
    (_BADLY, "badly"),
    (_WELL, "well"),
    (_DONE, "done"),
)
"""What is denied is read first, so that "not tested" is no test, and "0 failed" no failure."""
_WIDE_STATUS = re.compile(
    r"全部|通过|失败|已经|验证|确认|成功|完成|读完|没有|尚未|仍然|还没|顺利|之后|现在|从来|读过|了|还|的"
)


def bare(text: str) -> str:
    """The text without the Chinese words of its outcome: what is left is what it is about."""
    return text if text.isascii() else _WIDE_STATUS.sub(" ", text)


CONTRARY: dict[Outcome, frozenset[Outcome]] = {
    "well": frozenset(["badly", "open"]),
    "badly": frozenset(["well"]),
    "done": frozenset(["open"]),
    "open": frozenset(["done", "well"]),
}
_UNREAL = re.compile(
    r"\b(?:must|should|to be|has to|have to|needs?|will|would|may|might|expect(?:s|ed)?|if|unless|once|asked|wants?|told"
    r"|please|next|why|how|what|which|plan(?:s|ned)? to|in order to|so that|until)\b|\b(?:agent"
    r"|assistant) (?:said|claimed|wrote|thought|believed)\b"
    r"|助手(?:说|曾说|声称)|\?$|？$|要求|应该|如果|需要|下一步",
    re.I,
)


_SIGNS = tuple(
    table(
        "pass fail succe error kill exit fix done check test verif confirm finish complet work green open block pend"
        " stop crash abort timeout timed hung hang broke break overflow die merge deploy written writ set read sent"
        " run apply applied proven reproduc assum yet resolv solv todo to-do tbd oom memory sig fatal red reject help"
        " load compil interrupt panic traceback exception regress outstanding progress un no"
    )
)


def _speaks(low: str) -> bool:
    """Whether a text can speak of an outcome at all: a cheap question before the patterns are asked."""
    return any(sign in low for sign in _SIGNS)


@lru_cache(maxsize=8_192)
def outcomes(clause: str) -> frozenset[Outcome]:
    """What a clause says of the outcome; empty where it speaks of none, several where it speaks of several."""
    text = clause.replace("’", "'")
    if text.isascii() and not _speaks(text.lower()):
        return frozenset()
    found: set[Outcome] = set()
    for pattern, outcome in _ORDER:
        text, count = pattern.subn(" ", text)
        if count:
            found.add(outcome)
    return frozenset(found)


def unreal(clause: str) -> bool:
    """Whether a clause asks, wishes or plans: then it states no outcome."""
    return _UNREAL.search(clause) is not None
