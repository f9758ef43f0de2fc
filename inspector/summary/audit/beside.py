"""A sentence of the source laid beside a claim: whether it says the same, or the contrary in the same words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.lexis import root
from inspector.summary.audit.pieces import Voice
from inspector.summary.audit.sentence_parts import SILENT, pieces
from inspector.summary.audit.statements import Statement
from inspector.summary.audit.wording import LACK, NOT, Laid, Word, forms_of, laid, wording
from inspector.summary.text import words as table

FEW, ENOUGH = 2.0, 4.0
"""Words that two sentences share at least: where they share all, and where each has words of its own."""
LEAST_OF_MODEL = 3.0
"""The same of a part of a sentence and of what the model said, which speaks of one thing in many places."""
OWN, OTHER = 0.2, 0.34
"""So many words for each shared one the claim may have of its own, and the sentence within the stretch that it shares."""
LEAST_EVERY, LEAST_OWN, MOST_OWN = 3.0, 1.25, 0.15
"""Words of every kind that are shared where they alone decide, and how many for each of them need not be."""
ROUNDING = 1e-9
WIDE = 0.4
"""What a letter of a script without spaces counts."""
_WELL = frozenset(map(root, table("pass passed passes passing succeed succeeded success successful green fine")))
_WELL_WIDE = frozenset(["成功", "通过", "完成"])
_BADLY = frozenset(
    map(root, table("fail failed fails failing failure red broke broken crash crashed killed aborted timeout"))
)
_BADLY_WIDE = frozenset(["失败", "被杀", "中断", "超时", "崩溃", "中止"])
_ENDED = frozenset(
    map(root, table("finish finished finishes complete completed completes normal normally success successful"))
)
ENDS = _WELL | _BADLY | _ENDED | _WELL_WIDE | _BADLY_WIDE
_ANY_WELL, _ANY_BADLY = _WELL | _ENDED | _WELL_WIDE, _BADLY | _BADLY_WIDE
_TURNS = ENDS | {NOT}
_CODE = frozenset(map(root, table("exit exited code status returned")))


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


def beside(here: Told, statement: Statement) -> Iterator[Beside]:
    """The clauses of a sentence, and the sentence as a whole, laid beside a claim."""
    if (
        statement.voice == "call"
        or not _may_be_near(here, statement.text)
        or statement.text.rstrip().endswith(("?", "？"))
    ):
        return
    most = max(LEAST_OWN, OWN * weight(here.words))
    for _, text in pieces(statement.text):
        there = frozenset(word.form for word in wording(text))
        if sum(_worth(word.form) for word in here.words if word.form not in there and word.form not in ENDS) > most:
            continue  # in whatever order, too much of the claim is not there
        if not _may_be_near(here, text) or SILENT.search(text):
            continue
        found = laid(here.words, wording(text), ENDS)
        alike = weight(here.words) - sum(map(_worth, found.here))
        sign = _differs(here.words, found)
        turned = bool(sign) and _of_one(found, sign, alike, statement.voice, here.least)
        turned = turned or _word_for_word(here, text, statement.voice)
        agrees = (
            not sign
            and LACK not in (*found.here, *found.there)
            and statement.voice != "tool"
            and _near(found, sign, alike, "model")
            and _decided(here.words, found)
        )
        yield Beside(statement, alike, turned, agrees, found.denied, there)


def _may_be_near(here: Told, text: str) -> bool:
    """Whether so many words stand in a text, in any order, that the two may be near: a cheap question before they are laid."""
    held = forms_of(text)
    shared, own = _counted(here.words, held)
    if shared >= FEW - ROUNDING and own <= OWN * shared + ROUNDING:
        return True
    if held.isdisjoint(_TURNS) and _CODE.isdisjoint([word.form for word in here.words]):
        return False
    shared, own = _counted(here.every, held)
    most = max(LEAST_OWN, MOST_OWN * shared)
    return shared >= min(LEAST_EVERY, here.least) - ROUNDING and own <= most + ROUNDING


def _counted(words: tuple[Word, ...], held: frozenset[str]) -> tuple[float, float]:
    """What a text holds of some words at most; and what it lacks of those that turn nothing round."""
    shared = sum([_worth(word.form) for word in words if word.form in held])
    lacking = [word.form for word in words if word.form not in held]
    return shared, sum([_worth(form) for form in lacking if not (form in ENDS or form[0].isdigit())])


def weight(words: tuple[Word, ...]) -> float:
    return sum(_worth(word.form) for word in words)


def _worth(form: str) -> float:
    return 0.0 if form in (NOT, LACK) else WIDE if form >= "぀" else 1.0


def _of_one(found: Laid, sign: frozenset[str], alike: float, voice: Voice, least: float) -> bool:
    """Whether two sentences share what they are about, and the claim has no denial of its own beside a dropped one."""
    return not (sign == {NOT} and found.denials) and _near(found, sign, alike, voice, least)


def _near(found: Laid, sign: frozenset[str], alike: float, voice: Voice, least: float = FEW) -> bool:
    """Whether two sentences share nearly all words that carry them, but for those that turn one round.

    A tool prints many lines that are nearly alike, and only one that is the claim's.
    """
    own = sum(_worth(form) for form in found.here if form not in sign)
    other = sum(_worth(form) for form in found.there if form not in sign)
    if own == other == 0 and weight(found.rest) <= alike:
        return alike >= max(least, LEAST_OF_MODEL if voice == "model" and least > FEW else 0)
    return voice != "tool" and alike >= ENOUGH and own <= OWN * alike and other <= OTHER * alike


def _word_for_word(here: Told, text: str, voice: Voice) -> bool:
    """Whether they share nearly every word, those that carry nothing among them, but for those that turn one round."""
    found = laid(here.every, wording(text, every=True), ENDS)
    sign = _differs(here.every, found)
    if not sign:
        return False
    alike = weight(here.every) - sum(map(_worth, found.here))
    own = sum(_worth(form) for form in found.here if form not in sign)
    other = sum(_worth(form) for form in found.there if form not in sign)
    most = max(LEAST_OWN, MOST_OWN * alike)
    if voice == "model" and here.least > FEW and weight(here.words) < LEAST_OF_MODEL:
        return False
    if own == other == 0 and weight(found.rest) <= alike and voice in ("person", "model"):
        return alike >= here.least
    if voice == "tool" and own + other > 0:
        return False
    return alike >= LEAST_EVERY and own <= most and other <= most and own + other <= alike - LEAST_EVERY + 1


def _decided(here: tuple[Word, ...], found: Laid) -> bool:
    """Whether a sentence has the very ending that the claim tells, if it tells one."""
    ends = {word.form for word in here} & ENDS
    return not ends & set(found.here)


def has_both(words: tuple[Word, ...]) -> bool:
    """Whether it tells of several endings."""
    forms = {word.form for word in words}
    return bool(forms & _ANY_WELL and forms & _ANY_BADLY)


def _differs(here: tuple[Word, ...], found: Laid) -> frozenset[str]:
    """The words in which two sentences contradict each other."""
    mine, other = set(found.here), set(found.there)
    if LACK in mine or LACK in other:
        return frozenset()
    if NOT in mine or NOT in other:
        return frozenset([NOT]) if found.denies and NOT not in mine else frozenset()
    if (other & _ANY_WELL and other & _ANY_BADLY) or has_both(here):
        return frozenset()
    for well, badly in ((_WELL | _ENDED, _BADLY), (_WELL_WIDE, _BADLY_WIDE)):
        if (mine & well and other & badly) or (mine & badly and other & well):
            return frozenset((mine | other) & (well | badly))
    numbers = {form for form in mine | other if form[0].isdigit()}
    coded = any(word.form in _CODE for word in here)
    if coded and numbers & mine and numbers & other:
        return frozenset(numbers)
    return frozenset()
