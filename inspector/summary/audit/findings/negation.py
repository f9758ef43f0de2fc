"""Denials that were dropped: "do not change the format" that has become "change the format"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.clauses import Clause, Clauses
from inspector.summary.audit.lexis import STOP
from inspector.summary.audit.matter import deed, named, units
from inspector.summary.audit.moods import ELLIPTIC, Mood, affirms, mood
from inspector.summary.audit.negators import negated
from inspector.summary.audit.offered import offered
from inspector.summary.audit.scopes import Kind, Scope, scopes, tokens_of
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source

LEAST: dict[Mood, float] = {"order": 0.55, "rule": 0.55, "stress": 0.5, "fact": 0.7, "plain": 0.65, "habit": 0.65}
"""The share of what a claim is about that the denying clause is about, by how the claim speaks."""
LEAST_OF_MODEL = 0.65
LEAST_OBEYED = 0.8
"""The same where a deed is told that a person forbade."""
FIRST = 4
"""Letters by which a word is known to be the same, not a synonym."""
LEAST_RULE = 0.7
"""The share from which a rule of a person that is turned round is certain."""
MORE = 0.15
"""What is less near than the denial by this much does not speak against it."""
SENTENCE, EARLIER = 0.7, 0.4
"""What a word counts that stands in the denial's sentence only, and what one said before."""
KINDS: dict[Mood, tuple[Kind, ...]] = {
    "order": ("rule", "any", "own"),
    "rule": ("rule", "any", "weak", "own"),
    "stress": ("rule", "any", "state", "deed", "habit"),
    "fact": ("any", "state", "deed", "habit"),
    "habit": ("any", "habit"),
    "plain": ("any", "deed"),
}
"""What kinds of denials are contrary to what is said in a mood."""
_RULES = ("order", "rule")
_CAN = re.compile(r"\b(?:can|will)\b|(?<!不)(?:可以|能)", re.I)
_SILENT = re.compile(r"[?？]|^\W*(?:if|when|whether|unless|suppose)\b|如果|要是|假如", re.I)
"""Conditions and questions say nothing that could be contrary."""
_BY_USER = re.compile(r"\W*(?:the )?(?:user|human|you|he|she)\b|\W*用户", re.I)
_ONLY = re.compile(r"\bonly\b|\b(?:more|less|fewer|longer|later|earlier) than\b|只|仅", re.I)
_NOT_CERTAIN = re.compile(rf"\b(?:decided|agreed|chose|preferred) to\b|{_ONLY.pattern}", re.I)
"""What a person settled later, or limited, is no rule that was turned round."""
_OPEN = re.compile(r"\b(?:if|whether|would|might)\b|是否", re.I)
_CONDITION = re.compile(
    r"\b(?:if|whether|when|unless)\b[^,;]*|如果[^，；]*|^.*(?:[?？]\s*$|\b(?:might|would)\b).*", re.I
)
_LATER = re.compile(
    r"\b(?:from\b.*\bon|from then|as of|starting|after|once|when|if|only|first|then|as soon|except|later)\b"
    r"|之后|以后|才|后再",
    re.I,
)
_UNTIL = re.compile(
    r"\b(?:before|until|till|unless|first|yet|without|except|for now|only)\b|之前|以前|直到|除非|先|还", re.I
)
"""A denial for a time: what is said of the time after it is no contrary."""
_JOINT = re.compile(r",\s+|\s+and\s+|，|、")
_BARE = re.compile(r"(?!(?:the|a|an|it|they|he|she|this|that|its|only)\b)[a-z]+(?<!ed)(?<!s)\b")
"""It may be part of what is denied before: "do not tag, publish or push"."""


