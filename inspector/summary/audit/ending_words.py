"""The words of endings: which way something went, and what was done or is open, language by language.

Only words that state an ending: `error` and `regression` name things, `blocked` and `rejected` name deeds. The table is
read from its top, and what was read in one place is not read again: "not tested" is no test.
"""

from __future__ import annotations

import re
from typing import Literal

Ending = Literal["well", "badly", "done", "open"]
"""`well` and `badly` speak of runs; `done` of what was checked, fixed, written or decided; `open` says that it was not."""


def _any(lines: str) -> str:
    """One of the lines, each of which is a pattern."""
    return "|".join(line.strip() for line in lines.strip().split("\n"))


def _words(lines: str) -> str:
    return rf"\b(?:{_any(lines)})\b"


_FAULT = r"(?:fail\w*|errors?|crash\w*|break\w*|hang\w*)"
_RUN = "(?:help|succeed|finish|converge|pass|work|complete|compile|build|run through)"
_NOT = r"(?:not|never|hasn't|haven't|isn't|wasn't|weren't|aren't|nothing(?: of it)?|none|nobody|no one)"
_YET = r"(?: (?:yet|been|have|has|is|was|it|fully|actually|be|being|so far|ever|even|all)){0,3}"
_CODED = r"exit(?:ed|s)?(?: with)?(?: the)?(?: code| status)?:? ?"
_ORDERS = [
    "to",
    "will",
    "would",
    "can",
    "could",
    "may",
    "might",
    "must",
    "should",
    "not",
    "cannot",
    "don't",
    "a",
    "an",
    "the",
    "this",
    "that",
    "each",
    "on",
    "or",
    "if",
    "first",
    "second",
]
_NO_ORDER = "".join(rf"(?<!\b{word} )" for word in _ORDERS)
_THEN = r"(?= (?:now|again|in|on|at|with|under|since|because|and|but|locally|too|as|for|by)\b|[.,;:!)*]| [—–(]|$)"
"""Around `pass` and `fail` where they say what many do, and are no noun and no order."""
_DEEDS = _any(
    """
    written|set|run|merged|deployed|done|fixed|checked|verified|proven|confirmed|tested|tried|reproduced|read|reviewed
    applied|implemented|finished|completed|resolved|solved|validated|decided|sent|answered|examined|investigated
    looked at|pushed|committed|published|released|explained|ruled out|measured|updated|migrated|rotated|restored
    """
)

