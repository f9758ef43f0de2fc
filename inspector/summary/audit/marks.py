"""Where a text speaks of how something went, and which way: every expression of an outcome with its place.

Only words that state an outcome: `error` and `regression` name things, `blocked` and `rejected` name deeds.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from inspector.summary.audit.status import Outcome
from inspector.summary.text import words as table

_LONGEST = 1_000
_DEEDS = (
    "written|set|run|merged|deployed|done|fixed|checked|verified|proven|confirmed|tested|tried|reproduced|read|reviewed"
    "|applied|implemented|finished|completed|resolved|solved|validated|decided|sent|answered|examined|investigated"
    "|looked at|pushed|committed|published|released|explained|ruled out|measured|updated|migrated|rotated|restored"
)
_NOT = r"(?:not|never|hasn't|haven't|isn't|wasn't|weren't|aren't|nothing(?: of it)?|none|nobody|no one)"
_OPEN = re.compile(
    rf"\b{_NOT}(?: (?:yet|been|have|has|is|was|it|fully|actually|be|being|so far|ever|even|all))"
    rf"{{0,3}} (?:{_DEEDS})\b(?: yet)?"
    r"|\bun(?:tested|verified|proven|read|checked|confirmed|fixed|resolved|answered|reviewed|explained|tried|measured)\b"
    r"|\b(?:pending|outstanding|tbd|unresolved|in progress|yet to|remains to|still to|not (?:yet )?(?:open|known|certain"
    r"|sure|clear))\b|\bstill (?:open|unclear|missing)\b|\b(?:is|are|remains?|stays?) open\b"
    r"|\b(?:only|just|so far) (?:proposed|assumed|suspected|planned|a guess)\b|\b(?:assumes?|suspects?|guess(?:es)?)\b"
    r"|(?:从来没有|从没|从未|尚未|还没有?|还未|未曾|未经|未|没有?)(?:再|被|做过|去)?(?:核对|验证|确认|完成|修复|修|测试|测|解决|读|检查|查|复现|提交|合并|部署|证实)过?"
    r"|待(?:核对|确认|验证|修|查|办|定)|有待",
    re.I,
)
_RUN = "help|succeed|finish|converge|pass|work|complete|compile|build|run through"
_UNDONE = re.compile(
    rf"\b(?:did|do|does|could|can|would|will)(?:n't| not)(?: yet| \w+ly)? (?:{_RUN})\b"
    rf"|\bcannot (?:{_RUN})\b"
    r"|\bnot (?:all|entirely|fully|every\w*) (?:\w+ )?(?:pass\w*|succe\w+|green)\b"
    r"|\bnot (?:pass\w*|succe\w+|green|work(?:ing)?|finish\w*)\b|\b(?:unsuccessful\w*|in vain|no effect)\b"
    r"|不通过|未通过|没有?通过|没有?成功|没有用|没用|无效|不起作用",
    re.I,
)
_HEALED = re.compile(
    r"\b(?:no longer|never|did not|does not|do not|doesn't|didn't|without|not)(?: an?)? (?:\w+ )?"
    r"(?:fail|crash|error|break|hang)\w*"
    r"|\b(?:0|no|zero) (?:\w+ )?(?:fail\w*|errors?|crash\w*)\b|没有(?:失败|报错|错误|崩溃)"
    r"|(?<!\d)0 ?个?(?:失败|错误|报错)|失败 ?0",
    re.I,
)
_BADLY = re.compile(
    r"(?<![\w-])(?:fail(?:s|ed|ing)?(?! to\b| over\b|-)|crash(?:es|ed)|(?:was |were |been |got |is )?killed|aborted|timed out"
    r"|times out|timeout after|hung|hangs|broken?|breaks|(?:ran |runs |run )?out of memory|oom-?killed|panick?(?:s|ed)|diverged"
    r"|cut off|interrupted|overflow(?:ed|s) its|signal: \d+|sig(?:kill|abrt|segv|term)|terminated|died|dies"
    r"|(?:was|were|been|is) (?:stopped|cancelled|rejected|refused)|fatal|cancelled due)\b(?!-)"
    r"|(?<!\w)(?-i:FAIL|FAILED|ERROR|FAILURES?|Killed|Traceback)(?!\w)|^\s*(?:error|fatal)(?:\[\w+\])?:"
    r"|\bexit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?[1-9]\d*\b"
    r"|失败|报错|出错|被(?:系统)?(?:杀|中断|终止)|杀掉|超时|崩溃|中止|OOM",
    re.I | re.M,
)
_WELL = re.compile(
    r"(?<![\w-])(?:pass(?:es|ed|ing)?(?! (?:the|a|an|it|to|by|through|on|in|along|`|--?\w)\b)(?! [`\"(])|succeed(?:s|ed|ing)?"
    r"|success(?:ful|fully)?|works|worked|green|(?:has |have )?finish(?:ed|es)(?! with exit)"
    r"(?: (?:normally|successfully|cleanly))?|helped"
    r"|ran through|complet(?:ed|es)(?: (?:successfully|normally|cleanly))|did (?:converge|succeed|help|finish|complete|pass)"
    r"|compiles)\b(?!-)"
    r"|^ok\s|\.\.\. ?ok\b|: ok\b"
    r"|\bexit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?0\b|\b[1-9]\d* passed\b|✓ built|通过|成功|顺利|全绿",
    re.I | re.M,
)
_PASS = re.compile(r"(?<=\w )pass(?= now| again| in\b|[.,;)]|$)|\bpass\b(?=$|[.;])", re.I)
_DONE = re.compile(
    r"\b(?:fixed|resolved|solved|confirmed|verified|proven|merged|deployed|checked|tested|reproduced|corrected|validated"
    r"|(?:already|has been|have been|was|were|is|are|fully|completely|now|has|have) (?:set|run|sent|done|read|reviewed|written"
    r"|tried|applied|pushed|published|explained|measured)|all (?:set|written|done))\b(?! by\b)"
    r"|^\W*(?:tested|verified|checked|confirmed|proven|read|reproduced)\b"
    r"|已修复|已经修(?:复|好)?|修复了|修好|已完成|已确认|已经确认|已解决|已经读|读完|已验证|已经(?:验证|测试?|检?查|核对|解决|完成|写|做|改|提交|合并|部署)(?:通过|完|好)?",
    re.I,
)
_ORDER: tuple[tuple[re.Pattern[str], Outcome], ...] = (
    (_OPEN, "open"),
    (_UNDONE, "badly"),
    (_HEALED, "well"),
    (_BADLY, "badly"),
    (_WELL, "well"),
    (_PASS, "well"),
    (_DONE, "done"),
)


_DEED = re.compile(
    r"(check|verif|confirm|test|prove|proof|reproduc|read|review|validat|examin|investigat|look|assum|suspect|guess|tri(?:ed)|known|certain|sure"
    r"|clear|explain|measur|核对|验|确认|测|读|检查|查|复现|证实|核)"
    r"|(fix|resolv|solv|correct|修|解决|解)|(writ|写)|(merg|合)|(deploy|publish|releas|部)|(push)|(commit|提)|(\brun\b)|(set\b)|(sent)|(appl)",
    re.I,
)


class Mark(NamedTuple):
    """An expression of an outcome in a text."""

    start: int
    end: int
    outcome: Outcome
    deed: int = 0
    """Which kind of deed was done or is open: 1 for looking into something, 2 for mending it, others for others."""


_SIGNS = table(
    "pass fail succ error kill exit fix done check test verif confirm finish complet work green open pend assum suspect guess"
    " stop crash abort time hung hang brok break diverg overflow die dies merg deploy writ set read sent run ran tri explain"
    " appl prove repro implement resolv solv tbd oom memory sig fatal reject refus help compil interrupt panic traceback valid"
    " outstanding progress yet known certain sure clear pushed commit publish releas measur updat migrat rotat restor correct"
    " cut cancel vain effect missing decid answer examin investigat look ruled review terminat started ok built"
)


def _speaks(low: str) -> bool:
    """Whether a text can speak of an outcome at all: a cheap question before the patterns are asked."""
    return any(sign in low for sign in _SIGNS)


@lru_cache(maxsize=16_384)
def marks(text: str) -> tuple[Mark, ...]:
    """The expressions of outcomes in order. What is denied is read first, so that "not tested" is no test."""
    text = text[:_LONGEST].replace("’", "'")
    if text.isascii() and not _speaks(text.lower()):
        return ()
    found: list[Mark] = []
    for pattern, outcome in _ORDER:
        here = [Mark(match.start(), match.end(), outcome, _deed(match[0])) for match in pattern.finditer(text)]
        if here:
            found += here
            text = without(text, here)
    return tuple(sorted(found))


def _deed(expression: str) -> int:
    found = _DEED.search(expression)
    return (found.lastindex or 0) if found else 0


def deeds(text: str) -> frozenset[int]:
    """The kinds of deeds that were done or are open."""
    return frozenset(mark.deed for mark in marks(text) if mark.outcome in ("done", "open"))


def outcomes(text: str) -> frozenset[Outcome]:
    """What a text says of outcomes."""
    return frozenset(mark.outcome for mark in marks(text))


def without(text: str, found: tuple[Mark, ...] | list[Mark]) -> str:
    """The text with spaces where it speaks of outcomes: what is left is what it speaks about."""
    for mark in found:
        text = text[: mark.start] + " " * (mark.end - mark.start) + text[mark.end :]
    return text
