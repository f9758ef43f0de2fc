"""Denials that were dropped or added: "do not change the format" that has become "change the format"; an "only" that is gone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.clauses import Clause, Clauses
from inspector.summary.audit.denied import BINDS, BY_USER, RULE, STRONG, Saying
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.negators import negated
from inspector.summary.audit.scopes import Scope, asserts, bare, scopes
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source

LEAST, MORE = 0.5, 0.1
"""The share of a claim's words that the denying clause must hold, and by how much more than any clause that affirms."""
LEAST_SHARE, LEAST_REST, LEAST_ONLY, LEAST_PRINTED = 0.2, 0.55, 0.75, 0.7
LEAST_STRONG, LEAST_LEFT = 0.65, 0.25
CROWD, MOST_ABOUT = 0.4, 6
"""So many clauses that share nearly as much are a discussion, in which things change."""
MOST = 40
LABELLED = 40
_STATE = re.compile(
    r"\b(?:would|might|could|seems?|didn't|doesn't|isn't|wasn't|hasn't|haven't|sure|think|if|still)\b", re.I
)
"""How things are, in what a person typed: no order."""
_NUMBERED = re.compile(r"\s*\d+(?:→|\t|\s*\||:)")
_ONLY = re.compile(
    r"\b(?:only|just|solely|exclusively|nothing else|nothing but|restricted|limited|confined|no other)\b|只|仅", re.I
)
_WORDED = re.compile(r"(?<![\w./`-])[A-Za-z]?[a-z]+(?![\w./`(-])|[\u3400-\u9fff]")
"""A plain word: names alone state nothing."""
_LEFT_OVER = re.compile(
    r"(?<!\bas )\b(?:yet|at all|anymore|any more)(?=\s*[.,;:)]|\s*$)"
    r"|\bwith (?!(?:any|every|some|no)thing\b)(?:touch|chang|merg|disclos|restart|edit|delet|modify|break|push|ask)ing\b",
    re.I,
)
"""Words that stand with a denial only: where there is none, it was dropped."""
_LABEL = re.compile(
    r"\W*(?:not|no|never|without|excluded|ruled out|forbidden|prohibited|off limits|rejected)\b|排除|禁止", re.I
)
_LIMITED = re.compile(r"\bonly (?:after|when|if|once|one|because|by|as|then)\b", re.I)
_WHILE = re.compile(r"\b(?:before|after|until|till|unless|once|first|when|if|except)\b|之前|以前|直到|除非", re.I)
_NAME = re.compile(r"[\w.-]*/[\w./-]+|\b[\w-]+\.[a-z]{1,5}\b")
_JOINT = re.compile(r",\s+|\s+and\s+|，")
_ASKS = re.compile(r"\?|？")


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every part of a sentence that affirms what the source only denies, or that has lost an "only"."""
    clauses = source.keep("clauses", lambda: Clauses(source))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or _ASKS.search(claim.text[-3:]):
            continue
        told: set[int] = set()
        for part, wanted in _parts(claim):
            if part.start not in told and (clause := _contrary(clauses, part, wanted)) is not None:
                told.add(part.start)
                name = source.pieces[clause.piece].name
                places = (Span(name, clause.start, clause.start + len(clause.text)),)
                yield Finding("reversed status", "the source says the contrary", part.span, places)


def _parts(claim: Claim) -> Iterator[tuple[Claim, frozenset[str]]]:
    """The parts of a sentence that can be denied by themselves, each with the words by which it is known again."""
    before: frozenset[str] = frozenset()
    end = -1
    if _LABEL.match(claim.text) and ":" in claim.text[:LABELLED]:
        return
    for clause in claim.clauses:
        label = claim.text[end : clause.start - claim.start].strip() == ":" and _LABEL.match(claim.text)
        end = clause.start - claim.start + len(clause.text)
        if label:
            continue
        at = 0
        for piece in _JOINT.split(clause.text):
            start = clause.text.index(piece, at)
            at = start + len(piece)
            own = stems(bare(piece))
            if own:
                part = Claim(piece, clause.start + start, f"{claim.heading} {claim.text[:RULE]}")
                yield from ((part, wanted) for wanted in ([own] if len(own) > 1 else [own, own | before]))
                before = own


def _contrary(clauses: Clauses, part: Claim, wanted: frozenset[str]) -> Clause | None:
    if BY_USER.match(part.text) or part.text.startswith("**") or not _WORDED.search(part.text):
        return None
    if len(wanted) < 2 and not BINDS.search(part.text):
        return None
    found = [(match.share, match.statement) for match in clauses.matches(wanted, LEAST_SHARE)]
    if _LEFT_OVER.search(part.text) and not negated(part.text):
        near = [row for row in found if row[0] >= LEAST_LEFT and row[1].negated]
        if near:
            return max(near, key=lambda row: row[0])[1]
    return _dropped(clauses, part, wanted, found) or _bound(part, wanted, found) or _unlimited(part, found)


def _bound(part: Claim, wanted: frozenset[str], found: list[tuple[float, Clause]]) -> Clause | None:
    """The clause that forbids what a rule of the summary demands: everything typed that is near it denies."""
    if not STRONG.search(part.text) or _ONLY.search(part.text) or negated(part.text) or _WHILE.search(part.text):
        return None
    near = [row for row in found if row[0] >= LEAST_STRONG and row[1].voice in ("person", "model")]
    typed = [row for row in near if row[1].voice == "person"]
    if not near or not all(clause.negated for _, clause in typed or near) or (not typed and len(wanted) < 2):
        return None
    best = max(typed or near, key=lambda row: row[0])[1]
    one, other = _NAME.findall(best.text), _NAME.findall(part.text)
    return None if one and other and not set(one) & set(other) else best


def _dropped(clauses: Clauses, part: Claim, wanted: frozenset[str], found: list[tuple[float, Clause]]) -> Clause | None:
    """The clause that denies what the part affirms, where none affirms it as clearly."""
    saying = Saying.of(part, wanted)
    shares = sorted(share for share, _ in found)
    denying = sorted((row for row in found if row[1].negated), key=lambda row: -row[0])[:MOST]
    for share, clause in denying:
        held = [scope for scope in scopes(clause.text) if saying.may_hold(scope)]
        if not held or not _counts(clause, share, saying, shares):
            continue
        for scope in held:
            if _near(clauses, clause, scope, share, saying) and saying.holds(scope):
                rivals = (c for s, c in found if s > share - MORE and _speaks(c, clause))
                if not any(asserts(other.text, scope, deed=True) for other in rivals):
                    return clause
    return None


def _counts(clause: Clause, share: float, saying: Saying, shares: list[float]) -> bool:
    """Whether a denial bears on what is claimed.

    What was not so may be so later: unless a person forbids it, a denial counts for a claim of fact only, and where little
    else was said about the matter.
    """
    if _WHILE.search(clause.text) and _WHILE.search(saying.text):
        return False
    one, other = _NAME.findall(clause.text), _NAME.findall(saying.text)
    if one and other and not set(one) & set(other):
        return False
    if clause.voice == "person":
        return not (saying.wished and _STATE.search(clause.text))
    if saying.planned or (clause.voice != "model" and (share < LEAST_PRINTED or _NUMBERED.match(clause.text))):
        return False
    return len(shares) - bisect_left(shares, CROWD * share) <= MOST_ABOUT


def _near(clauses: Clauses, clause: Clause, scope: Scope, share: float, saying: Saying) -> bool:
    """Whether the denying clause is about the same: it shares enough besides what is denied, or denies it of everything."""
    if clause.voice == "person" and scope.everything and saying.binding:
        return True
    rest = saying.wanted - scope.words
    if not rest and clause.voice == "person":
        return saying.binding or len(scope.words) > 1
    if not rest:
        return saying.emphatic and clause.voice == "model"
    return share >= LEAST and clauses.share(rest, clause.stems) >= LEAST_REST


def _speaks(other: Clause, clause: Clause) -> bool:
    """Whether a clause can affirm what another denies: a printed text cannot lift what a person forbade."""
    return clause.voice != "person" or other.voice in ("person", "model", "summary")


def _unlimited(part: Claim, found: list[tuple[float, Clause]]) -> Clause | None:
    """The typed clause that says "only", where the part says the same without it."""
    if _ONLY.search(part.text) or negated(part.text):
        return None
    near = [(share, clause) for share, clause in found if share >= LEAST_ONLY and clause.voice == "person"]
    if not near or not all(_ONLY.search(clause.text) for _, clause in near):
        return None
    best = max(near, key=lambda row: row[0])[1]
    if _LIMITED.search(best.text):
        return None
    rest = stems(best.text) - part.stems
    return best if len(rest) <= 1 and len(part.stems) >= 2 else None
