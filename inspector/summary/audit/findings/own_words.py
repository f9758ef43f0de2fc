"""A clause told as the speaker's own words that is, word for word, one of theirs without its denial."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.lexis import STOP
from inspector.summary.audit.negators import negated
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.wording import LACK, NOT, SPEAKER, in_full

Teller = Literal["person", "model"]
Row = tuple[str, ...]
_TOLD = re.compile(
    r"\W*(?:(?:the )?(?P<person>user|human)|(?:the )?(?P<model>agent|assistant))"
    r"(?::| (?:said|says|added|answered)(?: that)?\b[:,]?)"
    r"|\W*(?:(?P<person2>用户)|(?P<model2>助手))(?:说|表示|要求|回答|补充)?[：:，]?",
    re.I,
)
"""Who is said to say what follows."""
_CLAUSE = re.compile(r"[^.,;:!?—，。；：！？]+(?:\.\w[^.,;:!?—，。；：！？]*)*")
_OPEN = re.compile(
    r"\W*(?:if|when|whether|unless|until|once|after|before|suppose|why|how)\b|如果|要是|假如|是否|之前|以前", re.I
)
"""What is supposed, or asked, is not said."""
LEAST_WIDE = 4
"""Letters of a script without spaces that such a clause has at least."""


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every such clause, where its speaker nowhere says it without a denial."""
    said = source.keep("own words", lambda: Said(source.statements.all))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading:
            continue
        for teller, span, text in _told(claim):
            if (found := said.turned(teller, text)) is not None:
                place = Span(source.pieces[found.piece].name, found.start, found.start + len(found.text))
                yield Finding("reversed status", "the speaker's own words have a denial there", span, (place,))


def _told(claim: Claim) -> Iterator[tuple[Teller, Range, str]]:
    """The clauses of what somebody is said to say, up to the first that is open or denied: what follows may go with it."""
    speaker = _TOLD.match(claim.text)
    if speaker is None:
        return
    teller: Teller = "person" if speaker["person"] or speaker["person2"] else "model"
    for found in _CLAUSE.finditer(claim.text, speaker.end()):
        text = found[0].strip()
        if _is_open(claim.text, found) or negated(text):
            return
        yield teller, Range(claim.start + found.start(), claim.start + found.end()), text


def _is_open(sentence: str, clause: re.Match[str]) -> bool:
    """Whether a clause is supposed or asked."""
    return _OPEN.match(clause[0]) is not None or sentence[clause.end() : clause.end() + 1] in ("?", "？")


class Said:
    """What each says: every clause in words, and the clauses that deny, by their words without the denial."""

    def __init__(self, statements: list[Statement]) -> None:
        self.denied: dict[tuple[str, Row], Statement] = {}
        self.rows: dict[str, list[str]] = {"person": [], "model": []}
        for each in statements:
            if each.voice in self.rows:
                self.rows[each.voice] += (f" {' '.join(in_full(part[0]))} " for part in _CLAUSE.finditer(each.text))
                self._keep(each)

    def _keep(self, statement: Statement) -> None:
        for found in _CLAUSE.finditer(statement.text):
            words = in_full(found[0])
            if words.count(NOT) == 1 and LACK not in words and not _is_open(statement.text, found):
                key = statement.voice, tuple(word for word in words if word != NOT)
                self.denied.setdefault(key, statement)

    def turned(self, teller: Teller, text: str) -> Statement | None:
        """The sentence of the speaker that denies just this, where none of theirs affirms it."""
        row = in_full(text)
        if not _tells(row) or (found := self.denied.get((teller, row))) is None:
            return None
        return None if self._affirms(teller, row) else found

    def _affirms(self, teller: Teller, row: Row) -> bool:
        words = f" {' '.join(row)} "
        before = (clause.partition(words)[0] for clause in self.rows[teller] if words in clause)
        return not all(NOT in each or LACK in each for each in before)


def _tells(row: Row) -> bool:
    """Whether a clause says enough to be known again: two words, or one that carries something."""
    carrying = [word for word in row if word not in (SPEAKER, NOT, LACK)]
    wide = sum(word >= "぀" for word in carrying)
    if wide:
        return wide >= LEAST_WIDE or (len(carrying) - wide > 0 and wide > 1)
    return (len(row) > 1 and bool(carrying)) or any(word not in STOP for word in carrying)