_BESIDE = _words(
    rf"""
    without(?: an?| any| the)? (?:\w+ )?{_FAULT}
    (?:no|zero) (?:\w+ )?{_FAULT}
    for OOM
    """
)
"""What only goes with an ending and is none."""
_OPEN = _words(
    rf"""
    {_NOT}{_YET} (?:{_DEEDS})(?: yet)?
    un(?:tested|verified|proven|read|checked|confirmed|fixed|resolved|answered|reviewed|explained|tried|measured)
    pending|outstanding|tbd|in progress|yet to|remains to|still to|not (?:yet )?(?:open|known|certain|sure|clear)
    still (?:open|unclear|missing)|(?:is|are|remains?|stays?) open
    (?:only|just|so far) (?:proposed|assumed|suspected|planned|a guess)|assumes?|suspects?|guess(?:es)?
    """
)
_OPEN_ZH = _any(
    """
    (?:从来没有|从没|从未|尚未|还没有?|还未|未曾|未经|未|没有?)(?:再|被|做过|去)?(?:核对|验证|确认|完成|修复|修|测试|测|解决|读|检查|查|复现|提交|合并|部署|证实)过?
    待(?:核对|确认|验证|修|查|办|定)|有待
    """
)
_NOT_WELL = _words(
    rf"""
    (?:did|do|does|could|can|would|will)(?:n't| not)(?: yet| \w+ly)? {_RUN}
    (?:cannot|never) {_RUN}(?:e?d|es)?
    not (?:all|entirely|fully|every\w*) (?:\w+ )?(?:pass\w*|succe\w+|green)
    not (?:pass\w*|succe\w+|green|work(?:ing)?|finish\w*)|unsuccessfully|in vain|no effect
    (?<![\d.])0 (?:\w+ )?(?:passed|passing|succeeded)|non-?zero exit
    """
)
_NOT_WELL_ZH = r"不通过|未通过|没有?通过|没有?成功|没有用|没用|无效|不起作用|没有?(?:跑|传|做|编译)(?:完|过|通|成)"
_NOT_BADLY = _words(
    rf"""
    (?:no longer|never|did not|does not|do not|doesn't|didn't|not)(?: an?| any)? (?:\w+ )?{_FAULT}
    (?<![\d.])0 (?:\w+ )?{_FAULT}|(?:fail\w*|errors?|invalid)[:=] ?0
    """
)
_NOT_BADLY_ZH = r"没有(?:失败|报错|错误|崩溃|中断|超时|被杀)|(?<!\d)0 ?个?(?:失败|错误|报错)|失败 ?0"
_BADLY = (
    r"(?<![\w-])"
    + _words(
        rf"""
        fail(?:s|ed|ing)(?! to\b| over\b|-)|{_NO_ORDER}fail{_THEN}
        crash(?:es|ed)|(?:was |were |been |got |is )?killed|oom(?:-?killed|ed)|aborted|errored|panick?(?:s|ed)|diverged
        timed out|times out|timeout after|hung|hangs|broke off|cut off|cut short|interrupted|terminated|died|dies|gave up
        (?:ran |runs |run )?out of memory|overflow(?:ed|s) its|hit (?:the|its|a) (?:time limit|timeout)
        (?:was|were|been|is|got|be) (?:stopped|cancell?ed|rejected|refused)|cancell?ed (?:due|by)|fatal
        unsuccessful|(?:is|are|was|were) red|signal: \d+|sig(?:kill|abrt|segv|term)
        """
    )
    + "(?!-)|"
    + _any(
        rf"""
        (?<!\w)(?-i:FAIL|FAILED|ERROR|FAILURES?|Killed|Traceback|CANCELL?ED|Assertion\w*)(?!\w)
        ^\s*(?:error|fatal)(?:\[\w+\])?:|^\s*[✕✗✘×]\s
        (?<=[\t"':])(?:failure|cancell?ed|timed_out)(?=[\t"',])
        \bexpected .{{1,60}} (?:but|got|received|to have|to be|to equal)\b
        \b{_CODED}[1-9]\d*\b
        """
    )
)
_BADLY_ZH = r"失败|报错|出错|被(?:系统)?(?:杀|中断|终止|取消)|杀掉|超时|崩溃|中止|中断"
_WELL = (
    r"(?<![\w-])"
    + _words(
        rf"""
        pass(?:es|ed|ing)(?! (?:the|a|an|it|its|them|to|through|along|on to)\b)(?! [`"]|\w*[ =]--?\w)|{_NO_ORDER}pass{_THEN}
        succeed(?:s|ed|ing)?|success(?:ful|fully)?|works|worked|green|helped|compiles
        (?:has |have )?finish(?:ed|es)(?! with\b)(?: (?:normally|successfully|cleanly|in time))?
        (?<!tests )complet(?:ed|es)(?! with\b)(?: (?:successfully|normally|cleanly))?|ended (?:normally|well|cleanly|successfully)
        (?:ran|run|came|got) (?:to|through to) (?:the|its|their) end|ran through|went through
        did (?:converge|succeed|help|finish|complete|pass)
        """
    )
    + "(?!-)|"
    + _any(
        rf"""
        ^ok\s|\.\.\. ?ok\b|: ok\b|\b[1-9]\d* passed\b|✓ built|^\s*[✓✔]\s
        \b{_CODED}0\b
        """
    )
)
_WELL_ZH = r"通过|成功|顺利(?:完成|结束)?|正常(?:结束|完成)|(?:已经?|全部)完成|跑完|全绿"
_IS = "(?:already|has been|have been|was|were|is|are|fully|completely|now|has|have)"
_DONE = (
    _words(
        rf"""
        fixed|resolved|solved|confirmed|verified|proven|merged|deployed|checked|tested|reproduced|corrected|validated
        {_IS} (?:set|run|sent|done|read|reviewed|written|tried|applied|pushed|published|explained|measured)
        all (?:set|written|done)
        """
    )
    + r"(?! by\b)|^\W*(?:tested|verified|checked|confirmed|proven|read|reproduced)\b"
)
_DONE_ZH = _any(
    """
    已修复|已经修(?:复|好)?|修复了|修好|已确认|已经确认|已解决|已经读|读完|已验证
    已经(?:验证|测试?|检?查|核对|解决|写|做|改|提交|合并|部署)(?:通过|完|好)?
    """
)

_FORMS: tuple[tuple[Ending | None, tuple[str, ...]], ...] = (
    (None, (_BESIDE,)),
    ("open", (_OPEN, _OPEN_ZH)),
    ("badly", (_NOT_WELL, _NOT_WELL_ZH)),
    ("well", (_NOT_BADLY, _NOT_BADLY_ZH)),
    ("badly", (_BADLY, _BADLY_ZH)),
    ("well", (_WELL, _WELL_ZH)),
    ("done", (_DONE, _DONE_ZH)),
)
TABLE = tuple((ending, re.compile(form, re.I | re.M)) for ending, forms in _FORMS for form in forms)
"""Patterns in the order in which they are asked, with the ending that each states."""
