"""Deeds that change something for others: who wants them done calls them by their name, or nearly so, in either language."""

from __future__ import annotations

import re

_ROWS = (
    (r"restart\w*|reboot\w*|重启", r"start|reboot|bounce|重启|重新启动"),
    (
        r"deploy\w*|releas(?:e|ed|ing)\b|publish\w*|roll(?:ed|ing)?[- ]?out\b|ship(?:ped|ping)?\b|部署|上线|发布",
        r"deploy|releas|publish|roll|\bship|\blive\b|\bprod|launch|upload|部署|上线|发布|发版",
    ),
    (r"merg\w+|合并", r"merg|\bland|\bmain\b|master|\bPR\b|pull request|合"),
    (r"push\w*|推送", r"push|publish|upload|remote|\bPR\b|pull request|推"),
    (r"commit\w*|提交", r"commit|check (?:it |this )?in|push|\bsave|提交"),
    (r"upgrad\w*|bump(?:ed|ing|s)?\b|升级", r"upgrad|updat|bump|newe|latest|version|升|更新|版本"),
    (
        r"roll(?:ed|ing)?[- ]?back\w*|revert\w*|回滚|撤销",
        r"roll|revert|undo|\bback|restor|reset|回滚|退回|撤|还原|恢复|改回",
    ),
    (
        r"delet\w+|remov\w+|drop(?:ped|ping|s)?\b|discard\w*|wip(?:e|ed|ing)\b|purg\w+|删除|移除|清空",
        r"delet|remov|drop|discard|wip|purg|\brid\b|(?:take|leav|throw|kick|rip)\w* .{0,20}\bout\b|without|no longer"
        r"|clean|clear|strip|kill|eras|unnecessary"
        r"|n(?:o|'|ot) need|n't need|obsolete|throw|删|除|去掉|不要了|不需要",
    ),
    (
        r"skip\w*|omit\w*|跳过|略过",
        r"skip|omit|ignor|leave|without|no need|n't (?:need|bother|run)|not (?:need|run)|forget|跳|略|不用跑|不必|免|省",
    ),
    (r"migrat\w*|迁移", r"migrat|\bmov|switch|transfer|\bport|chang|convert|upgrad|迁|搬|移|换"),
    (r"(?:force-)?unlock\w*|解锁", r"lock|锁"),
    (r"overwrit\w*|覆盖", r"overwrit|replac|覆盖|替换"),
)
_LEAD = (
    r"^\W*(?:that )?(?:the agent |the assistant |it |助手)?(?:to |for |that )?"
    r"(?:immediately |directly |at once )?(?:an? |the |直接|马上|立即)?"
)
_PASSIVE = r"(?:\bto be |\b(?:is|are|was|were|be) (?:to be )?|把[^，。；]{1,12}|(?<=\w )(?=\w+ed\b))"
_DEEDS = tuple(
    (re.compile(rf"(?:{_LEAD}|{_PASSIVE})(?:{named})", re.I), re.compile(typed, re.I)) for named, typed in _ROWS
)
_AFTER = re.compile(
    r"\b(?:because|since|after|when|once|while|so that|before|if|until|which)\b.*|因为|之后", re.S | re.I
)


def named(content: str) -> tuple[re.Pattern[str], ...]:
    """How the deeds that it names as what is to be done may have been typed."""
    main = _AFTER.sub("", content)
    return tuple(typed for deed, typed in _DEEDS if deed.search(main))
