"""Sentences of the record told again in its own words, with the one word changed that turns them round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from inspector.summary.audit.claims import Claim, Summary, split
from inspector.summary.audit.lexis import root, stem
from inspector.summary.audit.negators import negated
from inspector.summary.audit.pieces import Voice
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.wording import NOT, Laid, Word, laid, wording
from inspector.summary.text import words as table

NEAR = 0.45
"""The share of a claim's words, by weight, of a sentence that is laid beside it."""
FEW, ENOUGH = 2.0, 4.0
"""Words that two sentences share at least: where they share all, and where each has words of its own."""
OWN, OTHER = 0.2, 0.34
"""So many words for each shared one the claim may have of its own, and the sentence within the stretch that it shares."""
LIKE = 0.85
"""A sentence that shares this much of what the contrary one shares, and agrees, stands for the claim."""
LIFTED = 0.6
"""What is said later of so much of the claim, and denies nothing, may have lifted the denial."""
LEAST_EVERY, LEAST_OWN, MOST_OWN = 3.0, 1.25, 0.15
"""Words of every kind that are shared where they alone decide, and how many for each of them need not be."""
PART = 2.4
"""What a part of a sentence shares at least with what is exactly alike."""
PLAN = 30
"""Characters before a part that may say that it is only planned."""
WIDE = 0.4
"""What a letter of a script without spaces counts."""
MOST = 60
BEFORE, LEAST_SAID = 16, 6
"""Characters before a quotation in which its denial may stand; and of a quotation at least."""
_PAUSE = re.compile(r"[.,;:!?，。；：！？]")

_WELL = frozenset(
    map(root, table("pass passed passes passing succeed succeeded success successful green fine works worked"))
)
_WELL_WIDE = frozenset(["成功", "通过", "完成"])
_BADLY = frozenset(
    map(root, table("fail failed fails failing failure red broke broken crash crashed killed aborted timed timeout"))
)
_BADLY_WIDE = frozenset(["失败", "被杀", "中断", "超时", "崩溃", "中止"])
_ENDED = frozenset(
    map(root, table("finish finished finishes complete completed completes normal normally success successful"))
)
_ENDS = _WELL | _BADLY | _ENDED | _WELL_WIDE | _BADLY_WIDE
_STEMS = frozenset(map(stem, _ENDS))
_ANY_WELL, _ANY_BADLY = _WELL | _ENDED | _WELL_WIDE, _BADLY | _BADLY_WIDE
_CODE = frozenset(map(root, table("exit exited code status returned")))
_SILENT = re.compile(
    r"[?？]\s*$|^\W*(?:if|when|whether|unless|suppose|next|once|after|as soon as|until)\b|如果|要是|假如", re.I
)

_SAID = re.compile(
    r":\s+|：|^.{0,50}?\b(?:said|says|say|found|noted|reported|decided|confirmed|states?|stated|suspects?|suspected|thinks|thought"
    r"|wants|wanted|asked|asks|told \w+|explained|expects?|assumes?|assumed|concluded|proposed|suggested)(?: that| to)?\b"
    r"|^(?:用户|助手|日志|文档|工具)[^，。：]{0,4}(?:说|要求|发现|认为|表示|怀疑|建议|决定|确认|指出|规定)"
)
"""What only tells whose words follow."""
_NEW = re.compile(
    r"\W*(?:(?:but|so|because|which|that|and|if|while) )*(?:the|it|they|this|that|these|he|she|we|you|I|must|may|should|can|could"
    r"|is|are|was|were|has|have|had|will|would|nothing|each|every|all|always|\d+|[A-Z]\w*)\b|\W*[\u3040-\u9fff]"
)
"""How what is said anew begins, where a list would only go on."""
_PLANNED = re.compile(
    r"\b(?:should|will|would|must|shall|needs? to|is to|are to|has to|have to|plans?|planned|next|todo|to do|wants?|asked"
    r"|let)\b|要|应该|需要|计划|接下来|下一步",
    re.I,
)
_COMMA = re.compile(r",\s+(?:and |or |nor )?|、|\s+and\s+")
_BY_USER = re.compile(r"\W*(?:the )?(?:user|human|you)\b|\W*(?:用户|你)", re.I)
"""What the user does, or what is to be done, is not what the model says that it does not do or has not done."""


