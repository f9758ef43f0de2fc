"""Good summaries made false, one thing at a time, from a seed. `python -m tests.summary.corpus.corrupt` lists them."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Literal, get_args

from tests.summary.corpus import denials, exits, making, spans
from tests.summary.corpus.cases import HALVES, Case, Half, Writing, cases
from tests.summary.corpus.negations import VERBS, WORDS
from tests.summary.corpus.spans import Span
from tests.summary.corpus.speakers import AGENTS, THINGS, exchanged
from tests.summary.corpus.statuses import BAD, GOOD, OPEN
from tests.summary.corpus.swaps import Change, Swap, swapped

Kind = Literal[
    "path",
    "number",
    "identifier",
    "quotation",
    "attribution",
    "exit status",
    "negation",
    "invention",
    "other status",
    "other negation",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
SENTENCES: frozenset[Kind] = frozenset({"attribution", "exit status", "other status", "negation", "other negation"})
"""The kinds that change what a sentence says: all of it is where a finding may stand."""

SEED = 5
AT_MOST: dict[Kind, int] = {"quotation": 3, "path": 3, "attribution": 3, "exit status": 3, "negation": 3}
"""So many of one kind for one summary; of the others two."""

_USER = re.compile(r"\b(?:[Tt]he user|[Yy]ou)\b|用户|你")
"""Whoever is named beside the agent: a swap would leave no sense."""

_ROUNDED = re.compile(
    r"(?:about|around|roughly|some|nearly|almost|over|under|more than|less than|~|约|大约|近|不到|超过)\s*$"
)


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

    @property
    def writing(self) -> Writing:
        """How the summary is written."""
        return self.case.summaries[self.summary].writing


def corruptions(half: Half | None = None, seed: int = SEED) -> tuple[Corruption, ...]:
    """All of one half, or of every one; the same for the same seed."""
    return _corruptions(half, seed)


@cache
def _corruptions(half: Half | None, seed: int) -> tuple[Corruption, ...]:
    return tuple(each for case in cases(half) for each in of_case(case, seed))


def possible(case: Case, seed: int = SEED) -> Iterator[Corruption]:
    """All that can be made of a session's summaries, also what is not false."""
    for number in range(len(case.summaries)):
        for kind in KINDS:
            yield from _possible(case, number, kind, _random(case, number, kind, seed))


def of_case(case: Case, seed: int) -> Iterator[Corruption]:
    """Those of one session."""
    for number in range(len(case.summaries)):
        for kind in KINDS:
            random = _random(case, number, kind, seed)
            made = [each for each in _possible(case, number, kind, random) if is_false(each)]
            chosen = random.sample(made, min(len(made), AT_MOST.get(kind, 2)))
            yield from sorted(chosen, key=lambda each: each.at)


def is_false(made: Corruption) -> bool:
    """Not so where the writer of the summary says that it is not false, or no sentence."""
    start, end = spans.sentence_at(made.text, made.at) if made.kind in SENTENCES else made.span
    return not any(
        _as_one(kind) == _as_one(made.kind)
        and any(spans.overlap(match.span(), (start, end)) for match in _places(stretch, made.text))
        for kind, stretch in made.case.not_false
    )


def _as_one(kind: str) -> str:
    """The kind, both sorts of a kind as one: which of them a corruption is the generator decides."""
    return kind.removeprefix("other ").removeprefix("exit ")


def _places(stretch: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(re.escape(stretch), text)


def _random(case: Case, number: int, kind: Kind, seed: int) -> Random:
    return Random(f"{seed} {case.name} {number} {kind}")


def _possible(case: Case, number: int, kind: Kind, random: Random) -> Iterator[Corruption]:
    for change in _MAKERS[kind](case, case.summaries[number].text, random):
        yield _corrupted(case, number, kind, change)


def _corrupted(case: Case, number: int, kind: Kind, change: Change) -> Corruption:
    old = case.summaries[number].text
    new = old[: change.start] + change.after + old[change.end :]
    span = (change.start, change.start + len(change.after))
    if kind in SENTENCES:
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


def _attributions(_case: Case, text: str, _random: Random) -> Iterator[Change]:
    """What the agent decided or a tool reported is given to the user; where both are named, their parts are exchanged."""
    done = set()
    for row, change in swapped(text, (*AGENTS, *THINGS)):
        span = spans.sentence_at(text, change.start)
        if not _names_user(text, change, span):
            yield change
        elif row in AGENTS and span not in done and (new := exchanged(text[slice(*span)])):
            done.add(span)
            yield Change(*span, new)
        elif row in THINGS and not _names_user(text, change, exits.clause_at(text, change.start)):
            yield change


def _names_user(text: str, change: Change, span: Span) -> bool:
    return bool(_USER.search(text[span[0] : change.start] + text[change.end : span[1]]))


def _inventions(case: Case, text: str, random: Random) -> Iterator[Change]:
    """The user says what was never said."""
    places = [end for start, end in spans.sentences(text) if end - start > 30 and text[end - 1] in ".。"]
    chinese = bool(re.search("[一-鿿]", text))
    sayings = [each for each in case.invented if bool(re.search("[一-鿿]", each)) == chinese]
    for at, saying in zip(
        random.sample(places, min(len(places), 2)), random.sample(sayings, min(len(sayings), 2)), strict=False
    ):
        yield Change(at, at, ("" if chinese else " ") + saying)


def _statuses(case: Case, text: str, is_exit: bool) -> Iterator[Change]:
    """Those that the record decides for a run that the clause names, or the others."""
    for row, change in _turned(text):
        if exits.is_one_of_several_counts(text, change.start):
            continue
        if (row not in OPEN and exits.shown(case, text, change.start, row in GOOD)) == is_exit:
            yield change


def _negations(case: Case, text: str, is_held: bool) -> Iterator[Change]:
    """Those of verbs that the session has in nearly the same words, or the others. No words that turn a status round."""
    taken = [(change.start, change.end) for _, change in _turned(text)]
    for row, change in _denied(text):
        if spans.inside((change.start, change.end), taken):
            continue
        if (row in VERBS and denials.held(case, text, change.start)) == is_held:
            yield change


@lru_cache(4)
def _turned(text: str) -> tuple[tuple[Swap, Change], ...]:
    """Where a text tells how something ended: asked for by four kinds, one after another."""
    return tuple(swapped(text, (*OPEN, *BAD, *GOOD)))


@lru_cache(4)
def _denied(text: str) -> tuple[tuple[Swap, Change], ...]:
    return tuple(swapped(text, (*VERBS, *WORDS)))


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
    "exit status": lambda case, text, _random: _statuses(case, text, True),
    "negation": lambda case, text, _random: _negations(case, text, True),
    "invention": _inventions,
    "other status": lambda case, text, _random: _statuses(case, text, False),
    "other negation": lambda case, text, _random: _negations(case, text, False),
}


def main() -> None:
    """All that could be made of the summaries, each with its kind and the words after, and how many there are."""
    given = _arguments()
    made = [each for case in cases(given.half) if given.name in {None, case.name} for each in possible(case)]
    for each in made:
        start, end = spans.sentence_at(each.text, each.at)
        print(f"{each.case.name} {each.summary} | {each.kind} | {each.text[start:end]}")
    print(Counter(each.kind for each in made))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.summary.corpus.corrupt")
    parser.add_argument("--half", choices=HALVES, default="dev", help="of this half (otherwise of dev)")
    parser.add_argument("--name", help="only this session")
    return parser.parse_args()


if __name__ == "__main__":
    main()
