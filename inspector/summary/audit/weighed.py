"""Every word of a saying with what it counts, small ones too, laid in order beside a text."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from inspector.summary.audit.lexis import carries
from inspector.summary.audit.wording import NOT, SPEAKER, Word, common, forms_of, wording

SMALL, WIDE = 0.5, 0.4
"""What a small word counts, and a letter of a script without spaces; any other word counts one."""
NAME = 1.5
"""What all words of one name count together."""
DENSE = 0.5
"""The share of a stretch of another's sentence that has to be the saying's."""
GAP, MEANT = 4, 0.75
"""So many words may stand where another says "it", and how much of them that means."""
_IT = (SPEAKER, "它")
_NAME = re.compile(r"[\w.]+(?:[/_:.-]+\w+)+", re.A)


class Weighed(NamedTuple):
    """A word, and what it counts."""

    form: str
    weight: float


def weighed(text: str) -> tuple[Weighed, ...]:
    """Every word with what it counts."""
    rows = wording(text, every=True)
    names = [(found.start(), found.end()) for found in _NAME.finditer(text)]
    sizes = {name: sum(name[0] <= word.start < name[1] for word in rows) for name in names}
    return tuple(Weighed(word.form, _weight(word, sizes)) for word in rows)


def _weight(word: Word, sizes: dict[tuple[int, int], int]) -> float:
    size = next((size for (start, end), size in sizes.items() if start <= word.start < end), 0)
    if size:
        return NAME / size
    if word.form >= "\u3040" and word.form != NOT:
        return WIDE
    return 1.0 if word.form == NOT or (word.form != SPEAKER and carries(word.form)) else SMALL


def total(words: tuple[Weighed, ...]) -> float:
    """What they count together."""
    return sum(word.weight for word in words)


def ordered(here: tuple[Weighed, ...], text: str, dense: bool = False) -> float:
    """The share of some words that a text has in order; "it" may stand for some of them."""
    there = wording(text, every=True)
    pairs = common([word.form for word in here], [word.form for word in there])
    if dense and pairs and len(pairs) < DENSE * (pairs[-1][1] - pairs[0][1] + 1):
        return 0.0
    meant = MEANT * _meant(here, there, pairs)
    return sum(here[at].weight for at, _ in pairs) / (total(here) - meant) if here else 0.0


def _meant(here: tuple[Weighed, ...], there: tuple[Word, ...], pairs: list[tuple[int, int]]) -> float:
    """What the words count in whose place the text has just "it"."""
    got = 0.0
    for (i, j), (k, m) in pairwise(pairs):
        if 0 < k - i - 1 <= GAP and [word.form for word in there[j + 1 : m]] == [SPEAKER]:
            got += total(here[i + 1 : k])
    if pairs and 0 < pairs[0][0] <= GAP and pairs[0][1] and there[pairs[0][1] - 1].form in _IT:
        got += total(here[: pairs[0][0]])
    if (
        pairs
        and 0 < len(here) - 1 - pairs[-1][0] <= GAP
        and [w.form for w in there[pairs[-1][1] + 1 :]][:1] == [SPEAKER]
    ):
        got += total(here[pairs[-1][0] + 1 :])
    return got


def bag(here: tuple[Weighed, ...], text: str) -> float:
    """The share of some words that a text has in whatever order."""
    held = forms_of(text)
    return sum(word.weight for word in here if word.form in held) / total(here)
