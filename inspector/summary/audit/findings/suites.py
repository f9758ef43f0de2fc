"""Tests as a whole that are said to fail, where the last run of tests that the source shows went well."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.events import Event, Events
from inspector.summary.audit.marks import outcomes
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.units import units

_WHOLE = re.compile(
    r"\W*(?:status:|tests:|after that|now|all|both|the|its|our|unit|integration|workspace|existing|package'?s?|of|other|full"
    r"|whole|\s)*\s*(?:tests?|suites?|packages|checks)(?: suite)? (?:all |still |now )?fail(?:s|ed|ing)?(?: now)?\W*",
    re.I,
)
_STORY = re.compile(r"\b(?:first|initially|before|once|until|because|then|later|but)\b|先|第一次|后|然后", re.I)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every such statement that tells no story, in which tests may have failed first."""
    last = source.keep("last tests", lambda: _last(source))
    if last is None or "well" not in last.outcomes or "badly" in last.outcomes:
        return
    name = source.pieces[last.piece].name
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or _STORY.search(claim.text):
            continue
        for unit in units(claim.text):
            if _WHOLE.fullmatch(unit.text) and outcomes(unit.text) == {"badly"}:
                start = claim.start + unit.start
                place = Span(name, last.start, last.start + len(last.text))
                yield Finding(
                    "reversed status",
                    "the last tests of the source passed",
                    Range(start, start + len(unit.text)),
                    (place,),
                )


def _last(source: Source) -> Event | None:
    """The last result of a call that counts tests."""
    events = source.keep("events", lambda: Events(source))
    return next((event for event in reversed(events.all) if event.tests), None)
