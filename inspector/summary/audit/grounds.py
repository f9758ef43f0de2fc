"""What ground a saying has in what a person typed, and how much of it somebody else says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from inspector.summary.audit.atoms import atoms
from inspector.summary.audit.bilingual import translated
from inspector.summary.audit.claims import sentences, split
from inspector.summary.audit.deeds import named
from inspector.summary.audit.lexis import STOP, stems, words
from inspector.summary.audit.negators import negated
from inspector.summary.audit.persons import of_user, typed, typed_words, windows
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.wording import forms_of

Wanted = Mapping[str, float]
IN_MESSAGE, TOGETHER = 0.8, 0.6
"""What a word counts that was typed in the same message, but not in the same sentence; and one of another message."""
PART = 0.5
"""What a pair of letters counts that stands apart."""
HALF = 0.5
LEAST = 0.3
"""The share of a saying from which on somebody's statement is looked at."""
BEGINNING = 6
"""Letters by which two long words are the same: "summary", "summarise"."""
_OTHER_WIDE = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_LATIN = re.compile(r"[a-zà-öø-ÿ']+")
SMALL = 0.12
"""The share of words like "the" from which on a text is English."""
_HASH = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{7,40}\b(?:-[0-9a-f]{4,12})*")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAMES = re.compile(r"(?<=[\u3040-\u9fff])[A-Za-z]\w+|(?<=[\u3040-\u9fff\w] )[A-Z]\w+|\d[\d.,]*")
_COUNTED = re.compile(
    r"\([^)]*\)|\bv?\d+(?:\.\d+){2,}|\bv\d[\d.]*|#\d+|[\w.-]*/[\w./-]+|\b[A-Za-z][\w-]*\d[\w-]*|\b[0-9a-f]{7,40}\b"
)
"""Numbers of names and versions, and those in brackets, count nothing."""
_EMPTY = stems("instead same other another different current remaining entire whole actual original")
_BOUND = re.compile(
    r"\b(?:only|just|instead|except|than|how|whether|why|leave|left|within|at most|as (?:it|they) (?:is|are))\b|只|以内",
    re.I,
)
_TIMED = re.compile(
    r"\b(?:before|until|till|unless|after|later|first|yet|(?<!at )(?<!this )once)\b|先|之前|以前|以后|之后|才|再", re.I
)
"""Words that bound a wish: it may be what is left of a prohibition, where that has them too."""
RETOLD = re.compile(
    r"\bthe user\b|\buser(?:'s)? (?:want|ask|sa[iy]|prefer|request|need|told|forb|rule|constraint|instruct|decid|chose|confirm)"
    r"|\byou(?:'d|'ve| have| also| just| already)? (?:want|ask|said|say|mention|report|need|prefer|told"
    r"|point|note|suggest|ruled|forb|decid|chose|confirm|agree|approv)|\bas you\b|\byour (?:request|rule|wish|constraint"
    r"|question|suggestion|idea|guess|condition|instruction)(?!s?,? I\b)|(?<![新老旧])用户|你(?:说|要|提|来|的要求|的规矩)|按你",
    re.I,
)
"""The model says again what the person said."""


class Held(NamedTuple):
    """How much of a saying somebody says, and where."""

    share: float
    statement: Statement


