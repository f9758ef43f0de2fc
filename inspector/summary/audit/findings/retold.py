"""Sentences of the record told again in its own words, with the one word changed that turns them round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.beside import ENDS, FEW, Told, beside, has_both, weight
from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.findings.outcome import shown
from inspector.summary.audit.lexis import stem
from inspector.summary.audit.negators import negated
from inspector.summary.audit.offered import offered
from inspector.summary.audit.sentence_parts import SILENT, parts
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.wording import Word, wording

NEAR, MOST = 0.45, 60
"""The share of a claim's words, by weight, of a sentence that is laid beside it, and how many sentences are."""
LIKE = 0.85
"""A sentence that shares this much of what the contrary one shares, and agrees, stands for the claim."""
LIFTED = 0.6
"""What is said later of so much of the claim, and denies nothing, may have lifted the denial."""
PART = 2.4
"""What a part of a sentence shares at least with what is exactly alike."""
BEFORE, LEAST_SAID = 16, 6
"""Characters before a quotation in which its denial may stand; and of a quotation at least."""
_PAUSE = re.compile(r"[.,;:!?，。；：！？]")
_STEMS = frozenset(map(stem, ENDS))
_PLANNED = re.compile(
    r"\b(?:should|will|would|must|shall|needs? to|is to|are to|has to|have to|plans?|planned|next|todo|to do|wants?|asked"
    r"|let)\b|要|应该|需要|计划|接下来|下一步|才|先|今晚|明天",
    re.I,
)
_WISH = re.compile(r"\b(?:like|please|want|need|should|must|can you|let's)\b|请|要|帮", re.I)
"""What a person wishes for does not say that it is so."""
_BY_USER = re.compile(r"\W*(?:the )?(?:user|human|you)\b|\W*(?:用户|你)", re.I)
"""What the user does, or what is to be done, is not what the model says that it does not do or has not done."""
_LATER = re.compile(
    r"\b(?:later|then|afterwards?|after that|now|finally|eventually|at last|next time|again)\b"
    r"|之后|后来|然后|随后|接着|最后|再次|重跑",
    re.I,
)
"""What a later run did is not contrary to what is told of an earlier one."""
_BY_THEM = re.compile(r"\W*(?:they|he|she|I)\b|\W*[他她我]", re.I)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every sentence, or part of one, that the source has nearly word for word in the contrary sense."""
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or SILENT.search(claim.text):
            continue
        if shown(source, claim.text):
            continue
        several = has_both(wording(claim.text))
        for part, whole in parts(claim):
            if (found := contrary(source, part, FEW if whole else PART, several)) is not None:
                if by_them(claim, part, source, found) or (
                    found.voice == "person" and offered(claim.text[: part.start - claim.start + len(part.text)])
                ):
                    continue
                place = Span(source.pieces[found.piece].name, found.start, found.start + len(found.text))
                yield Finding("reversed status", "the source says the contrary in the same words", part.span, (place,))
                break


def by_them(claim: Claim, part: Claim, source: Source, found: Statement) -> bool:
    """Whether a part tells what the user, who is called by a pronoun in it, does: the model's words are about another."""
    own = _BY_USER.match(claim.text) and _BY_THEM.match(part.text)
    return own is not None and source.pieces[found.piece].voice == "model"


def contrary(source: Source, claim: Claim, least: float = FEW, several: bool = False) -> Statement | None:
    """The sentence that a claim turns round, where none agrees with it and nothing later lifts it.

    Of a sentence that tells of `several` endings none is looked at.
    """
    here = Told(wording(claim.text), wording(claim.text, every=True), least)
    if not weight(here.words) or _verbatim(source, claim.text):
        return None
    found = source.statements.matches(claim.stems - _STEMS, NEAR)
    by_user, planned = _BY_USER.match(claim.text), _PLANNED.search(f"{claim.heading} {claim.text}")
    best_first = sorted(found, key=lambda match: -match.share)[:MOST]
    near = [each for match in best_first for each in beside(here, match.statement)]
    against = [
        each for each in near if each.turned and not by_user and not (planned and each.statement.voice == "model")
    ]
    against = [each for each in against if each.denied or not several]
    if not against:
        return None
    best = max(against, key=lambda each: each.alike)
    if not best.denied and _LATER.search(claim.text):
        return None  # of which run it tells, its words do not say
    if any(
        each.agrees
        and not (
            each.statement.voice == "person" and best.statement.voice == "model" and _WISH.search(each.statement.text)
        )
        and each.alike >= LIKE * best.alike
        and (not best.denied or best.denied in each.words)
        for each in near
    ):
        return None
    said = best.statement
    later = (m.statement for m in found if m.share >= LIFTED and m.statement.piece > said.piece)
    return None if any(_lifts(here.words, each) for each in later if _may_lift(each, said)) else said


def _may_lift(later: Statement, said: Statement) -> bool:
    """What a person forbids only a person allows."""
    return said.voice != "person" or later.voice == "person"


def _lifts(here: tuple[Word, ...], later: Statement) -> bool:
    """Whether what is said later may have made the claim true: without a denial, and with the ending that it tells."""
    ends = {word.form for word in here} & ENDS
    if ends:
        return bool(ends.intersection(word.form for word in wording(later.text)))
    return later.voice in ("person", "model") and not negated(later.text)


def _verbatim(source: Source, text: str) -> bool:
    """Whether the source has the very words, and no denial before them."""
    whole = spoken(text)
    head, _, rest = whole.partition(": ")
    told = (whole, rest) if not ENDS.intersection(word.form for word in wording(head)) else (whole,)
    return any(_stands(source, words.strip(" .,;:\"'")) for words in told)


def _stands(source: Source, words: str) -> bool:
    at = -1
    while len(words) >= LEAST_SAID and (at := source.spoken.find(words, at + 1)) >= 0:
        if not negated(_PAUSE.split(source.spoken[max(at - BEFORE, 0) : at])[-1]):
            return True
    return False