class Told(NamedTuple):
    """A claim in words: those that carry it, and every one; so many of these it shares at least with what is exactly alike."""

    words: tuple[Word, ...]
    every: tuple[Word, ...]
    least: float


class Beside(NamedTuple):
    """A sentence of the source laid beside a claim."""

    statement: Statement
    alike: float
    turned: bool
    agrees: bool
    denied: str
    words: frozenset[str]


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every sentence, or part of one, that the source has nearly word for word in the contrary sense."""
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or _SILENT.search(claim.text):
            continue
        for part, least in parts(claim):
            if (found := contrary(source, part, least)) is not None:
                place = Span(source.pieces[found.piece].name, found.start, found.start + len(found.text))
                yield Finding("reversed status", "the source says the contrary in the same words", part.span, (place,))
                break


def parts(claim: Claim) -> Iterator[tuple[Claim, float]]:
    """A sentence, and what can be turned round in it by itself, with how much it must share if it is exactly alike.

    What is denied before may be denied of a part as well.
    """
    for at, text in (*pieces(claim.text), *_pairs(claim.text)):
        before = claim.text[:at]
        whole = text == claim.text or before.rstrip().endswith((":", "：")) or _SAID.fullmatch(before) is not None
        if not negated(before) or before.endswith(("，", "；")) or (_NEW.match(text) and not before.endswith("、")):
            part = Claim(text, claim.start + at, f"{claim.heading} {before[-PLAN:]}")
            yield part, FEW if whole else PART


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """A sentence, its clauses, and what stands between its commas, with where each starts."""
    seen = {text}
    yield 0, text
    for mark in _SAID.finditer(text):
        if text[mark.end() :] not in seen:
            seen.add(text[mark.end() :])
            yield mark.end(), text[mark.end() :]
    for at, clause in split(text):
        for start, piece in ((0, clause), *_between(clause)):
            if piece not in seen:
                seen.add(piece)
                yield at + start, piece


def _pairs(text: str) -> Iterator[tuple[int, str]]:
    """Every two neighbouring clauses."""
    found = list(split(text))
    for (at, _), (start, clause) in pairwise(found) if len(found) > 2 else ():
        yield at, text[at : start + len(clause)]


def _between(clause: str) -> Iterator[tuple[int, str]]:
    at = 0
    for mark in _COMMA.finditer(clause):
        yield at, clause[at : mark.start()]
        at = mark.end()
    if at:
        yield at, clause[at:]


def contrary(source: Source, claim: Claim, least: float = FEW) -> Statement | None:
    """The sentence that a claim turns round, where none agrees with it and nothing later lifts it."""
    here = Told(wording(claim.text), wording(claim.text, every=True), least)
    if not _weight(here.words) or _verbatim(source, claim.text):
        return None
    found = source.statements.matches(claim.stems - _STEMS, NEAR)
    others = _BY_USER.match(claim.text) or _PLANNED.search(f"{claim.heading} {claim.text}")
    best_first = sorted(found, key=lambda match: -match.share)[:MOST]
    near = [each for match in best_first for each in _beside(here, match.statement)]
    against = [each for each in near if each.turned and not (others and each.statement.voice == "model")]
    if not against:
        return None
    best = max(against, key=lambda each: each.alike)
    if any(
        each.agrees and each.alike >= LIKE * best.alike and (not best.denied or best.denied in each.words)
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
    ends = {word.form for word in here} & _ENDS
    if ends:
        return bool(ends.intersection(word.form for word in wording(later.text)))
    return later.voice in ("person", "model") and not negated(later.text)


def _verbatim(source: Source, text: str) -> bool:
    """Whether the source has the very words, and no denial before them."""
    whole = spoken(text)
    head, _, rest = whole.partition(": ")
    told = (whole, rest) if not _ENDS.intersection(word.form for word in wording(head)) else (whole,)
    return any(_stands(source, words.strip(" .,;:\"'")) for words in told)


def _stands(source: Source, words: str) -> bool:
    at = -1
    while len(words) >= LEAST_SAID and (at := source.spoken.find(words, at + 1)) >= 0:
        if not negated(_PAUSE.split(source.spoken[max(at - BEFORE, 0) : at])[-1]):
            return True
    return False


def _beside(here: Told, statement: Statement) -> Iterator[Beside]:
    """The clauses of a sentence, and the sentence as a whole, laid beside a claim."""
    if _SILENT.search(statement.text):
        return
    for _, text in pieces(statement.text):
        found = laid(here.words, wording(text), _ENDS)
        alike = _weight(here.words) - sum(map(_worth, found.here))
        sign = _differs(here.words, found)
        turned = bool(sign) and (
            _of_one(found, sign, alike, statement.voice, here.least)
            or _word_for_word(here, text, sign, statement.voice)
        )
        agrees = (
            not sign
            and statement.voice != "tool"
            and _near(found, sign, alike, "model")
            and _decided(here.words, found)
        )
        words = frozenset(word.form for word in wording(text))
        yield Beside(statement, alike, turned, agrees, found.denied, words)


def _weight(words: tuple[Word, ...]) -> float:
    return sum(_worth(word.form) for word in words)


def _worth(form: str) -> float:
    return 0.0 if form == NOT else WIDE if form >= "぀" else 1.0


def _of_one(found: Laid, sign: frozenset[str], alike: float, voice: Voice, least: float) -> bool:
    """Whether two sentences share what they are about, and the claim has no denial of its own beside a dropped one."""
    return not (sign == {NOT} and found.denials) and _near(found, sign, alike, voice, least)


def _near(found: Laid, sign: frozenset[str], alike: float, voice: Voice, least: float = FEW) -> bool:
    """Whether two sentences share nearly all words that carry them, but for those that turn one round.

    A tool prints many lines that are nearly alike, and only one that is the claim's.
    """
    own = sum(_worth(form) for form in found.here if form not in sign)
    other = sum(_worth(form) for form in found.there if form not in sign)
    if own == other == 0:
        return alike >= least
    return voice != "tool" and alike >= ENOUGH and own <= OWN * alike and other <= OTHER * alike


def _word_for_word(here: Told, text: str, sign: frozenset[str], voice: Voice) -> bool:
    """Whether they share nearly every word, those that carry nothing among them."""
    found = laid(here.every, wording(text, every=True), _ENDS)
    alike = _weight(here.every) - sum(map(_worth, found.here))
    own = sum(_worth(form) for form in found.here if form not in sign)
    other = sum(_worth(form) for form in found.there if form not in sign)
    most = max(LEAST_OWN, MOST_OWN * alike)
    if own == other == 0 and voice in ("person", "model"):
        return alike >= here.least
    return alike >= LEAST_EVERY and own <= most and other <= most and own + other <= alike - LEAST_EVERY + 1


def _decided(here: tuple[Word, ...], found: Laid) -> bool:
    """Whether a sentence has the very ending that the claim tells, if it tells one."""
    ends = {word.form for word in here} & _ENDS
    return not ends & set(found.here)


def _differs(here: tuple[Word, ...], found: Laid) -> frozenset[str]:
    """The words in which two sentences contradict each other."""
    mine, other = set(found.here), set(found.there)
    if NOT in mine or NOT in other:
        return frozenset([NOT]) if found.denies and NOT not in mine else frozenset()
    if other & _ANY_WELL and other & _ANY_BADLY:
        return frozenset()
    for well, badly in ((_WELL | _ENDED, _BADLY), (_WELL_WIDE, _BADLY_WIDE)):
        if (mine & well and other & badly) or (mine & badly and other & well):
            return frozenset((mine | other) & (well | badly))
    numbers = {form for form in mine | other if form[0].isdigit()}
    coded = any(word.form in _CODE for word in here)
    if coded and numbers & mine and numbers & other:
        return frozenset(numbers)
    return frozenset()
