"""Who said a saying word for word: its parts laid, in order, beside the sentences of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import split
from inspector.summary.audit.grounds import RETOLD, Grounds, Held
from inspector.summary.audit.lexis import stem, stems
from inspector.summary.audit.pieces import Voice
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.undone import modal, ordered_of
from inspector.summary.audit.voices import OWN, Manner, Saying
from inspector.summary.audit.wording import NOT, Word, common, wording

SAME, VERY = 0.8, 0.95
"""The share of a part, in order, that another says; and nearly all of it."""
TYPED, TYPED_SHORT, TYPED_COUNTED = 0.3, 0.2, 0.5
"""What the person may have typed of it at most, of few words, and where a number in it was not typed."""
THEIRS = 0.7
"""The person said the first part: what follows it may be told of somebody else."""
TYPED_SAME, TYPED_VERY = 0.55, 0.7
"""What of it may have been typed in order, where another has it and hardly a word more."""
LEAST: dict[Manner, float] = {"thought": 1.5, "said": 1.5, "decided": 1.7, "agreed": 2.0}
"""Words of a part at least."""
LONG = 2.4
"""So many words may be a part of another's sentence; fewer are another's where it has not a word more."""
WHOLE, SPARE = 2.0, 0.8
"""Words that are another's whole sentence though some of them were typed, and how much more that sentence may have."""
WIDE = 0.4
"""What a letter of a script without spaces counts."""
CANDIDATES = 12
NEAR = 0.5
VOICES: dict[Manner, tuple[Voice, ...]] = {
    "thought": ("model", "tool", "call"),
    "said": ("model", "tool", "call"),
    "decided": ("model",),
    "agreed": ("model", "tool"),
}
_TURNS = re.compile(
    r"\W*(?:so|then|and then|after that|which|who|I|it|the agent|the assistant)\b"
    r"|\W*(?:我|助手|之后|随后|结果|于是|所以|因此)",
    re.I,
)
"""A part in which somebody else goes on."""
_NAME = re.compile(r"\b[A-Za-z][\w.]*(?:-\w+)*-[\w.]*\d[\w.]*\b|\b\w+(?:-\w+){2,}\b|\b\w+_\w+\b", re.A)
"""Names that a summary puts where the sentence has "it"."""
_LARGE, _SPLIT = re.compile(r"(?<![\d.,])\d{4,9}(?![\d.,]\d|\d)", re.A), re.compile(r"\b\d{1,3}(?:,\d{3})+\b")
_I = re.compile(r"\W*(?:so |then |therefore )?I\b|\W*我")
_COMMA = re.compile(r",\s+|\s+and\s+|，|、")


class Fit(NamedTuple):
    """How much of a part a sentence has in order, and how many words it has beside."""

    share: float
    beside: float


def elsewhere(grounds: Grounds, saying: Saying) -> Held | None:
    """What another says word for word and the person did not type, nor say yes to."""
    if saying.manner not in LEAST or grounds.foreign(saying.content):
        return None
    theirs = False
    for first, part in parts(saying.content):
        if not first and (theirs or _TURNS.match(part)):
            continue
        if (found := _beside(grounds, saying, part, first)) is not None:
            return found
        theirs = theirs or (first and _theirs(grounds, part))
    return None


def parts(content: str) -> Iterator[tuple[bool, str]]:
    """The content as a whole, then each of its clauses and what stands between commas; and whether it is the first."""
    rows = dict.fromkeys([content, *(text for _, text in split(content)), *_COMMA.split(content)])
    for text in rows:
        yield content.startswith(text), text
        if (bare := _NAME.sub(" ", text)) != text:
            yield False, bare


