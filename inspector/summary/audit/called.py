"""The runs of a source by the words of their commands."""

from __future__ import annotations

import re
from math import fsum, log
from typing import NamedTuple

from inspector.summary.audit.details import SIGNED
from inspector.summary.audit.ended import Ended, Run, called
from inspector.summary.audit.endings import bare, marks, uncoded, without
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.meant import Meant
from inspector.summary.audit.named import holds
from inspector.summary.audit.runs import command
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.supported import evidence
from inspector.summary.audit.tellings import Telling
from inspector.summary.audit.units import subject, tokens

SHORT = 2
_SAID = re.compile(r"\"[^\"\n]+\"|“[^”\n]+”|「[^」\n]+」")


class Called(NamedTuple):
    """A run with the words of its whole command."""

    run: Run
    text: str
    words: frozenset[str]


class Calls:
    """All runs by the words of their commands."""

    def __init__(self, source: Source, runs: Ended) -> None:
        self.all: list[Called] = []
        self.answers: dict[tuple[Telling, ...], Meant | None] = {}
        """What `meant` answered: to a telling and those before it in its sentence."""
        held: dict[str, int] = {}
        for run in runs.all:
            whole = command(source.pieces[run.piece])
            text = called(whole) or whole
            words = stems(bare(text)) | tokens(text)
            self.all.append(Called(run, spoken(text), words))
            for word in words:
                held[word] = held.get(word, 0) + 1
        self._texts = {each.run.piece: each.text for each in self.all}
        self._pieces = source.pieces
        size = len(self.all) + 2
        self._weights = {word: log(size) - log(count + 1) + 0.3 for word, count in held.items()}

    def weigh(self, words: frozenset[str]) -> float:
        """How telling the words are together."""
        return fsum(self._weights.get(word, 0.0) for word in words)

    def names(self, text: str) -> frozenset[str]:
        """The words of a text that some command has."""
        text = _SAID.sub(" ", text)
        own = SIGNED.sub(lambda found: found[0] if self.has(found[0]) else " ", uncoded(text))
        own = without(own, marks(own))
        found = (word for word in subject(own) | tokens(own) if word in self._weights)
        return frozenset(word for word in found if _names(word.lstrip("#")) and word != "#with")

    def text(self, run: Run) -> str:
        """The command of a run."""
        return self._texts[run.piece]

    def evidence(self, run: Run) -> tuple[str, str]:
        """What may hold the details of a run."""
        return evidence(self._pieces, run, self.text(run))

    def has(self, name: str) -> bool:
        """Whether some command has the name as a whole."""
        low = name.lower().rstrip(".:")
        return any(holds(each.text, low) for each in self.all)


def _names(word: str) -> bool:
    """Whether a word is long enough to name something; numbers longer."""
    return len(word) > SHORT if word.isdigit() else len(word) >= SHORT
