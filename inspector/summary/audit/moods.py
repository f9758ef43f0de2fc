"""How a clause affirms a deed: as a rule, with stress ("does change"), as a fact ("is changed"), or plainly ("changes")."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from inspector.summary.audit.lexis import IRREGULAR, STOP
from inspector.summary.audit.matter import deed, names_of
from inspector.summary.audit.negators import negated
from inspector.summary.audit.scopes import BEFORE, NOT_WIDE, SAFE_WIDE, Scope, scopes, tokens_of
from inspector.summary.text import words as table

Mood = Literal["order", "rule", "stress", "fact", "plain", "habit"]
_RULE = table("must may can could should shall please let's")
_IS = table("is are was were")
_STRESS = table("do does did")
_FACT = table("is are was were has have had been got be am")
_SKIP = table(
    "be been being have also even ever now then always still already yet again any contain include use have all every"
)
_WISHES = table(
    "wants want wanted asked asks ask told tells demands demanded requests requested requires required decided decides chose"
    " agreed agrees promised ordered instructed prefers preferred needs need needed ought allowed allows free is are was were"
    " has have had plans planned expected supposed it agent assistant me us him them you"
)
"""Words after which "to" and a verb are an order, a wish or a decision."""


def _first(tokens: Sequence[str]) -> Mood | None:
    """How a clause speaks that begins with its verb."""
    if tokens[0].endswith("ed") or tokens[0] in IRREGULAR:
        return "fact" if tokens[1:2] and tokens[1][0].isalpha() else None
    return None if tokens[0].endswith(_INFLECTED) else "order"


_INFLECTED = ("s", "ed", "ing", "ation")
_SUBJECTS = table("i we it they he she you who which agent assistant user model")
_OF_THINGS = STOP - _SUBJECTS - table("there also not and then that")
"""Words after which a word is a thing or a quality."""
_ONLY = re.compile(r"\b(?:only|solely|nothing but|no other)\b", re.I)
_LEFT_OVER = re.compile(r"(?<!\bas )\b(?:yet|at all|any more|anymore)\W*$", re.I)
"""Words that stand with a denial only: where there is none, it was dropped."""
_WISHED = re.compile(r"\b(?:does|did|do|always) (?:want|wants|ask for|allow|allows|need|require)\b", re.I)
"""A wish with stress: whatever is wished for is affirmed."""
_WISHES_FOR = re.compile(
    r"\b(?:user|he|she|you|they) (?:now |also )?"
    r"(?:wants?|wanted|asked for|allows?|allowed|demands?|demanded|insists?|requires?)\b"
    r"|\bon (?:the )?condition\b",
    re.I,
)
ELLIPTIC = re.compile(
    r"\b(?:must|may|can|should|shall|does|did|do|is to|are to)(?: always| also)?(?: do (?:so|it|this|that))?\W*$", re.I
)
"""A clause that leaves its verb to the one before."""
_WIDE_MARK = (
    r"(?<![不没只仅])(可以|能|要|应该|应|必须|得|允许|已经|已|会)"
    r"(?:[再去被先把将都直接]|[对在给跟往向从][\u3400-\u9fff]{1,3})*"
)


@lru_cache(maxsize=16384)
def mood(clause: str, scope: Scope) -> Mood | None:
    """How a clause affirms what the scope denies; none if it does not, or denies it as well."""
    if _ONLY.search(clause) or any(own.words & scope.words for own in scopes(clause)):
        return None
    if not clause.isascii() and (found := _wide(clause, scope)):
        return found
    tokens = tokens_of(clause)
    if not scope.words <= frozenset(map(deed, tokens)):
        return None
    if _LEFT_OVER.search(clause) and not negated(clause):
        return "stress"
    if ELLIPTIC.search(clause) or _wished(clause, _WISHED, scope) or _wished(clause, _WISHES_FOR, scope):
        return "rule"
    places = (at for at, token in enumerate(tokens) if deed(token) in scope.words and not token.endswith("ly"))
    found = next((found for at in places if (found := _before(tokens, at))), None)
    return None if found in ("fact", "plain", "habit") and not _TOLD.isdisjoint(tokens) else found


_TOLD = table("before until once after when if no not")
"""Words in whose clause it is not simply told that something was done."""


def _wished(clause: str, form: re.Pattern[str], scope: Scope) -> bool:
    """Whether what the scope denies stands after a wish."""
    wish = form.search(clause)
    after = tokens_of(clause[wish.end() :]) if wish else ()
    return any(
        deed(token) in scope.words
        and (at == 0 or after[at - 1] not in _OF_THINGS or after[at - 1] in _ANY or after[:at] in _ARTICLES)
        for at, token in enumerate(after)
    )


_ANY = table("new any more other to be")
_ARTICLES = (("a",), ("an",), ("another",))


def _before(tokens: Sequence[str], at: int) -> Mood | None:
    """What the words before a verb make of it."""
    if any(token in BEFORE for token in tokens[:at]):
        return None
    if "always" in tokens[max(at - 3, 0) : at]:
        return "stress"
    place = at - 1
    while place >= 0 and (tokens[place] in _SKIP or tokens[place].endswith("ly")):
        place -= 1
    if place < 0:
        return _first(tokens) if at == 0 else None
    token = tokens[place]
    if token == "to":
        return "rule" if place and tokens[place - 1] in _WISHES else None
    if token in _RULE or (token == "will" and place and tokens[place - 1] in ("agent", "assistant", "i", "we", "it")):
        return "rule"
    if token in _STRESS:
        return "stress" if place else "rule"
    if token in _FACT or any(each in _FACT for each in tokens[place + 1 : at]):
        return "fact"
    if token in ("the", "a", "an") and place and tokens[place - 1] in _IS:
        return "fact"
    if token in _OF_THINGS or not token[0].isalpha():
        return None
    if token in _SUBJECTS:
        return "fact"
    if tokens[at].endswith("ed") or tokens[at] in IRREGULAR:
        return "plain"
    return "habit" if tokens[at].endswith("s") or (token.endswith("s") and token not in STOP) else None


def _wide(clause: str, scope: Scope) -> Mood | None:
    names = "|".join(map(re.escape, names_of(scope.words)))
    if not names or len(scope.words) > 1:
        return None
    clause = SAFE_WIDE.sub(lambda m: "？" * len(m[0]), clause.replace("用户", "？？"))
    marked = re.search(rf"{_WIDE_MARK}(?:{names})|(可以|能|要)(?:把|将)[^，。；]{{1,15}}?(?:{names})", clause)
    found = marked or re.search(f"(?<!的)(?:{names})", clause)
    if found is None or re.search(NOT_WIDE, clause[: found.end()]):
        return None
    if not marked and re.match(rf"\W*[先请]?(?:{names})(?![了过完掉好的])", clause):
        return "order"
    if marked:
        return "fact" if marked[1] in ("已经", "已", "会") else "rule"
    return "plain"


_RULES = ("order", "rule")
_FREE = table("and then , also yes ok okay now please so just")
_DOERS = table("i we it they he she you who agent assistant user")


def affirms(clause: str, scope: Scope, how: Mood, typed: bool) -> bool:
    """Whether a clause of the source says or orders what another denies. A deed that is a thing there says nothing.

    An order does not say that something was done, and what was done is no order.
    """
    if any(own.words & scope.words for own in scopes(clause, typed)):
        return False
    found = mood(clause, scope)
    if found in ("order", "rule", "stress") if how in _RULES else found in ("fact", "plain", "habit", "stress"):
        return True
    if not clause.isascii():
        return _affirms_wide(clause, scope, how)
    tokens = tokens_of(clause)
    return any(deed(token) in scope.words and _says(tokens, at, how) for at, token in enumerate(tokens))


def _says(tokens: Sequence[str], at: int, how: Mood) -> bool:
    last = tokens[at - 1] if at else ","
    if how in _RULES:
        return last in _FREE | _DOERS and not tokens[at].endswith(("s", "ed", "ing"))
    return last in _DOERS or tokens[at].endswith("ed") or tokens[at] in IRREGULAR


def _affirms_wide(clause: str, scope: Scope, how: Mood) -> bool:
    named = f"(?:{'|'.join(map(re.escape, names_of(scope.words)))})"
    ordered = f"(?:[就请你再][把先再经]*|^){named}(?![完了过动])"
    done = f"{named}[了好掉成]|[我已]{named}"
    return named != "(?:)" and re.search(ordered if how in _RULES else done, clause) is not None
