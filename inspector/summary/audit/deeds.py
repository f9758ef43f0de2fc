"""Deeds that a saying names: which one, who ordered it, and its name in the other language."""

from __future__ import annotations

import re

from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.lexis import carries, forms, stems, words

_TO = re.compile(
    r"^ (?:the|all|every|both|each|its) [\w ./-]{1,40}? ([a-z]+ed)\b"
    r"|(?:^|\b)(?:to|that (?:the agent|it)|for)"
    r"\s+(?:be\s+)?([a-z-]+)|^\s*([a-z-]+ing)\b",
    re.I,
)
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OTHER_WIDE = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")

DEEDS = {
    "delete": "删|清除|移除|去掉",
    "remove": "删|清除|移除|去掉",
    "drop": "删|丢|去掉",
    "skip": "跳过|省略|略过",
    "restart": "重启",
    "deploy": "部署|上线|发布",
    "release": "发布|上线",
    "merge": "合并",
    "push": "推送",
    "commit": "提交",
    "upgrade": "升级",
    "disable": "禁用|关闭|停用",
    "rollback": "回滚",
    "revert": "回滚|撤销|还原",
    "rename": "重命名|改名",
    "publish": "发布",
    "truncate": "截断|清空",
    "migrate": "迁移",
    "pass": "通过|全绿|成功",
    "overwrite": "覆盖",
    "stop": "停",
    "approve": "同意|批准|可以",
}
"""Deeds by which a saying is checked against what was typed in Chinese."""


def deed_unknown(content: str, typed_text: str) -> bool:
    """Whether a saying demands a deed that has a name in the person's language, which the person never used."""
    if _OTHER_WIDE.search(typed_text):
        return False
    if _WIDE.search(content):
        low = typed_text.lower()
        named = [deed for deed, pattern in DEEDS.items() if re.search(pattern, content)]
        return bool(named) and not any(form in low for deed in named for form in forms(deed))
    patterns = [
        pattern for word in words(content) for deed, pattern in DEEDS.items() if word.startswith(forms(deed)[0])
    ]
    return bool(patterns) and not any(re.search(pattern, typed_text) for pattern in patterns)


_NOT = re.compile(r"(?:不要|不能|不得|不许|不用|别|禁止|勿|没有|未|不)[^，。；、,;]{0,6}$")


def deed_forbidden(content: str, typed_text: str) -> bool:
    """Whether a saying demands a deed that the person names in another language, and every time as what is not to be."""
    if _WIDE.search(content) or not _WIDE.search(typed_text):
        return False
    first = next((word for word in words(content) if carries(word)), "")
    named = [DEEDS[deed] for deed in DEEDS if first.startswith(forms(deed)[0])]
    places = [found.start() for pattern in named for found in re.finditer(pattern, typed_text)]
    return bool(places) and all(_NOT.search(typed_text[max(0, at - 10) : at]) for at in places)


def ordered(clause: str, deed: str) -> bool:
    """Whether a clause orders the deed: it comes early, and without an article, which would make it a thing."""
    early = list(words(clause))[:5]
    at = next((place for place, word in enumerate(early) if deed in stems(word)), -1)
    return at >= 0 and not (at and early[at - 1] in ("a", "an", "the", "another", "that", "this"))


def clauses_of(text: str) -> list[tuple[int, str]]:
    """The clauses of a text, with where each starts."""
    found, at = [], 0
    for line in text.split("\n"):
        for start, sentence in sentences(line):
            found += [(at + start + offset, clause) for offset, clause in split(sentence)]
        at += len(line) + 1
    return found


def deed_of(content: str) -> str:
    """The stem of what is to be done: the first carrying word after "to"."""
    found = _TO.search(content)
    verb = next((group for group in found.groups() if group), "") if found else ""
    return next(iter(stems(verb)), "") if verb else ""
