"""Good summaries made false, one thing at a time, from a seed. `python -m tests.summary.corpus.corrupt` lists them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from tests.summary.corpus import making, spans
from tests.summary.corpus.cases import Case, Half, cases
from tests.summary.corpus.reversals import ATTRIBUTION, NEGATION, STATUS, Swap
from tests.summary.corpus.spans import Span

Kind = Literal["path", "number", "identifier", "quotation", "attribution", "status", "negation"]
KINDS: tuple[Kind, ...] = ("path", "number", "identifier", "quotation", "attribution", "status", "negation")

SEED = 5
AT_MOST = {"quotation": 3, "path": 3}
"""So many of one kind for one summary; of the others two."""

_NO_CLAIM = re.compile(r"(?:[Ii]f|[Ww]hen|如果|要是)\b|.*[?？]$", re.DOTALL)
"""A sentence that says nothing which could be true or not: a condition, a question."""

_ROUNDED = re.compile(
    r"(?:about|around|roughly|some|nearly|almost|over|under|more than|less than|~|约|大约|近|不到|超过)\s*$"
)


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of a text, and what stands there instead."""

    start: int
    end: int
    after: str


@dataclass(frozen=True, slots=True)
class Corruption:
    """A summary with one thing false. `span` is where, in the new text: the token, or the sentence that was turned round.

    `at` is where the change itself begins.
    """

    case: Case
    summary: int
    kind: Kind
    text: str
    span: Span
    at: int
    before: str
    after: str


@cache
def corruptions(half: Half | None = None, seed: int = SEED) -> tuple[Corruption, ...]:
    """All of one half, or of every one; the same for the same seed."""
    return tuple(each for case in cases(half) for each in _of_case(case, seed))


def _of_case(case: Case, seed: int) -> Iterator[Corruption]:
    for number, summary in enumerate(case.summaries):
        for kind in KINDS:
            random = Random(f"{seed} {case.name} {number} {kind}")
            changes = list(_MAKERS[kind](case, summary.text, random))
            chosen = random.sample(changes, min(len(changes), AT_MOST.get(kind, 2)))
            for change in sorted(chosen, key=lambda each: each.start):
                yield _corrupted(case, number, kind, change)


def _corrupted(case: Case, number: int, kind: Kind, change: Change) -> Corruption:
    old = case.summaries[number].text
    new = old[: change.start] + change.after + old[change.end :]
    span = (change.start, change.start + len(change.after))
    if kind in {"status", "negation"} or (kind == "attribution" and change.end > change.start):
        span = spans.sentence_at(new, change.start)
    return Corruption(case, number, kind, new, span, change.start, old[change.start : change.end], change.after)


def _paths(case: Case, text: str, random: Random) -> Iterator[Change]:
    """Of the paths that the session knows, whole or by their name."""
    for match in spans.PATH.finditer(text):
        if is_known(match.group().rstrip("/"), case) and re.search("[a-z]", match.group()):
            yield from _first(match.span(), making.other_paths(match.group(), random), case)


def _identifiers(case: Case, text: str, random: Random) -> Iterator[Change]:
    for match in spans.IDENTIFIER.finditer(text):
        if is_known(match.group(), case):
            yield from _first(match.span(), making.other_identifiers(match.group(), random), case)


def _numbers(case: Case, text: str, random: Random) -> Iterator[Change]:
    """No part of a path or an identifier, and none below ten: those may be counts."""
    taken = [match.span() for form in (spans.PATH, spans.IDENTIFIER) for match in form.finditer(text)]
    for match in spans.NUMBER.finditer(text):
        number = match.group()
        if spans.inside(match.span(), taken) or (number.isdigit() and int(number) < 10):
            continue
        rounded = bool(_ROUNDED.search(text[: match.start()])) or not is_known(number, case)
        yield from _first(match.span(), making.other_numbers(number, random, rounded), case)


def _quotations(case: Case, text: str, random: Random) -> Iterator[Change]:
    for match in spans.QUOTATION.finditer(text):
        quoted = match.group(match.lastindex or 0)
        start = match.start(match.lastindex or 0)
        if len(re.findall(r"\w+|[一-鿿]{2}", quoted)) > 1 and _flat(quoted) in _flat(case.words):
            for new in making.other_quotations(quoted, random):
                if _flat(new) not in _flat(case.words):
                    yield Change(start, start + len(quoted), new)


def _attributions(case: Case, text: str, random: Random) -> Iterator[Change]:
    """What the agent decided or a tool reported is given to the user, or the user says what was never said."""
    yield from _swapped(text, ATTRIBUTION)
    places = [end for start, end in spans.sentences(text) if end - start > 30 and text[end - 1] in ".。"]
    chinese = bool(re.search("[一-鿿]", text))
    sayings = [each for each in case.invented if bool(re.search("[一-鿿]", each)) == chinese]
    for at, saying in zip(
        random.sample(places, min(len(places), 2)), random.sample(sayings, min(len(sayings), 2)), strict=False
    ):
        yield Change(at, at, ("" if chinese else " ") + saying)


def _swapped(text: str, swaps: tuple[Swap, ...]) -> Iterator[Change]:
    """Every place where a pattern stands outside quotations and names, the first pattern that fits there."""
    forms = (spans.QUOTATION, spans.PATH, re.compile(r"`[^`\n]+`"))
    taken = [match.span() for form in forms for match in form.finditer(text)]
    for pattern, new in swaps:
        for match in pattern.finditer(text):
            if not spans.inside(match.span(), taken) and not _NO_CLAIM.match(_sentence(text, match.start())):
                taken.append(match.span())
                yield Change(*match.span(), _like(match.expand(new), match.group()))


def _sentence(text: str, at: int) -> str:
    return text[slice(*spans.sentence_at(text, at))]


def _like(new: str, old: str) -> str:
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _first(span: Span, others: Iterator[str], case: Case) -> Iterator[Change]:
    """The first that the session does not know."""
    for new in others:
        if not is_known(new, case):
            yield Change(*span, new)
            return


def is_known(token: str, case: Case) -> bool:
    """Whether it stands in the session, as a token of its own; numbers with or without commas."""
    low = token.lower()
    forms = {low, low.replace(",", ""), f"{int(low):,}" if low.isdigit() else low}
    return any(form in case.words and _token(form).search(case.words) for form in forms)


def _token(form: str) -> re.Pattern[str]:
    before = r"(?<![a-z0-9])" if form[:1].isalnum() else ""
    return re.compile(rf"{before}{re.escape(form)}(?![a-z0-9])")


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower())


_MAKERS: dict[Kind, Callable[[Case, str, Random], Iterator[Change]]] = {
    "path": _paths,
    "number": _numbers,
    "identifier": _identifiers,
    "quotation": _quotations,
    "attribution": _attributions,
    "status": lambda _case, text, _random: _swapped(text, STATUS),
    "negation": lambda _case, text, _random: _swapped(text, NEGATION),
}


def main() -> None:
    """Every corruption on a line, and how many there are of each kind."""
    made = corruptions()
    for each in made:
        start, end = each.span
        print(f"{each.case.half} {each.case.name} {each.summary} {each.kind}: {each.before!r} -> {each.after!r}")
        print(f"    {each.text[max(0, start - 60) : end + 60]!r}")
    print(Counter((each.case.half, each.kind) for each in made))


if __name__ == "__main__":
    main()
