"""A row of words that the record has with a denial in its midst, told without it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.lexis import root
from inspector.summary.audit.negators import negated
from inspector.summary.audit.offered import offered
from inspector.summary.audit.pieces import Voice
from inspector.summary.audit.sentence_parts import SILENT
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.wording import LACK, NOT, Word, wording
from inspector.summary.text import words as table

LEAST, LEAST_OF_TOOL, CARRYING, WIDE = 3.0, 4.0, 2.0, 0.5
"""Words of such a row at least, the same of a tool's line, and those among them that carry a sentence.

What a letter of a script without spaces counts."""
BEFORE = 40
"""Characters before a verb in which its denial may stand."""
_PAUSE = re.compile(r"[.,;:!?—，。；：！？]")
_OPEN = re.compile(r"\b(?:if|whether)\b|是否", re.I)
_NO = re.compile(r"no\s", re.I)
_ASKED = re.compile(r"[^,;，；]*[?？]\s*$")
"""What is denied in the last clause of a question is asked."""
_SIGNS = (NOT, LACK)
_BY_USER = re.compile(r"\W*(?:the )?(?:user|human)\b|\W*用户", re.I)
"""What the user orders or allows is no claim that it was done: nobody but a person speaks against it."""


class Denial(NamedTuple):
    """Where a sentence denies: `at` is the place of the denial among its words; `twice`: it denies something before as well."""

    statement: Statement
    words: tuple[str, ...]
    at: int
    twice: bool


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every sentence that has such a row, where the record has it nowhere without the denial."""
    rows = source.keep("rows of words", lambda: Rows(source.statements.all))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or SILENT.search(claim.text):
            continue
        if (found := rows.contrary(claim)) is not None:
            place = Span(source.pieces[found.piece].name, found.start, found.start + len(found.text))
            yield Finding("reversed status", "the source says the same words with a denial", claim.span, (place,))


class Row(NamedTuple):
    """Words that a claim shares with a sentence about a denial.

    `at` and `end`: what was denied, and the end of the row, among the claim's words. `twice`: only what follows the denial
    is shared, and the sentence denies something before.
    """

    words: tuple[str, ...]
    at: int
    end: int
    twice: bool


class Rows:
    """What is denied in the sentences of a record, by the word behind each denial, and every row of their words."""

    def __init__(self, statements: list[Statement]) -> None:
        self.denials: dict[str, list[Denial]] = {}
        rows = []
        for each in statements:
            placed = _words(each.text)
            words = _forms(placed)
            if each.voice != "call":
                rows.append(f" {' '.join(words)} ")
            if each.voice in ("person", "model", "summary", "tool"):
                self._keep(each, placed)
        self.text = "\n".join(rows)

    def _keep(self, statement: Statement, words: tuple[Word, ...]) -> None:
        for at, (word, following) in enumerate(pairwise(words)):
            denies = word.form == NOT or _NO.match(statement.text, word.start) is not None
            if not denies or _PAUSE.search(statement.text, word.start, following.start):
                continue
            if not _ASKED.match(statement.text, following.start):
                begin = _rejoined(statement.text, word.start)
                twice = any(each.form == NOT and each.start >= begin for each in words[:at])
                self.denials.setdefault(_form(following), []).append(Denial(statement, _forms(words), at, twice))

    def contrary(self, claim: Claim) -> Statement | None:
        """The sentence with the longest row that a claim has without its denial."""
        words = _words(claim.text)
        forms, carrying = _forms(words), frozenset(_forms(wording(claim.text)))
        best: tuple[float, Statement] | None = None
        by_user = _BY_USER.match(claim.text) is not None
        for at, form in enumerate(forms):
            for denial in self.denials.get(form, ()):
                if by_user and denial.statement.voice != "person":
                    continue
                row = _row(forms, at, denial)
                if denial.statement.voice == "person" and offered(claim.text[: words[at].start]):
                    continue
                size = sum(map(_worth, row.words))
                if (best is not None and size <= best[0]) or not _tells(row, carrying, denial.statement.voice):
                    continue
                if not (_denied(claim.text, words, row) or self.affirms(row.words)):
                    best = size, denial.statement
        return best[1] if best else None

    def affirms(self, row: tuple[str, ...]) -> bool:
        """Whether the record has a row of words without a denial just before it."""
        return any(
            not self.text[: found.start()].endswith(_SIGNS)
            for found in re.finditer(re.escape(f" {' '.join(row)} "), self.text)
        )


def _rejoined(text: str, end: int) -> int:
    """Where the part of a sentence begins that can be said by itself."""
    return max(text.rfind(mark, 0, end) for mark in ";；") + 1


def _words(text: str) -> tuple[Word, ...]:
    return tuple(word for word in wording(text, every=True) if word.form not in _IDLE)


_IDLE = frozenset(map(root, (*"了过着可以能会要得许需", *table("a an any yet already still also even again now"))))
"""What comes and goes with a denial."""


def _forms(words: tuple[Word, ...]) -> tuple[str, ...]:
    return tuple(map(_form, words))


def _form(word: Word) -> str:
    """`try` and `tried` alike."""
    return word.form[:-1] + "y" if word.form.endswith("i") else word.form


def _row(here: tuple[str, ...], at: int, denial: Denial) -> Row:
    """The words about a place that a claim shares with those about a denial."""
    there, behind = denial.words, denial.at + 1
    after = 0
    while at + after < len(here) and behind + after < len(there) and here[at + after] == there[behind + after]:
        after += 1
    before = 0
    while before < at and before < denial.at and here[at - before - 1] == there[denial.at - before - 1]:
        before += 1
    return Row(here[at - before : at + after], at, at + after, not before and denial.twice)


def _tells(row: Row, carrying: frozenset[str], voice: Voice) -> bool:
    """Whether a row is long enough, and not of small words alone.

    Where the denial itself is denied before ("I don't want one that isn't signed") more than what follows it is wanted.
    """
    size = sum(map(_worth, row.words))
    least = LEAST_OF_TOOL if voice == "tool" else LEAST
    return size >= least and not row.twice and sum(_worth(word) for word in row.words if word in carrying) >= CARRYING


def _worth(form: str) -> float:
    return WIDE if form >= "぀" else 1.0


def _denied(text: str, words: tuple[Word, ...], row: Row) -> bool:
    """Whether a claim denies what stands in a row, before it or right behind, or leaves it open."""
    start = words[row.at].start
    before = _PAUSE.split(text[max(start - BEFORE, 0) : start])[-1]
    near = words[max(row.at - 2, 0) : row.at] + words[row.end : row.end + 1]
    return negated(before) or _OPEN.search(before) is not None or any(word.form in _SIGNS for word in near)
