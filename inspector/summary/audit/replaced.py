"""A sentence of the source that a claim tells again nearly word for word, with another number in one place."""

from __future__ import annotations

from inspector.summary.audit.amounts import Amount
from inspector.summary.audit.claims import Claim
from inspector.summary.audit.lexis import stems
from inspector.summary.audit.shapes import Span
from inspector.summary.audit.source import Source
from inspector.summary.audit.wording import Word, common, forms_of, wording

NEAR, MOST = 0.6, 40
"""The share of a claim's words, by weight, of a sentence that is laid beside it, and how many sentences are."""
FEW, OWN, LEAST_OWN = 3.0, 0.2, 1.0
"""Words that both share at least, and how many (and for each of them) the claim may have of its own."""
WIDE = 0.4
"""What a letter of a script without spaces counts."""


def replaced(source: Source, claim: Claim, amount: Amount) -> tuple[Span, ...]:
    """The place of the other number, where no sentence as near has this one."""
    for part in (claim, *claim.clauses) if len(claim.clauses) > 1 else (claim,):
        holds = part.start <= amount.span.start < part.start + len(part.text)
        if holds and (places := _replaced(source, part, amount)):
            return places
    return ()


def _replaced(source: Source, part: Claim, amount: Amount) -> tuple[Span, ...]:
    here = wording(part.text, every=True)
    at = next((n for n, word in enumerate(here) if part.start + word.start == amount.span.start), None)
    rest = stems(part.text) - stems(amount.text)
    if at is None or not rest:
        return ()
    places: list[Span] = []
    found = sorted(source.statements.matches(rest, NEAR), key=lambda match: -match.share)[:MOST]
    for said in (match.statement for match in found):
        if not _near([word for word in here if word != here[at]], forms_of(said.text)):
            continue
        if here[at].form in forms_of(said.text):
            return ()
        there = wording(said.text, every=True)
        if (other := _other(here, there, at)) is not None:
            begin = source.first[source.pieces[said.piece].name] + said.start + there[other].start
            places.append(source.span(begin, begin + len(there[other].form)))
    return tuple(places[:1])


def _near(words: list[Word], held: frozenset[str]) -> bool:
    """Whether a sentence holds nearly all words of the claim, but for the number."""
    own = sum(_worth(word.form) for word in words if word.form not in held)
    shared = sum(_worth(word.form) for word in words) - own
    return shared >= FEW and own <= max(LEAST_OWN, OWN * shared)


def _worth(form: str) -> float:
    return WIDE if form >= "\u3040" else 1.0


def _other(here: tuple[Word, ...], there: tuple[Word, ...], at: int) -> int | None:
    """The number that stands between the same words; at an end of the claim two words on the one side are the same."""
    pairs = set(common([word.form for word in here], [word.form for word in there]))
    for place, word in enumerate(there):
        if word.form[0].isdigit():
            before, after = (at - 1, place - 1) in pairs, (at + 1, place + 1) in pairs
            first, last = (at - 2, place - 2) in pairs, (at + 2, place + 2) in pairs
            if (before and after) or (at == 0 and after and last) or (at == len(here) - 1 and before and first):
                return place
    return None
