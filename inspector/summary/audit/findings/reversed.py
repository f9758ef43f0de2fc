"""Outcomes against which the source speaks more clearly than for them: failed → passed, not checked → fixed, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Claim, Summary
from inspector.summary.audit.evidence import PATH, Evidence, Sign
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.shapes import Finding, Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.status import CONTRARY, STATUS_WORDS, Outcome, bare, outcomes, unreal

LEAST, MORE = 0.42, 0.1
"""The share of a claim's words that what speaks against it must hold, and by how much more than what speaks for it."""
LEAST_OPEN = 0.9
"""To call open what is done does less harm; only a clear case is named."""
SURE = 0.9
LEAST_WORDS = 2
_COMMA = re.compile(r",\s+|，")
_JOINT = re.compile(r"\s+and\s+|,\s+|，")
_PLANS = ("remaining", "next", "pending", "to do", "todo", "open")
_CAUSE = stems("cause explanation 原因 根因")
_HEALING = re.compile(r"\b(?:now|after|since|finally|then|later|second|retry|corrected|once)\b|后|现在", re.I)
"""Words by which something that went badly goes well in the end."""
_IMPERATIVE = re.compile(
    r"\s*(?:fixed by|\W*do not|don't|never|(?:then |first |next )?(?:read|check|verify|test|fix|write|run|confirm|merge"
    r"|review|find|do|try|make"
    r"|use|apply|set|open|add))\b",
    re.I,
)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every clause whose outcome the source shows otherwise."""
    evidence = source.keep("evidence", lambda: Evidence(source))
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or unreal(claim.text[-2:]) or claim.heading.lower().startswith(_PLANS):
            continue
        before: frozenset[str] = frozenset()
        for part in _parts(claim):
            own = subject(part)
            wanted = own if len(own) >= LEAST_WORDS else own | before
            before = own if len(own) >= LEAST_WORDS else before
            if own and len(own) < LEAST_WORDS and _shown(evidence, own, outcomes(part.text)):
                continue
            if (sign := _against(evidence, part, wanted or subject(claim))) is not None:
                name = source.pieces[sign.piece].name
                places = (Span(name, sign.start, sign.start + len(sign.text)),)
                yield Finding("reversed status", "the source shows another outcome", part.span, places)


def _parts(claim: Claim) -> Iterator[Claim]:
    """The clauses of a sentence; one that speaks of several outcomes is parted further."""
    for clause in claim.clauses:
        joint = _COMMA if len(outcomes(clause.text)) < 2 else _JOINT
        at = 0
        for piece in joint.split(clause.text):
            start = clause.text.index(piece, at)
            at = start + len(piece)
            if piece.strip():
                yield Claim(piece, clause.start + start)


def _against(evidence: Evidence, part: Claim, wanted: frozenset[str]) -> Sign | None:
    shown = outcomes(PATH.sub(" ", part.text))
    if shown == {"well", "done"}:
        shown = frozenset[Outcome](["done"])
    if len(shown) != 1 or unreal(part.text) or _IMPERATIVE.match(part.text):
        return None
    if "well" in shown and _HEALING.search(part.text):
        return None
    if len(wanted) < LEAST_WORDS and not wanted & _CAUSE:
        return None
    return _nearest(evidence, wanted, next(iter(shown)))


def _shown(evidence: Evidence, own: frozenset[str], claimed: frozenset[Outcome]) -> bool:
    """Whether something about just these words shows the claimed outcome."""
    return any(m.statement.outcomes & claimed for m in evidence.matches(own, SURE))


def _nearest(evidence: Evidence, wanted: frozenset[str], outcome: Outcome) -> Sign | None:
    """The nearest contrary sign, where no sign of the claimed outcome is nearly as near."""
    found = evidence.matches(wanted, 0.2)
    own = max((m.share for m in found if outcome in m.statement.outcomes), default=0.0)
    contrary = [
        m.statement for m in found if m.statement.outcomes & CONTRARY[outcome] and not m.statement.mixed(outcome)
    ]
    shares = [(evidence.share(wanted, sign.core), -place, sign) for place, sign in enumerate(contrary)]
    share, _, best = max(shares, default=(0.0, 0, None))
    if len(wanted) < LEAST_WORDS and own:
        return None
    least = LEAST_OPEN if outcome == "open" else LEAST
    return best if share >= max(least, own + MORE) else None


def subject(claim: Claim) -> frozenset[str]:
    """The words of a claim without those of its outcome."""
    return frozenset(word for word in stems(bare(claim.text)) if not STATUS_WORDS.match(word))
