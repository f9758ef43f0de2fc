"""Counts of tests with the wrong outcome: 380 passed in the source, 380 failed in the summary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.amounts import Amount, amounts
from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.marks import outcomes
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source

NEAR = 30
_PASSED = re.compile(r"pass|\bok\b|green|succe|通过|全绿|成功|✅|✓")
_FAILED = re.compile(r"fail|error|broken|\bred\b|失败|报错|✗|❌")
_NEITHER = re.compile(r"ignor|skip|pend|xfail|warn|desel")
_TESTS = re.compile(r"test|case|spec|suite|check|passed|failed|用例|测试|个", re.I)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every count of tests that the source has with the contrary outcome only."""
    taken = summary.atoms.taken
    for claim in summary.claims:
        for clause in claim.clauses:
            shown = outcomes(clause.text) & {"well", "badly"}
            if len(shown) == 1 and not _both(clause.low) and _TESTS.search(clause.text) and not claim.fenced:
                yield from _clause(source, clause, list(amounts(clause, taken)), "well" in shown)


def _both(low: str) -> bool:
    """Whether a clause counts what passed and what failed, so that a number may be of either."""
    return bool(_PASSED.search(low)) and bool(_FAILED.search(low))


def _clause(source: Source, clause: Claim, here: list[Amount], well: bool) -> Iterator[Finding]:
    for amount in here:
        if (
            _NEITHER.match(" ".join(amount.after[:1]))
            or amount.unit
            or amount.decimals
            or amount.value < 1
            or (amount.value < 2 and not _adjacent(clause, amount))
        ):
            continue
        if places := _contrary(source, amount, well):
            yield Finding("reversed status", "the source counts these with another outcome", clause.span, places)
            return


def _adjacent(clause: Claim, amount: Amount) -> bool:
    after = clause.text[amount.span.end - clause.start :][:10]
    return bool(_PASSED.search(after) or _FAILED.search(after))


def _contrary(source: Source, amount: Amount, well: bool) -> tuple[Span, ...]:
    """Where the number stands beside the contrary outcome; nothing if it stands beside the claimed one as well."""
    found: list[Span] = []
    for at in source.numbers.at(amount.value)[:2_000]:
        end = at + len(str(int(amount.value)))
        outcome = _outcome(source.low, at, end)
        if outcome is None:
            continue
        if outcome == well:
            return ()
        found.append(source.span(at, min(end + NEAR, len(source.low))))
    return tuple(found[:2])


def _outcome(low: str, at: int, end: int) -> bool | None:
    """Whether what is counted at a place passed: by the word right after the number, on its line."""
    after = low[end : end + NEAR].split("\n", 1)[0]
    after = re.split(r"[,;，；]|\d", after, maxsplit=1)[0]
    passed, failed = _PASSED.search(after), _FAILED.search(after)
    if bool(passed) == bool(failed):
        return None
    return bool(passed)
