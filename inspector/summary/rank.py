"""Which lines are kept first: by what they say, how new they are, and whether the focus asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from inspector.summary import cues
from inspector.summary.cues import Sentence
from inspector.summary.sections import Entry, Section

POINT = 100
"""What one point of a cue's score counts."""
NEW = 1_000
RECENCY = {Section.FINDINGS: 800, Section.ERRORS: 800, Section.COMMANDS: 600}
"""How much being new counts (1,000 where nothing is said): the newest part has it all, the oldest nothing."""
OLDER_FIRST = 4_000
"""For constraints the first stated come first, whatever came after; only their strength counts more."""
FRESH_PLANS, FRESH_VAGUE = 3, 12
"""A plan older than the last three replies is done or dropped, and so is a passing "not … yet" older than the last twelve:
they are no open items. What is clearly said to be undone or unverified never ages."""
STRONG_LINES = 6
"""So many binding lines of a text from elsewhere come before its other lines."""


def rank(section: Section, score: int, age: int) -> int:
    """The rank of a line of a part; `age` runs from 0 for the oldest to 1,000."""
    if section is Section.CONSTRAINTS:
        return score * POINT + OLDER_FIRST - age
    return score * POINT + age * RECENCY.get(section, NEW) // NEW


def stale(score: int, at: int, replies: Sequence[int]) -> bool:
    """Whether an open item of this score has been overtaken by the replies (their positions) that came after it."""
    if score >= cues.STRONG:
        return False
    fresh = FRESH_VAGUE if score >= cues.VAGUE else FRESH_PLANS
    return len(replies) >= fresh and at < replies[-fresh]


def moved(entry: Entry, asked: bool, replies: Sequence[int]) -> Section | None:
    """Where an earlier summary's line stands now: what was latest then was asked in between; None: it is overtaken."""
    if entry.section is Section.LATEST and asked:
        return Section.ASKED
    if entry.section is Section.REPLY and replies:
        return None
    if entry.section is Section.NAMES:  # listed anew, with those that were met since
        return None
    if entry.section is Section.OPEN:
        return None if stale(_openness(entry.text), -1, replies) else Section.OPEN
    return entry.section


# A line is carried from summary to summary, so what it says is looked up more often than worked out.


@lru_cache(maxsize=4096)
def _openness(text: str) -> int:
    sentence = Sentence(text)
    return cues.unfinished(sentence).score or cues.plan(sentence).score or cues.STRONG


@lru_cache(maxsize=4096)
def _constraint(text: str) -> cues.Cue:
    return cues.constraint(Sentence(text))


@lru_cache(maxsize=4096)
def _finding(text: str) -> cues.Cue:
    return cues.finding(Sentence(text))


def carried(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Rank and anchor of each carried line, as if it came before the first part; of several the later ones first."""
    sources = list(dict.fromkeys(entry.source for entry in entries if entry.section is Section.EARLIER))
    begun: dict[str, int] = {}
    strong = 0
    found = []
    for index, entry in enumerate(entries):
        if entry.section is Section.EARLIER:
            line = begun[entry.source] = begun.get(entry.source, -1) + 1
            binding = strong < STRONG_LINES and _constraint(entry.text).score >= cues.STRONG
            strong += binding
            found.append((sources.index(entry.source) * 2_000 - min(line, 999) + (1_000 if binding else 0), 0))
        else:
            found.append(_own(entry, index, index * 50 // len(entries)))
    return found


def _own(entry: Entry, index: int, age: int) -> tuple[int, int]:
    if entry.section is Section.GOAL:
        return 10_000 - index, 0
    if entry.section is Section.CONSTRAINTS:  # what was carried once is not lost to what is new
        cue = _constraint(entry.text)
        return max(cue.score, cues.STRONG) * POINT + OLDER_FIRST + POINT - age, cue.anchor
    if entry.section is Section.FINDINGS:
        statement = _finding(entry.text)
        return max(statement.score, 2) * POINT - POINT + age, statement.anchor
    return age, 0