def _beside(grounds: Grounds, saying: Saying, part: str, first: bool) -> Held | None:
    """Who else says the part: in a longer sentence only if it is long and hardly anything of it was typed.

    What is not the first may be the writer's own, and has to be the very words.
    """
    here = wording(part)
    long = worth(here) >= LONG
    if worth(here) < LEAST[saying.manner] or not (first or long):
        return None
    most = TYPED_SHORT if not (long and first) else _most(grounds, saying, part)
    hardly = _own(grounds, saying, part) <= most
    typed = 0.0 if hardly else _typed(grounds, part, here)
    if typed > TYPED_VERY:
        return None
    for said, text in candidates(grounds, saying.manner, part):
        found = fit(grounds, here, text, stem(saying.verb.lower()))
        enough = hardly or worth(here) >= WHOLE or _I.match(text) is not None
        whole = enough and found.beside <= SPARE and (typed <= TYPED_SAME or (long and found.share >= VERY))
        if found.share >= (SAME if first else VERY) and (whole or (hardly and long)):
            return Held(found.share, said)
    return None


def _most(grounds: Grounds, saying: Saying, part: str) -> float:
    """How much of a long part may have been typed; more where it has a number that was not."""
    return TYPED_COUNTED if saying.manner in OWN and grounds.uncounted(part) else TYPED


def _theirs(grounds: Grounds, part: str) -> bool:
    """Whether the person typed it nearly word for word."""
    here = wording(part)
    return worth(here) >= WHOLE and _typed(grounds, part, here) >= THEIRS


def _own(grounds: Grounds, saying: Saying, part: str) -> float:
    """How much of it was typed somewhere, or said before a yes."""
    rows = [grounds.all(text) for text in written(part)]
    answered = 0.0 if saying.manner in OWN else max(map(grounds.answered, rows))
    return max(answered, *map(grounds.own, rows))


def written(part: str) -> list[str]:
    """It as it stands, and with commas in large numbers, or without them."""
    split_ = _LARGE.sub(lambda found: f"{int(found[0]):,}", part)
    return list(dict.fromkeys([part, split_, _SPLIT.sub(lambda found: _bare(found[0]), part)]))


def _bare(form: str) -> str:
    return form.replace(",", "") if form[0].isdigit() else form


def candidates(grounds: Grounds, manner: Manner, part: str, least: float = NEAR) -> Iterator[tuple[Statement, str]]:
    """The sentences of others that have most of its words, each as a whole and clause by clause.

    "I did not check it" is no "it should not be checked".
    """
    rows = (match for text in written(part) for match in grounds.source.statements.matches(stems(text), least))
    found = sorted(rows, key=lambda match: -match.share)
    ought = manner == "said" and ordered_of(part)
    for said in [m.statement for m in found if m.statement.voice in VOICES[manner]][:CANDIDATES]:
        for text in dict.fromkeys([said.text, *(text for _, text in split(said.text))]):
            if not (_retold(said, text) or (ought and not modal(text))):
                yield said, text


def _retold(said: Statement, text: str) -> bool:
    """Whether the model says that part again as the person's."""
    end = said.text.find(text) + len(text)
    return said.voice == "model" and RETOLD.search(said.text[:end]) is not None


def _typed(grounds: Grounds, part: str, here: tuple[Word, ...]) -> float:
    """How much of it stands in order in something typed."""
    found = grounds.source.statements.matches(stems(part), 0.2)
    return max(
        (fit(grounds, here, m.statement.text).share for m in found if m.statement.voice == "person"), default=0.0
    )


def fit(grounds: Grounds, here: tuple[Word, ...], text: str, verb: str = "") -> Fit:
    """The words laid beside a text, in order; "I propose" is nothing beside what was proposed."""
    there = wording(text)
    weights = [_weight(grounds, word.form) for word in here]
    pairs = common([_bare(word.form) for word in here], [_bare(word.form) for word in there])
    held = {at for _, at in pairs}
    beside = worth(tuple(word for at, word in enumerate(there) if at not in held and word.form not in verb))
    return Fit(sum(weights[at] for at, _ in pairs) / sum(weights), beside)


def _weight(grounds: Grounds, form: str) -> float:
    return WIDE * 2 if form >= "぀" else grounds.source.statements.weight(form) ** 0.5


def worth(words: tuple[Word, ...]) -> float:
    """How many words carry something; a letter of a script without spaces is less than a word."""
    return sum(0.0 if word.form == NOT else WIDE if word.form >= "぀" else 1.0 for word in words)
