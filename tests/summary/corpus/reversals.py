"""Words that turn a sentence round: its status, what it denies, and who said it."""

from __future__ import annotations

import re

Swap = tuple[re.Pattern[str], str]


def _swaps(*rows: tuple[str, str]) -> tuple[Swap, ...]:
    return tuple((re.compile(pattern), new) for pattern, new in rows)


STATUS = _swaps(
    (r"\bexit code (?:1\d\d|[1-9]\d?)\b", "exit code 0"),
    (r"\bexited with code [1-9]\d*\b", "exited with code 0"),
    (r"\b(?:has|have) not been (tested|tried|verified|checked|reproduced|run)\b( yet)?", r"has been \1 and works"),
    (r"\b(?:is|was|are|were) not (?:yet )?(checked|verified|proven|confirmed|tested)\b( yet)?", r"is \1"),
    (r"\b(?:is|was|are) still (open|failing)\b", "is fixed"),
    (r"\b[Nn]ot (?:yet )?(verified|checked|tested|reproduced|proven|confirmed)\b( yet)?", r"\1"),
    (r"\bnot yet (written|set|run|merged|deployed|done|fixed)\b", r"already \1"),
    (r"\b(nothing written) yet\b", "all written"),
    (r"\bun(tested|verified|proven|read|checked|confirmed)\b", r"\1"),
    (r"\bwas (?:killed|stopped|aborted|cut off)(?: by (?:the|its) \w+)?", "finished normally"),
    (r"\b[Kk]illed\b(?! process)", "completed successfully"),
    (r"\b(?:timed out|ran out of memory|crashed|diverged)\b", "finished successfully"),
    (r"\bdid not (help|succeed|finish|converge)\b", r"did \1"),
    (r"\bstill fails?\b", "now passes"),
    (r"\bfailed(?! (?:to|with|on|because|in)\b)", "passed"),
    (r"\bfails\b(?! to| with| on)", "passes"),
    (r"\bsucceeded\b|\bsuccessful\b", "failed"),
    (r"\bpassed\b|\bwere green\b|\bis green\b|\bare green\b", "failed"),
    (r"\bpasses\b", "fails"),
    (r"(?<!cannot )\bpass\b(?! the)", "fail"),
    (r"\b(not fixed|unfixed)\b", "fixed"),
    (r"从来没有读过|没有读过|还没读", "已经读完"),
    (r"还?没有确认|尚未确认|未确认", "已经确认"),
    (r"还?没有?验证|尚未验证|未验证|还没有测过", "已经验证通过"),
    (r"还没有修|尚未修复", "已经修复"),
    (r"被系统杀掉|被杀掉", "顺利完成"),
    (r"(?<!扣款)失败", "通过"),
    (r"全部通过|通过", "失败"),
)

NEGATION = _swaps(
    (r"\bmust not\b", "must"),
    (r"\bmust never\b", "must always"),
    (r"\bmay not\b", "may"),
    (r"\bshould not\b", "should"),
    (r"\bcannot\b", "can"),
    (r"\b([Dd])o not\b", r"\1o"),
    (r"\bdoes not\b", "does"),
    (r"\bdid not (ask|want|touch|change|force-unlock|run|count)\b", r"did \1"),
    (r"\bis not to\b", "is to"),
    (r"\b[Nn]ever\b", "always"),
    (r"\bwithout\b", "with"),
    (r"\b[Nn]o (?=\w)(?!\w*s\b|longer\b|apply\b|data\b)", "a "),
    (r"\bnot (?=to\b)", ""),
    (r"\b[Tt]ouch only\b", "Touch"),
    (r"(?<=read) only\b|(?<=staging) only\b|(?<=checkout) only\b|(?<=-ro) only\b|(?<=remote) only\b", ""),
    (r"\bforbids?\b|\bforbade\b", "allowed"),
    (r"不能再?|不得|不许|不可以", "可以"),
    (r"不要再?|(?<!分)别再?", "要"),
    (r"(?<![跑用])不(?=改|用|碰|动|上传|升级|合并|引入|提交)", "要"),
    (r"从来没有|还?没有(?=执行|改|动|发布|合并|上传|碰|升级)", "已经"),
    (r"只(?=能|改|支持|允许)", ""),
)

ATTRIBUTION = _swaps(
    (
        r"\b([Tt])he agent (?=(?:therefore |first |then |now |also |itself )?(?:recommend|propos|suggest|decid|chose|admitt|"
        r"assum|suspect|blam|prefer|stated|put |left|concluded|expect|judged|planned|picked|guess))",
        r"\1he user ",
    ),
    (
        r"(?<!what )(?<!did )\b([Tt])he (?:log|plan|README|documentation|scanner|tool|test output|benchmark|linter|profiler|"
        r"crash report|advisory|manifest|audit|compiler|guide)s? (?:shows?|showed|says?|said|reports?|reported|states?|stated|"
        r"lists?|listed|warns?|warned)\b",
        r"\1he user said",
    ),
    (r"助手(?=(?:先|先是|曾|当时|又|自己)?(?:建议|承认|判断|怀疑|认为|决定|说|选|提议|推测|估计))", "用户"),
    (r"(?:日志|工具|扫描|文档)(?:显示|说|写明|提示)", "用户说"),
)
