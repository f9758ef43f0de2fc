"""What a person forbade: the deed and the thing that stand right after a word of prohibition in a typed clause."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.summary.audit.lexis import stems

_PROHIBITS = re.compile(
    r"\b(?:do not|don't|dont|never|must not|mustn't|may not|should not|shouldn't|can't|cannot|not to|no|without|skip"
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
        if first & named:
            return True
    return False
