"""A "not" that is lost: of a verb, and other words that deny or limit."""

from __future__ import annotations

import re

from tests.summary.corpus.swaps import swaps
from tests.summary.corpus.verbs import past, third

_ADVERB = r"(?:yet |again |also |even |simply |really )?"
_MODAL = "must|may|should|can|could|will|would|might|shall"
_REST = r"[^.,;:\n]{2,60}?"


def _bare(match: re.Match[str]) -> str:
    """`Touch` of `Do not touch`."""
    return match.group("verb")


def _third(match: re.Match[str]) -> str:
    return third(match.group("verb"))


def _already(match: re.Match[str]) -> str:
    return f"already {_third(match)}{match.group('rest') or ''}"


def _past(match: re.Match[str]) -> str:
    return past(match.group("verb"))


VERBS = swaps(
    (rf"\b({_MODAL}) (?:not|never) ({_REST}),? (?:yet|at all|in any way)\b", r"\1 \2"),
    (rf"\b(has|have|had|is|was|are|were) not ({_REST}),? yet\b", r"\1 already \2"),
    (rf"\bhas not ({_REST}),? (?:so far|until now)\b", r"has \1"),
    (rf"\b[Dd]o not (?P<verb>[a-z]+)({_REST})? (?:yet|at all)\b", r"\g<verb>\2"),
    (rf"\b(?:does not|doesn't) (?P<verb>[a-z]+)(?P<rest> {_REST})? yet\b", _already),
    (rf"\bnot to ({_REST}),? (?:yet|at all|in any way)\b", r"to \1"),
    (rf"\b({_MODAL}) (?:not|never)\b(?! only\b)(?: again\b)?", r"\1"),
    (r"\b[Cc]annot\b|\b[Cc]an't\b", "can"),
    (r"\bwon't\b", "will"),
    (r"\b(is|was|are|were|has|have|had|could|should|would|must)n't\b", r"\1"),
    (rf"\b(?:[Dd]o not|[Dd]on't) {_ADVERB}(?P<verb>[a-z]+)\b", _bare),
    (rf"\b(?:does not|doesn't) {_ADVERB}(?P<verb>[a-z]+)\b(?!-)", _third),
    (rf"\b(?:did not|didn't) {_ADVERB}(?P<verb>[a-z]+)\b(?!-)", _past),
    (r"\bdid not (?=\w+-)", "did "),
    (
        r"\b(asked|asks|told|wants?|wanted|said|instructed|is|was|are|were|agreed|decided|promised|chose)"
        r"( \w+| the \w+)? not to\b",
        r"\1\2 to",
    ),
    (r"\b(is|was|are|were|has|have|had) (?:not|never) (?!only\b|yet\b|to\b)", r"\1 "),
    (r"\b(has|have|had|is|was|are|were) not yet\b", r"\1 already"),
    (r"\b[Nn]ever (?P<verb>[a-z]+)\b", _bare),
    (r"(?<!能)(?:现在|也|都)?不能再?(?!登录)|不得再?|不许再?|(?<!可)不可以再?|不准再?", "可以"),
    (r"(?<!要)不要再?|(?<!分)(?<!类)(?<!区)(?<!级)(?<!特)别再?(?=[改动用碰删传提推合升发写加跑重上看问打引])", "可以"),
    (
        r"(?<![是会用改跑])不(允许|需要|会|支持|影响|包含|存在|同意|是(?!很)|用|改|碰|动|上传|升级|合并|引入|提交|重试|发布|删)",
        r"\1",
    ),
    (
        r"(?:从来|还|并)?(?<!有)没有?(?P<verb>[改动碰读跑写删测试查看加传推给发])(?P<rest>[到完成好掉出])",
        r"\g<verb>\g<rest>了",
    ),
    (r"(?:从来|还|并)?(?<!有)没有?(?P<verb>[改动碰读跑写删测试查看加传推给发])(?!有)过?", r"\g<verb>了"),
    (
        r"(?:从来|还|并)?(?<!有)没有(执行|发布|合并|上传|升级|提交|部署|要求|同意|处理|影响|修改|删除|推送|使用|重启|回滚|提到)过?",
        r"\1了",
    ),
)
"""Lost is the "not" of a verb."""

WORDS = swaps(
    (r"\bno longer\b", "still"),
    (r"\bwithout (?=\w+ing\b)", "after "),
    (r"\bwithout (?!bound|ever\b)", "with "),
    (r"\b[Nn]o (?=[a-z]{3,}s\b)(?!\w+ss\b)", "some "),
    (r"\b[Nn]o (?=[aeio][a-z]+\b)(?!one\b)", "an "),
    (
        r"\b[Nn]o (?=[a-z]{3,}\b)(?!apply\b|data\b|more\b|less\b|longer\b|personal\b|legal\b|card\b|null\b|board but\b)",
        "a ",
    ),
    (r"\b[Nn]obody\b(?![^.;]* yet\b)", "somebody"),
    (r"\b[Nn]ot (the|a|an) (?=\w)", r"\1 "),
    (r"\bforbids\b", "allows"),
    (r"\bforbade\b", "allowed"),
    (r"\bforbidden\b", "allowed"),
    (r"\brefused to\b", "agreed to"),
    (r"禁止", "允许"),
    (r"没有(?=结果|数据|问题|关系|变化|错误|影响|备份|索引|权限)", "有"),
)
"""Lost, or turned round, is another word that denies or limits."""
