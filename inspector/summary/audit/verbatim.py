"""Who said a short saying letter by letter: nothing but its very words, auxiliaries too, as a clause of another's."""

from __future__ import annotations

import re

from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.grounds import RETOLD, Grounds, Held
from inspector.summary.audit.undone import ordered_of
from inspector.summary.audit.voices import OWN, Saying
from inspector.summary.audit.wording import common

LEAST = 3
"""Words of a saying at least; two are enough where they are all that another says."""
TYPED = 0.75
"""The share of them that may have been typed, in order, in one sentence."""
_WORD = re.compile(r"[^\W_]+(?:[_.'’-]+[^\W_]+)*")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_AGENT, _YOU = re.compile(r"\bthe agent (?:want|wish|ask|forb|insist|prefer)"), re.compile(r"\byou\b", re.I)
_THAT = re.compile(r"^\W*that\b", re.I)
_FAULT = r"(?:mistake|slip|fault|error|oversight|misreading|blunder)"
_ITS = re.compile(rf"\b(?:its|their|his|her)(?: own)? {_FAULT}\b", re.I)
_MY = re.compile(rf"\bmy(?: own)? {_FAULT}\b", re.I)


def verbatim(grounds: Grounds, saying: Saying) -> Held | None:
    """What another says in the saying's very words and nobody typed like that."""
    if saying.manner not in OWN or grounds.foreign(saying.content) or _WIDE.search(saying.content):
        return None
    if (held := _fault(grounds, saying)) is not None:
        return held
    if ordered_of(saying.content):
        return None
    here = _words(_THAT.sub("", saying.content))
    if len(here) < 2 or _typed(grounds, here):
        return None
    agents = _AGENT.search(saying.content) is not None
    for said in grounds.source.statements.all:
        if agents and said.voice == "model" and _words(_YOU.sub("the agent", said.text))[: len(here)] == here:
            return Held(1.0, said)  # what the model says of "you" is told of the agent
        if said.voice in ("model", "tool") and here[0] in said.text.lower() and _says(said.text, here):
            return Held(1.0, said)
    return None


def _says(text: str, here: list[str]) -> bool:
    """Whether a clause of a text begins with the words; as few as two have to be all of the clause."""
    clauses = (part for _, sentence in sentences(text) for _, part in [(0, sentence), *split(sentence)])
    for part in dict.fromkeys([text, *clauses]):
        there = _words(part)
        if there[: len(here)] == here and (len(here) >= LEAST or len(there) == len(here)):
            return RETOLD.search(text[: text.find(part) + 1 + len(" ".join(here))]) is None
    return False


def _typed(grounds: Grounds, here: list[str]) -> bool:
    rows = grounds.source.statements.all
    return any(
        len(common(here, _words(said.text))) >= TYPED * len(here)
        if len(here) >= LEAST
        else _runs(_words(said.text), here)
        for said in rows
        if said.voice in ("person", "summary")
    )


def _runs(there: list[str], here: list[str]) -> bool:
    return any(there[at : at + len(here)] == here for at in range(len(there)))


def _fault(grounds: Grounds, saying: Saying) -> Held | None:
    """Where the model, and no person, speaks of "my mistake"."""
    if not _ITS.search(saying.content) or any(map(_MY.search, grounds.told)):
        return None
    rows = grounds.source.statements.all
    return next((Held(1.0, said) for said in rows if said.voice == "model" and _MY.search(said.text)), None)


def _words(text: str) -> list[str]:
    return [found[0].lower() for found in _WORD.finditer(text)]
