"""Counts of tests with the wrong ending: 380 passed in the source, 380 failed in the summary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.amounts import Amount, amounts
from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.ending_words import Ending
from inspector.summary.audit.endings import endings, unreal
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source

NEAR, MOST = 30, 2_000
_PASSED = re.compile(r"pass|\bok\b|green|succe|\bvalid|通过|全绿|成功|[✓✔✅]")
_FAILED = re.compile(r"fail|error|broken|\bred\b|invalid|失败|报错|[✗✘✕❌]")
_NEITHER = re.compile(r"ignor|skip|pend|xfail|warn|desel")
SURE = 3
"""From this number on it is hardly another number of the same kind."""
_COUNTED = re.compile(
    r"\d+ (?:\w+ )?(?:tests?|cases|specs|checks) (?:all )?(?:passed|failed|pass|fail)\b|\b\d+ (?:passed|failed)\b"
    r"|\d+ ?[个条项](?:\w*?)(?:测试|用例)(?:全部|都|已经)?(?:通过|失败)"
)
_NONE = re.compile(r"(?:没有|无|\bno |\b0 )(?:fail\w*|errors?|失败|报错|错误)")
_OF = re.compile(r"\b(?:of|out of)(?: the| all)? $", re.I)
"""Of how many some ended so: the number counts all."""
_TESTS = re.compile(r"test|case|spec|suite|check|passed|failed|用例|测试|个", re.I)
_LABEL = re.compile(r"(\w+)['\"]?\s*[:=]\s*$")
_BREAK = re.compile(r"[,;，；。|]|\d")


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every count of tests that the source has with the contrary ending only."""
    for claim in summary.claims:
        for clause in claim.clauses:
            told = endings(clause.text) & {"well", "badly"}
            both = _PASSED.search(clause.low) and _FAILED.search(clause.low)
            if (
                len(told) == 1
                and not both
                and _TESTS.search(clause.text)
                and not claim.fenced
                and not unreal(clause.text)
            ):
                yield from _clause(source, clause, list(amounts(clause, summary.atoms.taken)), *told)


def _clause(source: Source, clause: Claim, here: list[Amount], told: Ending) -> Iterator[Finding]:
    for amount in here:
        if amount.unit or amount.decimals or amount.value < 1 or _NEITHER.match(" ".join(amount.after[:1])):
            continue
        if _OF.search(clause.text[: amount.span.start - clause.start]):
            continue
        if amount.value < 2 and not _ending(clause.text[amount.span.end - clause.start :][:10]):
            continue
        if places := _contrary(source, amount, told):
            text = "the source counts these with another outcome"
            certain = _COUNTED.match(clause.text, amount.span.start - clause.start) is not None and amount.value >= SURE
            yield Finding("reversed status", text, clause.span, places, certain=certain)
            return


def _contrary(source: Source, amount: Amount, told: Ending) -> tuple[Span, ...]:
    """Where the number counts what ended otherwise; nothing if it stands near the ending that is told as well."""
    found: list[Span] = []
    for at in source.numbers.at(amount.value)[:MOST]:
        end = at + len(str(int(amount.value)))
        counted = _counted(source.low, at, end)
        if counted == told:
            return ()
        if counted is not None:
            found.append(source.span(at, min(end + NEAR, len(source.low))))
    return tuple(found[:2])


def _counted(low: str, at: int, end: int) -> Ending | None:
    """How what is counted at a place ended: by the label before the number, or by the words right beside it."""
    before = low[max(at - NEAR, 0) : at].rsplit("\n", 1)[-1]
    after = low[end : end + NEAR].split("\n", 1)[0]
    label = _LABEL.search(before)
    return _ending(label[1] if label else _BREAK.split(after, maxsplit=1)[0])


def _ending(words: str) -> Ending | None:
    words = _NONE.sub(" ", words)
    passed, failed = _PASSED.search(words), _FAILED.search(words)
    if bool(passed) == bool(failed):
        return None
    return "well" if passed else "badly"
