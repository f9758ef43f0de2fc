"""A sentence taken apart into units that speak of one ending each, with the words of what each is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import WORDS, bare, endings, marks, without
from inspector.summary.audit.lexis import stem, stems
from inspector.summary.text import words as table

_JOINT = re.compile(
    r"(?:[,;:](?=\s)|[，；：。、]|\s[—–-]\s|[()（）]|\.\s|(?<=之后)|(?<=以后)"
    r"|\s(?:and|but|while|whereas|although|though|however|because|since|so|which|except|with|as|whether)(?=\s)"
    r"|\s(?=(?:until|when|before|after|once|if|unless)\s(?!\d)))"
    r"(?!\s*(?:\(|（|with |and |the |an? )*exit(?:ed)?\b)"
)
"""Where a part ends. An exit code goes with the part before it."""
_EMPTY = re.compile(r"[\W\d_]*(?:then|now|yet|it|also|still|this|that|they|only|there|which)?[\W\d_]*", re.I)
_SUPPOSED = re.compile(r"\W*(?:until|when|once|if|unless|whether|before|after(?! \d)|如果|要是|除非|是否)", re.I)
_TRADE = {
    "测试": "test",
    "用例": "test",
    "构建": "build",
    "编译": "compile",
    "部署": "deploy",
    "提交": "commit",
    "合并": "merge",
    "原因": "cause",
    "日志": "log",
    "模拟器": "emulator",
    "真机": "device",
    "迁移": "migration",
    "缓存": "cache",
    "分片": "shard",
    "数据": "data",
    "脚本": "script",
    "接口": "endpoint",
    "服务": "service",
    "订单": "order",
    "补丁": "patch",
    "配置": "config",
    "分支": "branch",
    "备份": "backup",
    "查询": "query",
    "上传": "upload",
    "预览": "preview",
    "安装": "install",
    "训练": "train",
    "画图": "chart",
    "进程": "process",
    "校验": "validate",
    "扫描": "scan",
    "回放": "replay",
    "打包": "package",
    "导入": "import",
    "导出": "export",
    "下载": "download",
    "启动": "start",
    "同步": "sync",
    "基准": "bench",
    "压测": "load",
    "镜像": "image",
    "容器": "container",
    "任务": "job",
}
"""Words of the trade that a summary in another language has in its own."""
_TRADE_WORD = re.compile("|".join(_TRADE))
_CONDITION = re.compile(r"\W*(?:if|unless)\b", re.I)
_ORDER = re.compile(r"第[一二三四]次|[一二三四]次|仍然|之后|以后|现在|最后|后来|但是?|因为|所以|然后")
_WEAK = frozenset(map(stem, table("first second third new one two three both all agent status result attempt")))


class Unit(NamedTuple):
    """A part of a sentence with its endings, and the words that say what ended."""

    start: int
    text: str
    endings: frozenset[Ending]
    own: frozenset[str]
    deeds: frozenset[int] = frozenset()
    supposed: bool = False
    first: bool = False
    """The sentence speaks of a first time, here or after the unit before."""
    before: frozenset[Ending] = frozenset()
    """The endings of the unit before it in the sentence."""


@lru_cache(maxsize=16_384)
def subject(text: str) -> frozenset[str]:
    """The words that say what a text is about, without those of endings."""
    rest = without(text, marks(text))
    added = frozenset[str]()
    if not rest.isascii():
        added = frozenset(stem(_TRADE[found]) for found in _TRADE_WORD.findall(rest))
        rest = _TRADE_WORD.sub(" ", _ORDER.sub(" ", rest))
    return added | identifiers(rest) | frozenset(w for w in stems(bare(rest)) if not WORDS.match(w) and w not in _WEAK)


def tokens(text: str) -> frozenset[str]:
    """Words as they are written, whole and in parts, without capitals and signs: `macOS` and `macos-14` share one."""
    found = [match[0] for match in _TOKEN.finditer(text)]
    return frozenset(map(_flat, found)) | frozenset(
        _flat(part) for word in found for part in _SIGNS.split(word) if len(part) > 2
    )


def identifiers(text: str) -> frozenset[str]:
    """Those of the whole words that are names of code."""
    return frozenset(_flat(found[0]) for found in _TOKEN.finditer(text) if _INNER.search(found[0]))


def hyphenated(text: str) -> frozenset[str]:
    """Those of the whole words that a hyphen joins: names of programs, or plain words."""
    return frozenset(_flat(found[0]) for found in _TOKEN.finditer(text) if "-" in found[0])


def _flat(word: str) -> str:
    return "#" + _SIGNS.sub("", word).lower()


_TOKEN = re.compile(r"[A-Za-z][\w.-]{2,}\w")
_INNER = re.compile(r"[a-z][A-Z]|[A-Za-z][_.]\w|[A-Za-z]-?\d")
_SIGNS = re.compile(r"[\W_]+")


@lru_cache(maxsize=16_384)
def units(sentence: str) -> tuple[Unit, ...]:
    """The units of a sentence that speak of an ending."""
    return tuple(_units(sentence)) if marks(sentence) else ()


def _units(sentence: str) -> Iterator[Unit]:
    parts = list(_parts(sentence))
    words = [subject(text) for _, text in parts]
    after, before = 0, frozenset[Ending]()
    for at, (start, text) in enumerate(parts):
        if said := marks(text):
            own, end = words[at] or _leant(sentence, parts, words, at), start + len(text)
            deeds = frozenset(mark.deed for mark in said if mark.ending in ("done", "open"))
            first = _FIRST.search(sentence, after, end) is not None
            yield Unit(start, text, endings(text), own, deeds, _supposed(sentence, start, end), first, before)
            after, before = end, endings(text)


def _supposed(sentence: str, start: int, end: int) -> bool:
    """Whether a part is a condition, or holds on one."""
    return bool(_SUPPOSED.match(sentence, start, end) or _CONDITION.match(sentence, end))


def _leant(sentence: str, parts: list[tuple[int, str]], words: list[frozenset[str]], at: int) -> frozenset[str]:
    """The words that a part without any leans on: a title's text; what a colon explains; a subject before a comma."""
    start, text = parts[at]
    if sentence[start + len(text) :][:1] in (":", "：") and at + 1 < len(parts):
        return words[at + 1]
    if not at:
        return frozenset()
    if sentence[: start + 1].rstrip(" ").endswith((":", "：")):
        return words[at - 1]
    first = next((back + 1 for back in range(at - 1, -1, -1) if marks(parts[back][1])), 0)
    if first == at or sentence[start - 1] not in ",，" or _CIRCUMSTANCE.match(parts[first][1]) or _PRONOUN.search(text):
        return frozenset()
    return frozenset[str]().union(*words[first:at])


_FIRST = re.compile(r"\b(?:at first|first|initial(?:ly)?)\b|起初|第一次|最初|先", re.I)
_CIRCUMSTANCE = re.compile(
    r"\W*(?:after|with|without|on|in|at|when|since|because|by|from|under|before|for|as)\b|.*(?:后|时|以前|之前)$", re.I
)
_PRONOUN = re.compile(
    r"\b(?:it|they|this|that|these|those|one|second|third|other|others|rest|all|both|which|who)\b", re.I
)


def _parts(sentence: str) -> Iterator[tuple[int, str]]:
    at, said = 0, marks(sentence)
    for joint in _JOINT.finditer(sentence):
        if any(mark.start < joint.end() and joint.start() < mark.end for mark in said):
            continue
        if not _EMPTY.fullmatch(sentence[at : joint.start()]):
            yield at, sentence[at : joint.start()]
            at = joint.end()
    if sentence[at:].strip():
        yield at, sentence[at:]
