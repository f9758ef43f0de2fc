"""A sentence taken apart into units that speak of one outcome each, with the words of what each is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from inspector.summary.audit.lexis import stem, stems
from inspector.summary.audit.marks import deeds, marks, without
from inspector.summary.audit.status import STATUS_WORDS, Outcome, bare
from inspector.summary.text import words as table

_JOINT = re.compile(
    r"[,;:](?=\s)|[，；：。、]|\s[—–-]\s|[()（）]|\.\s"
    r"|\s(?:and|but|while|whereas|although|though|however|because|since|so|which|except|with|as|whether)(?=\s)"
    r"|\s(?=(?:until|when|before|after|once|if|unless)\s)"
)
_EMPTY = re.compile(r"[\W\d_]*(?:then|now|yet|it|also|still|this|that|they|only|there|which)?[\W\d_]*", re.I)
_SUPPOSED = re.compile(r"\W*(?:until|when|once|if|unless|whether|before|after|如果|要是|除非|是否)", re.I)
_HEALING = re.compile(
    r"\b(?:now|after|since|finally|then|later|second|retry|correct\w+|once|again|in the end|fix\w*|chang\w+|until|when)\b"
    r"|后|现在|第二|再|然后|改",
    re.I,
)
_ORDER = re.compile(r"第[一二三四]次|[一二三四]次|仍然|之后|以后|现在|最后|后来|但是?|因为|所以|然后")
_BOTH = {
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
}
"""Words of the trade that a summary in another language has in its own."""
_WEAK = frozenset(map(stem, table("first second third new one two three both all agent status result attempt")))
FEW = 2


class Unit(NamedTuple):
    """A part of a sentence with one outcome: `own` are the words of the part, `near` those that it leans on."""

    start: int
    text: str
    outcomes: frozenset[Outcome]
    own: frozenset[str]
    near: frozenset[str]
    turned: bool = False
    """An earlier unit of the sentence has another outcome."""
    healed: bool = False
    """Words of a second run stand in the sentence up to here."""
    supposed: bool = False
    deeds: frozenset[int] = frozenset()


@lru_cache(maxsize=16_384)
def subject(text: str) -> frozenset[str]:
    """The words that say what a text is about, without those of outcomes."""
    rest = without(text, marks(text))
    added = frozenset[str]()
    if not rest.isascii():
        added = frozenset(stem(word) for name, word in _BOTH.items() if name in rest)
        rest = _ORDER.sub(" ", rest)
    return added | frozenset(w for w in stems(bare(rest)) if not STATUS_WORDS.match(w) and w not in _WEAK)


@lru_cache(maxsize=16_384)
def units(sentence: str) -> tuple[Unit, ...]:
    """The units of a sentence that speak of an outcome."""
    return tuple(_units(sentence)) if marks(sentence) else ()


def _units(sentence: str) -> Iterator[Unit]:
    parts = list(_parts(sentence))
    shown = [frozenset(mark.outcome for mark in marks(text)) for _, text in parts]
    words = [subject(text) for _, text in parts]
    last: frozenset[str] = frozenset()
    before: frozenset[Outcome] = frozenset()
    for at, (start, text) in enumerate(parts):
        if shown[at]:
            near = last
            if not words[at] and (not near or _titled(sentence, start + len(text))) and at + 1 < len(parts):
                near = words[at + 1]
            turned = bool(before) and not before <= shown[at]
            yield Unit(
                start,
                text,
                shown[at],
                words[at],
                near,
                turned,
                _HEALING.search(sentence if turned else sentence[: start + len(text)]) is not None,
                _SUPPOSED.match(text) is not None,
                deeds(text),
            )
            before = shown[at]
        last = words[at] if len(words[at]) >= FEW else words[at] | last


def about(unit: Unit) -> frozenset[str]:
    """The words that tell what a unit is about: its own where they are enough."""
    return unit.own if len(unit.own) >= FEW else unit.own | unit.near


def _titled(sentence: str, end: int) -> bool:
    return sentence[end : end + 1] in (":", "：")


def _parts(sentence: str) -> Iterator[tuple[int, str]]:
    at, said = 0, marks(sentence)
    for joint in _JOINT.finditer(sentence):
        if any(mark.start <= joint.start() < mark.end for mark in said):
            continue
        if not _EMPTY.fullmatch(sentence[at : joint.start()]):
            yield at, sentence[at : joint.start()]
            at = joint.end()
    if sentence[at:].strip():
        yield at, sentence[at:]
