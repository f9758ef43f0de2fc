"""What a person forbade: the deed and the thing that stand right after a word of prohibition in a typed clause."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.summary.audit.lexis import stems

_PROHIBITS = re.compile(
    r"\b(?:do not|don't|dont|let's not|never|must not|mustn't|may not|should not|shouldn't|can't|cannot|not to|no|without|skip"
    r"|leave out)\b|不要|不能|不得|不许|不可|禁止|千万别|别|勿",
    re.I,
)
_SAME = re.compile(r"\bno (?:longer|doubt|matter|need|problem|objections?)\b|别的|能不能|不能不", re.I)
SCOPE = 60
"""Characters after the word that it reaches."""


def forbids(clause: str, wanted: Iterable[str]) -> bool:
    """Whether a typed clause forbids a deed or a thing that these words name.

    "Change no file" forbids only who speaks of changing: what stands before the word must be named as well.
    """
    named = frozenset(wanted)
    for found in _PROHIBITS.finditer(_SAME.sub(" ", clause.replace("’", "'"))):
        first = stems(clause[found.end() : found.end() + SCOPE].strip()[:SCOPE])
        before = stems(" ".join(clause[: found.start()].split()[-2:]))
        if found[0].lower() == "no" and before and not before & named:
            continue
        if first & named or (_PASSIVE.match(clause, found.end()) and before & named):
            return True
    return _STAYS.search(clause) is not None and bool(named & _CHANGES) and bool(stems(clause) & named - _CHANGES)


_PASSIVE = re.compile(r"\s*be(?:en)?\b", re.I)
_STAYS = re.compile(
    r"\b(?:stays?|remains?|keep|leave|left|kept)\b.{0,40}\b(?:as (?:it|they) (?:is|are)|as is|alone|untouched|unchanged)\b"
    r"|\bfrozen\b|保持不变|不变",
    re.I,
)
_CHANGES = stems(
    "change modify edit alter touch update adjust rewrite replace delete drop remove widen extend rename move"
)


_IS = re.compile(r"\b(?:is|are|was|were)\b(?! not\b)", re.I)
_IS_NOT = re.compile(r"\b(?:(?:is|are|was|were) (?:not|wrong|incorrect|never)|isn't|aren't|wasn't|weren't)\b", re.I)


def contradicts(clause: str, content: str) -> bool:
    """Whether a typed clause says that something is not so, where the content says that it is."""
    return _IS_NOT.search(clause) is not None and _IS.search(content) is not None and not _IS_NOT.search(content)