class Grounds:
    """The typed messages of a source, and what the others say, asked for many sayings."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.typed = typed(source)

    @cached_property
    def told(self) -> tuple[str, ...]:
        """What was typed, and what an earlier summary says of the user."""
        earlier = (of_user(piece.text) for piece in self.source.pieces if piece.voice == "summary")
        return (*(each.text[:40_000] for each in self.typed), *earlier)

    @cached_property
    def everything(self) -> frozenset[str]:
        return frozenset().union(*map(typed_words, self.told))

    @cached_property
    def forms(self) -> frozenset[str]:
        """Every word that was typed, in the form in which words are laid beside each other."""
        return frozenset().union(*map(forms_of, self.told))

    @cached_property
    def windows(self) -> list[frozenset[str]]:
        """The words of every two neighbouring sentences that were typed."""
        return [held for text in self.told for held in windows(text)]

    def foreign(self, text: str) -> bool:
        """Whether the text is in a language in which the person hardly wrote."""
        return self.language != ("Chinese" if _WIDE.search(text) else "English")

    @cached_property
    def language(self) -> str:
        """The language in which the person wrote."""
        return _language("\n".join(each.text for each in self.typed)[:20_000])

    def wanted(self, content: str) -> Wanted:
        """The words of a saying that the source has, with their weight; of one in another language its names only."""
        statements, found = self.source.statements, stems(content) - _EMPTY
        if self.foreign(content):
            names = [a.text for a in atoms(content).found if a.kind != "quotation"]
            other = (next(filter(self._known, translated(word)), "") for word in found)
            found = (found & stems(" ".join([*names, *_NAMES.findall(content)]))) | frozenset(filter(None, other))
        known = filter(self._known, found)
        return {word: statements.weight(word) ** 0.5 for word in known if not (len(word) == 1 and word.isdigit())}

    def all(self, content: str) -> Wanted:
        """All words of a saying with their weight, those as well that the source does not have."""
        return {word: self.source.statements.weight(word) ** 0.5 for word in stems(content)}

    def plain(self, content: str) -> str:
        """It without the hashes that nobody typed: a summary names things by them."""
        return _HASH.sub(lambda found: found[0] if self._typed(found[0]) else " ", content)

    def _typed(self, name: str) -> bool:
        return any(name in text for text in self.told)

    def _known(self, word: str) -> bool:
        """Whether the source has it at all."""
        return word in self.source.statements.holding or share({word: 1.0}, self.everything) > 0

    def own(self, wanted: Wanted) -> float:
        """How much of it one typed message says; all of them together count less."""
        near = [share(wanted, held) for held in self.windows]
        far = [IN_MESSAGE * share(wanted, each.stems) for each in self.typed]
        return max(*near, *far, TOGETHER * share(wanted, self.everything), 0.0)

    def answered(self, wanted: Wanted) -> float:
        """How much of it was asked or proposed right before a typed message that says yes."""
        said = (share(wanted, each.stems | held) for each in self.typed for held in each.answered)
        return max(said, default=0.0)

    def others(self, wanted: Wanted, may: Callable[[Statement], bool]) -> Held | None:
        """What somebody else says in one sentence, or the model in two, that has most of it."""
        best: Held | None = None
        for _, said in self.source.statements.matches(frozenset(wanted), LEAST):
            if retold(said) or not may(said):
                continue
            got = share(wanted, said.stems | self.next.get(said, frozenset()))
            if best is None or got > best.share:
                best = Held(got, said)
        return best

    @cached_property
    def next(self) -> dict[Statement, frozenset[str]]:
        """The words of the sentence after each of the model's."""
        rows = self.source.statements.all
        return {a: b.stems for a, b in pairwise(rows) if a.voice == "model" and a.piece == b.piece and not retold(b)}

    def near(self, wanted: Wanted) -> list[str]:
        """The typed sentences that speak of it; all of them where none does."""
        rows = [(share(wanted, typed_words(text)), text) for each in self.told for text in _lines(each)]
        return [text for got, text in rows if got >= HALF] or [text for _, text in rows]

    def first(self, wanted: Wanted, least: float) -> int | None:
        """The first typed message that says so much of it."""
        return next((each.piece for each in self.typed if share(wanted, each.stems) >= least), None)

    def uncounted(self, content: str) -> bool:
        """Whether it has a number or a hash that nobody typed, nor assented to; numbers of names do not count."""
        if any(not self._typed(name) for name in _HASH.findall(content)):
            return True
        found = (word.replace(",", "") for word in words(_COUNTED.sub(" ", content)) if word[0].isdigit())
        return any(len(number) > 1 and number not in self.numbers for number in found)

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Every number that was typed or assented to, and its parts."""
        held = self.everything.union(*(row for each in self.typed for row in each.answered))
        rows = {word.replace(",", "") for word in held if word[0].isdigit()}
        return frozenset(rows.union(*(word.split(".") for word in rows)))

    def unheard(self, content: str, ordered: bool) -> bool:
        """Whether it names a grave deed that nobody typed or said yes to; or, as what is `ordered`, only as forbidden."""
        if self.language not in ("English", "Chinese"):
            return False
        bound, timed = _BOUND.search(content), _TIMED.search(content)
        for typed_ in () if negated(content) else named(content):
            heard = [clause for text in self.told for _, clause in split(text) if typed_.search(clause)]
            agreed = any(typed_.search(each.before) for each in self.typed)
            if not agreed and (
                not heard
                or (
                    ordered
                    and not bound
                    and all(map(negated, heard))
                    and not (timed and any(map(_TIMED.search, heard)))
                )
            ):
                return True
        return False


def _language(text: str) -> str:
    """English, Chinese, or another one, as far as its letters and small words tell."""
    wide, words_ = len(_WIDE.findall(text)), _LATIN.findall(text.lower())
    if wide * 3 > len(text.split()) * 2 and wide > 3:
        return "another" if len(_OTHER_WIDE.findall(text)) * 4 > wide else "Chinese"
    small = sum(word in STOP for word in words_)
    return "English" if len(words_) < 8 or small > SMALL * len(words_) else "another"


def _lines(text: str) -> list[str]:
    return [sentence for line in text.split("\n") for _, sentence in sentences(line)]


def retold(said: Statement) -> bool:
    """Whether the model says again what the person said."""
    return said.voice == "model" and RETOLD.search(said.text) is not None


def share(wanted: Wanted, held: frozenset[str]) -> float:
    """How much of the words, by weight, is held; long words by their beginning, pairs of letters in part where each stands."""
    total = sum(wanted.values())
    missing = [word for word in wanted if word not in held]
    got = total - sum(wanted[word] for word in missing)
    if any(len(word) >= BEGINNING for word in missing):
        begun = frozenset(word[:BEGINNING] for word in held if len(word) >= BEGINNING and word[0] < "\u3040")
        got += sum(wanted[word] for word in missing if word[:BEGINNING] in begun)
    if wide := [word for word in missing if word[0] >= "\u3040"]:
        letters = frozenset("".join(word for word in held if word[0] >= "\u3040"))
        got += sum(PART * wanted[word] for word in wide if letters.issuperset(word))
    return got / total if total else 0.0
