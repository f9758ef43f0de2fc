"""One audit: everything that is looked for, put in the order of the summary."""

from __future__ import annotations

from dataclasses import replace

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.coverage import coverage
from inspector.summary.audit.findings import ALL
from inspector.summary.audit.findings.exits import OTHERWISE
from inspector.summary.audit.later_run import is_of_later_run
from inspector.summary.audit.negators import negated
from inspector.summary.audit.register import keeps_words, kept
from inspector.summary.audit.shapes import Audit, Finding
from inspector.summary.audit.source import Source, spoken

OF_SENSE = ("reversed status", "false attribution", "unsourced instruction")
"""Kinds of finding that lay what is said beside the record: certain only where the record's own words are kept."""
LEAST_QUOTED, BEFORE = 14, 30
"""Bytes of a quotation: a letter of a script without spaces says more than one of the others."""


def audit(source: Source, summary: str) -> Audit:
    """What the summary holds of its source, and what it says without ground in it."""
    taken = Summary(summary)
    found: list[Finding] = []
    for find in ALL:
        found.extend(each for each in find(source, taken) if not (_told(found, each) or _is_true(source, taken, each)))
    worded, share = keeps_words(source, taken), kept(source, taken)
    told = [_weighed(each, worded, worded and share is not None) for each in found]
    sure, hints = _apart(sorted(told, key=lambda each: each.span))
    return Audit(coverage(source, taken), sure, hints, worded, share)


def _weighed(finding: Finding, worded: bool, surely: bool) -> Finding:
    """With the certainty that it has in a summary that is `worded` as the record is: known for sure, or only too short to tell.

    Where it is known, another outcome than the source shows is certain as well: one in forty of them is wrong there.
    """
    if finding.kind in OF_SENSE and not worded:
        return replace(finding, certain=False)
    return replace(finding, certain=True) if surely and finding.text == OTHERWISE else finding


def _apart(found: list[Finding]) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """What is certain, and what is a hint: only where nothing certain of its kind is said of the same words."""
    sure = tuple(each for each in found if each.certain)
    hints = (each for each in found if not each.certain)
    return sure, tuple(hint for hint in hints if not any(_overlap(hint, each) for each in sure))


def _overlap(one: Finding, other: Finding) -> bool:
    return one.kind == other.kind and one.span.start < other.span.end and other.span.start < one.span.end


def _is_true(source: Source, summary: Summary, finding: Finding) -> bool:
    """Whether the source says the very words, or a later run of which they are told ended so."""
    return _quoted(source, summary, finding) or (
        finding.kind == "reversed status" and is_of_later_run(source, summary, finding)
    )


def _quoted(source: Source, summary: Summary, finding: Finding) -> bool:
    """Whether the source says the very words whose sense was called reversed, without a denial before them."""
    words = spoken(summary.text[finding.span.start : finding.span.end]).strip(" .,;:")
    if finding.kind != "reversed status" or len(words.encode()) < LEAST_QUOTED:
        return False
    at = source.spoken.find(words)
    return at >= 0 and not negated(source.spoken[max(at - BEFORE, 0) : at])


def _told(found: list[Finding], new: Finding) -> bool:
    """Whether an earlier finding, no less certain, already speaks of these very words."""
    return any(old.span == new.span and old.kind == new.kind and old.certain >= new.certain for old in found)
