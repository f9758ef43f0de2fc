"""The words of endings, language by language, and where a text speaks of how something ended, and which way.

Only words that state an ending: `error` and `regression` name things, `blocked` and `rejected` name deeds.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

Ending = Literal["well", "badly", "done", "open"]
"""`well` and `badly` speak of runs; `done` of what was checked, fixed, written or decided; `open` says that it was not."""

_LONGEST = 1_000
_DEEDS = (
    "written|set|run|merged|deployed|done|fixed|checked|verified|proven|confirmed|tested|tried|reproduced|read|reviewed"
    "|applied|implemented|finished|completed|resolved|solved|validated|decided|sent|answered|examined|investigated"
    "|looked at|pushed|committed|published|released|explained|ruled out|measured|updated|migrated|rotated|restored"
)
_NOT = r"(?:not|never|hasn't|haven't|isn't|wasn't|weren't|aren't|nothing(?: of it)?|none|nobody|no one)"
_RUN = "help|succeed|finish|converge|pass|work|complete|compile|build|run through"
_FAULT = r"(?:fail\w*|errors?|crash\w*|break\w*|hang\w*)"

_TABLE: tuple[tuple[Ending, str], ...] = (
    # What is denied is read first, so that "not tested" is no test.
    (
        "open",
        rf"\b{_NOT}(?: (?:yet|been|have|has|is|was|it|fully|actually|be|being|so far|ever|even|all)){{0,3}} (?:{_DEEDS})\b(?: yet)?"
        r"|\bun(?:tested|verified|proven|read|checked|confirmed|fixed|resolved|answered|reviewed|explained|tried|measured)\b"
        r"|\b(?:pending|outstanding|tbd|in progress|yet to|remains to|still to|not (?:yet )?(?:open|known|certain|sure|clear))\b"
        r"|\bstill (?:open|unclear|missing)\b|\b(?:is|are|remains?|stays?) open\b"
        r"|\b(?:only|just|so far) (?:proposed|assumed|suspected|planned|a guess)\b|\b(?:assumes?|suspects?|guess(?:es)?)\b",
    ),
    (
        "open",
        r"(?:从来没有|从没|从未|尚未|还没有?|还未|未曾|未经|未|没有?)(?:再|被|做过|去)?"
        r"(?:核对|验证|确认|完成|修复|修|测试|测|解决|读|检查|查|复现|提交|合并|部署|证实)过?|待(?:核对|确认|验证|修|查|办|定)|有待",
    ),
    (
        "badly",
        rf"\b(?:did|do|does|could|can|would|will)(?:n't| not)(?: yet| \w+ly)? (?:{_RUN})\b|\b(?:cannot|never) (?:{_RUN})(?:e?d|es)?\b"
        r"|\bnot (?:all|entirely|fully|every\w*) (?:\w+ )?(?:pass\w*|succe\w+|green)\b"
        r"|\bnot (?:pass\w*|succe\w+|green|work(?:ing)?|finish\w*)\b|\b(?:unsuccessful\w*|in vain|no effect)\b"
        r"|(?<![\d.])0 (?:\w+ )?(?:passed|passing|succeeded)\b|\bnon-?zero exit\b",
    ),
    ("badly", r"不通过|未通过|没有?通过|没有?成功|没有用|没用|无效|不起作用|没有?(?:跑|传|做|编译)(?:完|过|通|成)"),
    (
        "well",
        rf"\b(?:no longer|never|did not|does not|do not|doesn't|didn't|without|not)(?: an?| any)? (?:\w+ )?{_FAULT}"
        rf"|(?<![\d.])\b(?:0|no|zero) (?:\w+ )?{_FAULT}|\b(?:fail\w*|errors?|invalid)[:=] ?0\b",
    ),
    ("well", r"没有(?:失败|报错|错误|崩溃)|(?<!\d)0 ?个?(?:失败|错误|报错)|失败 ?0"),
    (
        "badly",
        r"(?<![\w-])(?:fail(?:s|ed|ing)?(?! to\b| over\b|-)|crash(?:es|ed)|(?:was |were |been |got |is )?killed|aborted|timed out"
        r"|times out|timeout after|hung|hangs|broken?|breaks|broke off|(?:ran |runs |run )?out of memory|oom-?killed|panick?(?:s|ed)"
        r"|diverged|errored|cut off|cut short|interrupted|overflow(?:ed|s) its|signal: \d+|sig(?:kill|abrt|segv|term)|terminated|died|dies"
        r"|hit (?:the|its|a) (?:time limit|timeout)|gave up"
        r"|(?:was|were|been|is|got|be) (?:stopped|cancell?ed|rejected|refused)|fatal|cancell?ed (?:due|by))\b(?!-)"
        r"|(?<!\w)(?-i:FAIL|FAILED|ERROR|FAILURES?|Killed|Traceback|CANCELL?ED|Assertion\w*)(?!\w)|^\s*(?:error|fatal)(?:\[\w+\])?:"
        r"|\bexit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?[1-9]\d*\b"
        r"|\bexpected .{1,60} (?:but|got|received|to have|to be|to equal)\b|^\s*[✕✗✘×]\s",
    ),
    ("badly", r"失败|报错|出错|被(?:系统)?(?:杀|中断|终止|取消)|杀掉|超时|崩溃|中止|中断|OOM"),
    (
        "well",
        r"(?<![\w-])(?:pass(?:es|ed|ing)?(?! (?:the|a|an|it|its|them|to|through|along|on to)\b)(?! [`\"]|\w*[ =]--?\w)"
        r"|succeed(?:s|ed|ing)?|success(?:ful|fully)?|works|worked|green|(?:has |have )?finish(?:ed|es)(?! with\b)"
        r"(?: (?:normally|successfully|cleanly))?|helped|ran through|went through"
        r"|complet(?:ed|es)(?: (?:successfully|normally|cleanly))|did (?:converge|succeed|help|finish|complete|pass)|compiles)\b(?!-)"
        r"|^ok\s|\.\.\. ?ok\b|: ok\b|\bexit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?0\b|\b[1-9]\d* passed\b|✓ built|^\s*[✓✔]\s"
        r"|(?<=\w )pass(?= now| again| in\b|[.,;)]|$)|\bpass\b(?=$|[.;])",
    ),
    ("well", r"通过|成功|顺利|全绿"),
    (
        "done",
        r"\b(?:fixed|resolved|solved|confirmed|verified|proven|merged|deployed|checked|tested|reproduced|corrected|validated"
        r"|(?:already|has been|have been|was|were|is|are|fully|completely|now|has|have) (?:set|run|sent|done|read|reviewed|written"
        r"|tried|applied|pushed|published|explained|measured)|all (?:set|written|done))\b(?! by\b)"
        r"|^\W*(?:tested|verified|checked|confirmed|proven|read|reproduced)\b",
    ),
    (
        "done",
        r"已修复|已经修(?:复|好)?|修复了|修好|已完成|已确认|已经确认|已解决|已经读|读完|已验证"
        r"|已经(?:验证|测试?|检?查|核对|解决|完成|写|做|改|提交|合并|部署)(?:通过|完|好)?",
    ),
)
_FORMS = tuple((ending, re.compile(form, re.I | re.M)) for ending, form in _TABLE)
_DEED = re.compile(
    r"(check|verif|confirm|test|prove|proof|reproduc|read|review|validat|examin|investigat|look|assum|suspect|guess|tri(?:ed)|known|certain|sure"
    r"|clear|explain|measur|核对|验|确认|测|读|检查|查|复现|证实|核)"
    r"|(fix|resolv|solv|correct|修|解决|解)|(writ|写)|(merg|合)|(deploy|publish|releas|部)|(push)|(commit|提)|(\brun\b)|(set\b)|(sent)|(appl)",
    re.I,
)
_CODE = re.compile(
    r"\bexit(?:ed|s)?(?: with)?(?: the)?(?:[ _-]?(?:code|status))?\"?[:=]? ?(\d{1,3})\b|^\[rc=(\d+)\]", re.I | re.M
)
_SIGNS = re.compile(
    r"pass|fail|succ|error|kill|exit|fix|don|check|test|ver|confirm|finish|complet|work|green|open|pend|assum|suspect|guess|stop|crash"
    r"|abort|tim|h[ua]ng|bro?[ek]|diverg|overflow|die|merg|deploy|writ|set|read|sent|r[ua]n|tri|explain|appl|pro|implement|solv|tbd|oom"
    r"|mem|sig|fatal|re[jf]|help|compil|interrupt|panic|trace|valid|outstand|yet|known|certain|sure|clear|push|commit|publish|releas|measur"
    r"|updat|migrat|rotat|restor|correct|cut|cancel|vain|effect|missing|deci|answer|examin|investigat|look|terminat|ok\b|built|through|gave"
    r"|expected|hit|[✓✔✕✗✘×]|[^\x00-\x7f]",
    re.I,
)
"""Something of this stands in every text that speaks of an ending: a cheap question before the table is asked."""
_CHINESE = re.compile(
    r"全部|通过|失败|已经|验证|确认|成功|完成|读完|没有|尚未|仍然|还没|顺利|之后|现在|从来|读过|了|还|的"
)
_UNREAL = re.compile(
    r"\b(?:must|should|to be|has to|have to|needs?|will|would|may|might|expect(?:s|ed)?|if|unless|once|asked|wants?|told"
    r"|please|next|why|how|what|which|plan(?:s|ned)? to|in order to|so that|until)\b|\b(?:agent"
    r"|assistant) (?:said|claimed|wrote|thought|believed)\b"
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
    if not _SIGNS.search(text):
        return ()
    found: list[Mark] = []
    for ending, form in _FORMS:
        here = [Mark(match.start(), match.end(), ending, _deed(match[0])) for match in form.finditer(text)]
        if here:
            found += here
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
    return frozenset(int(found[1] or found[2]) for found in _CODE.finditer(text))


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