class Part(NamedTuple):
    """What can be denied by itself; `orders` says that it stands where an order can begin."""

    text: str
    span: Range
    orders: bool
    about: frozenset[str]


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every clause that affirms what the source only denies."""
    clauses = source.keep("clauses", lambda: Clauses(source))
    denials = source.keep("denials", lambda: Denials(clauses))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or _SILENT.search(claim.text):
            continue
        for part in _parts(claim):
            if (found := denials.contrary(part)) is not None:
                clause = found.clause
                if clause.voice == "person" and offered(claim.text[: part.span.end - claim.start]):
                    continue
                place = Span(source.pieces[clause.piece].name, clause.start, clause.start + len(clause.text))
                certain = found.is_rule and not (
                    negated(part.text) or _NOT_CERTAIN.search(claim.text) or _ONLY.search(clause.text)
                )
                yield Finding("reversed status", "the source says the contrary", part.span, (place,), certain=certain)


def _parts(claim: Claim) -> Iterator[Part]:
    """The parts of a sentence, each with the words before it where its verb is left to them."""
    for clause in claim.clauses:
        at = 0
        for piece in _JOINT.split(clause.text):
            start = clause.text.index(piece, at)
            at = start + len(piece)
            if _OPEN.search(clause.text[:at]) or (start and negated(clause.text[:start]) and _BARE.match(piece)):
                continue
            before = claim.text[: clause.start - claim.start].rstrip()
            alone = (
                not (before.endswith((";", "but")) or not before)
                or claim.text[clause.start + at - claim.start :][:1] == ":"
            )
            orders = start == 0 and (len(units(piece)) > 1 or not alone)
            end = clause.start + at
            begin = claim.start if ELLIPTIC.search(piece) else clause.start + start
            text = claim.text[begin - claim.start : end - claim.start]
            yield Part(text, Range(begin, end), orders, units(claim.text))


class Contrary(NamedTuple):
    """A clause that denies what a claim affirms. `is_rule`: a person forbids what the claim demands or allows."""

    near: float
    clause: Clause
    is_rule: bool


def _is_rule(claimed: str, near: float, clause: Clause, scope: Scope) -> bool:
    return clause.voice == "person" and scope.kind != "weak" and near >= LEAST_RULE and mood(claimed, scope) in _RULES


class Denials:
    """What persons and the model deny in a source, by its words."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.of: dict[str, list[tuple[Clause, Scope]]] = {}
        for clause in clauses.all:
            told = _CONDITION.sub(" ", clause.text)
            for scope in scopes(told, clause.voice == "person"):
                if not _twice(told, scope):
                    self.of.setdefault(min(scope.words), []).append((clause, scope))

    def contrary(self, part: Part) -> Contrary | None:
        """The nearest clause that denies what a part of a sentence affirms, where nothing as near affirms it."""
        held = units(part.text)
        best: Contrary | None = None
        for clause, scope in (row for word in sorted(held) for row in self.of.get(word, ())):
            near = self._against(part, held, clause, scope)
            if near is not None and (best is None or near > best.near):
                best = Contrary(near, clause, _is_rule(part.text, near, clause, scope))
        return best

    def _against(self, part: Part, held: frozenset[str], clause: Clause, scope: Scope) -> float | None:
        """How near a denial is, if it bears on the part and stands."""
        if not scope.words <= held:
            return None
        near = nearness(self.clauses, held, clause, scope.words)
        how = mood(part.text, scope) if near >= LEAST["stress"] or scope.everything else None
        if how is None or (how == "order" and not part.orders):
            return None
        if how not in _RULES and held <= scope.words and not _same_verb(part.text, clause.text):
            return None
        if not counts(part.text, how, near, clause, scope) or self._affirmed(part, held, clause, scope, how):
            return None
        return near

    def _affirmed(self, part: Part, held: frozenset[str], clause: Clause, scope: Scope, how: Mood) -> bool:
        """Whether something as near says what was denied: of a person, for a rule; of anybody, for a fact."""
        about = held if held - named(scope.words) else part.about
        near = nearness(self.clauses, about, clause, scope.words)
        voices = ("person",) if how in _RULES and clause.voice == "person" else ("person", "model", "summary")
        return any(
            other.voice in voices
            and affirms(other.text, scope, how, other.voice == "person")
            and nearness(self.clauses, about, other, scope.words) >= near - MORE
            for other in self.clauses.with_all(scope.words)
        )


def _twice(clause: str, scope: Scope) -> bool:
    """Whether what is denied stands there once more: "do not push to main, push to a branch"."""
    said = [token[:FIRST] for token in tokens_of(clause) if deed(token) in scope.words]
    return len(set(said)) < len(said)


def _same_verb(claimed: str, denied: str) -> bool:
    """Whether two clauses share a word by its first letters: no synonym only."""
    first = {word[:FIRST] for word in claimed.lower().split()}
    return (
        not claimed.isascii()
        or not denied.isascii()
        or bool(first & {word[:FIRST] for word in denied.lower().split()} - _IDLE)
    )


_IDLE = frozenset(each[:FIRST] for each in STOP)


def counts(claimed: str, how: Mood, near: float, clause: Clause, scope: Scope) -> bool:
    """Whether a denial is near enough, of the kind that is contrary, and of the time that the claim speaks of."""
    if _LATER.search(claimed) and (how in _RULES or _UNTIL.search(clause.text)):
        return False
    if (
        how in ("fact", "plain", "habit")
        and _BY_USER.match(claimed)
        and (clause.voice != "person" or scope.kind != "deed")
    ):
        return False
    obeyed = scope.kind == "rule" and clause.voice == "person" and near >= LEAST_OBEYED and how == "fact"
    if scope.kind not in KINDS[how] and not _CAN.search(claimed) and not obeyed:
        return False
    if scope.everything and clause.voice == "person" and how in _RULES:
        return True
    return near >= (LEAST[how] if clause.voice == "person" or how == "stress" else max(LEAST[how], LEAST_OF_MODEL))


def nearness(clauses: Clauses, wanted: frozenset[str], clause: Clause, known: frozenset[str]) -> float:
    """How much of what a claim is about a clause is about, its surroundings counting less."""
    total = got = 0.0
    if clause.text.isascii():
        shared = frozenset(word for word in wanted if word < "\u3040")
        wanted = shared if shared - known else wanted
    elif all(word < "\u3040" for word in wanted):
        shared = frozenset(word for word in wanted if word in clauses.holding)
        wanted = shared if shared - known else wanted
    for word in sorted(wanted):
        weight = clauses.weight(word)
        total += weight
        if word in clause.own or word in known:
            got += weight
        elif word in clause.sentence:
            got += SENTENCE * weight
        elif word in clause.before:
            got += EARLIER * weight
    return got / total if total else 1.0
