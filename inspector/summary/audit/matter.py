"""What a text is about: its carrying words, so that two wordings of a rule meet, also across English and Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from inspector.summary.audit.lexis import STOP, stem
from inspector.summary.text import words as table

IDLE = STOP - {"use", "used", "using"} | table(
    "decided decide decides demanded demands demand ordered order agrees since noticed notices admitted admits"
    " claimed claims noted notes stated reported explained insisted insists"
)
"""Words that do not tell what a sentence is about."""
SILENT = frozenset(
    "个的了是在和与及已经你他它们我这那就都也还把被对为将要可以能不没有别未勿得许应该必须会再先之任何请所有"
)
"""Letters that carry no clause by themselves."""
_WORD = re.compile(r"[A-Z]?[a-zà-öø-ÿ]+|[A-Z]+(?![a-z])|\d+(?:[.,]\d+)*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_GROUPS = {"show": "mention appear contain include log expose leak quote", "change": "resize swap"}
_SAME = {stem(each): stem(name) for name, others in _GROUPS.items() for each in others.split()}
_SAME |= dict.fromkeys(("uses", "used", "using"), "use")
"""Deeds that are the same where they are forbidden."""
DEEDS = {
    "合并": "merge", "提交": "commit", "推送": "push", "发布": "publish", "上传": "upload", "升级": "upgrade",
    "翻译": "translate", "重启": "restart", "部署": "deploy", "删除": "delete", "删": "delete", "覆盖": "overwrite",
    "修改": "change", "改": "change", "动": "change", "碰": "change", "修": "fix", "迁移": "migrate", "回滚": "revert",
    "重命名": "rename", "引入": "add", "加": "add", "使用": "use", "用": "use", "运行": "run", "跑": "run", "执行": "run",
    "出现": "appear", "写": "write", "发": "send", "丢": "lose", "打印": "print", "记录": "log",
}  # fmt: skip
"""Deeds in Chinese, and their English names."""
DEED = re.compile("|".join(sorted(DEEDS, key=len, reverse=True)))


@lru_cache(maxsize=65536)
def deed(word: str) -> str:
    """The stem of a word, or of the deed that is the same where something is forbidden."""
    found = stem(word)
    return _SAME.get(found, found)


def names_of(words: frozenset[str]) -> list[str]:
    """How deeds are called in Chinese; letters stand for themselves."""
    named = [name for name, english in DEEDS.items() if deed(english) in words]
    return [*named, *(word for word in words if word >= "\u3400")]


@lru_cache(maxsize=4096)
def named(words: frozenset[str]) -> frozenset[str]:
    """Deeds with their names in the other language."""
    names = [name for name, english in DEEDS.items() if deed(english) in words or words & set(name)]
    return words.union(*names, (deed(DEEDS[name]) for name in names))


@lru_cache(maxsize=16384)
def units(text: str) -> frozenset[str]:
    """The words that carry a text: stems, the letters of a script without spaces, and its deeds in English."""
    return frozenset(_units(text))


def _units(text: str) -> Iterator[str]:
    text = text.replace("用户", "")
    if not text.isascii():
        yield from (deed(DEEDS[found]) for found in DEED.findall(text))
    for word in _WORD.findall(text):
        low = word.lower()
        if word[0] >= "\u3040":
            if word not in SILENT:
                yield word
        elif low not in IDLE and (len(low) > 1 or low.isdigit()):
            yield deed(low)
