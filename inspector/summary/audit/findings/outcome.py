"""Outcomes that the source turns round: failed → passed, not checked → fixed, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.summary.audit.claims import Summary
from inspector.summary.audit.events import Aligned, Event, Events
from inspector.summary.audit.shapes import Finding, Range, Span
from inspector.summary.audit.source import Source, spoken
from inspector.summary.audit.status import Outcome, unreal
from inspector.summary.audit.units import Unit, units

# Chosen with one session after another left out: what is found of the one that is left out hardly depends on them.
LEAST, MORE, TIE, EDGE = 0.4, 0.1, 0.1, 0.65
LEAST_DEED, LEAST_OTHER, LATER = 0.35, 0.6, 0.6
HEALED, UNLIKE, LEAST_WORDS = 0.9, 0.55, 2
"""Shares of a claim's words: of what speaks against it at least, by how much more than of what speaks for it, how near two
runs are to be of one thing, and of these at least; then of deeds, of another deed, of what came later; of second runs."""
CONTRARY: dict[Outcome, frozenset[Outcome]] = {
    "well": frozenset(["badly"]),
    "badly": frozenset(["well"]),
    "done": frozenset(["open"]),
    "open": frozenset(),
}
QUOTED = 15
"""Characters from which a part that the source has word for word is a quotation."""
_PLANS = ("remaining", "next", "pending", "to do", "todo", "open")
"""Under such a heading stands what is to be done."""
_PAST = re.compile(
    r"\b(?:finished|completed|succeeded|passed|failed|crashed|killed|exit(?:ed)?|already|all \w+"
    r"|(?:has|have) been|(?:is|are) \w+ed)\b|已经",
    re.I,
)
_COUNTED = re.compile(r"\b\d+ (?:\w+ )?(?:passed|failed)\b", re.I)
"""Counts of tests are looked at by themselves."""
_CODE = re.compile(r"\W*(?:with )?(?:the )?exit (?:code|status):? ?0\W*", re.I)
"""Nothing but an exit code: that of the run before it in the sentence."""
_WERE = re.compile(r"\b(?:was|were|had been|kept) failing\b", re.I)
"""How things were before."""
_ALL = re.compile(r"\W*(?:all|both|every\w*|everything|the rest)\b|全部|都", re.I)
_FIRST = re.compile(r"\b(?:at first|first|initial(?:ly)?|once|before)\b|起初|第一次|最初|先", re.I)
_LAST = re.compile(r"\b(?:now|finally|in the end|again|afterwards|still)\b|现在|最后|仍然|之后|后来", re.I)


def find(source: Source, summary: Summary) -> Iterator[Finding]:
    """Every part of a sentence whose outcome the source shows otherwise."""
    for unit, start, event in judged(source, summary):
        name = source.pieces[event.piece].name
        yield Finding(
            "reversed status",
            "the source shows another outcome",
            Range(start, start + len(unit.text)),
            (Span(name, event.start, event.start + len(event.text)),),
        )


def judged(source: Source, summary: Summary) -> Iterator[tuple[Unit, int, Event]]:
    """The units that the source speaks against, with where each starts."""
    events = source.keep("events", lambda: Events(source))
    quotes = summary.of("quotation")
    for claim in summary.claims:
        if claim.fenced or claim.is_heading or unreal(claim.text[-2:]):
            continue
        planned = claim.heading.lower().startswith(_PLANS)
        for unit in units(claim.text):
            if planned and not _PAST.search(unit.text):
                continue
            place = Range(claim.start + unit.start, claim.start + unit.start + len(unit.text.rstrip(' ."')))
            if _quoted(source, unit.text) or any(_within(place, quote.span) for quote in quotes):
                continue
            if (event := against(events, unit)) is not None:
                yield unit, claim.start + unit.start, event


def _within(inner: Range, outer: Range) -> bool:
    return outer.start - 1 <= inner.start and inner.end <= outer.end + 1


def _quoted(source: Source, text: str) -> bool:
    """Whether the source says just this."""
    said = spoken(text).strip(" \"'.,;:-")
    return len(said) >= QUOTED and said in source.spoken


def against(events: Events, unit: Unit) -> Event | None:
    """The event that speaks against a unit, where none speaks for it as clearly."""
    shown = unit.outcomes
    if shown == {"well", "done"}:
        shown = frozenset(["done"])
    if len(shown) != 1 or unit.supposed or unreal(unit.text) or not (unit.own or unit.near):
        return None
    outcome = next(iter(shown))
    if _COUNTED.search(unit.text) or _WERE.search(unit.text) or (len(unit.own) < LEAST_WORDS and _ALL.match(unit.text)):
        return None
    found = events.aligned(unit.own, unit.near, 0.25)
    if not found:
        return None
    first = _FIRST.search(unit.text) is not None
    last = not first and (unit.turned or _LAST.search(unit.text) is not None)
    if outcome == "well" and unit.healed and not first and not _CODE.fullmatch(unit.text):
        return _clear(found, outcome, unit, HEALED, UNLIKE) if len(unit.own) >= LEAST_WORDS else None
    return _at_edge(found, outcome, first, last) or (
        None if first and outcome == "badly" else _clear(found, outcome, unit)
    )


def _at_edge(found: list[Aligned], outcome: Outcome, first: bool, last: bool) -> Event | None:
    """Of several runs with several ends, the first or the last, where the sentence speaks of that one."""
    if not (first and outcome == "well") and not (last and outcome == "badly"):
        return None
    top = max(share for share, _, _ in found)
    level = [
        e for share, e, known in found if known and share >= top - TIE and e.outcomes & (CONTRARY[outcome] | {outcome})
    ]
    if top < EDGE or not any(outcome in e.outcomes for e in level):
        return None
    edge = level[0] if first else level[-1]
    return None if outcome in edge.outcomes else edge


def _clear(found: list[Aligned], outcome: Outcome, unit: Unit, least: float = 0.0, more: float = 0.0) -> Event | None:
    """The nearest event of the contrary outcome, where none of the claimed one is nearly as near."""
    same = max((share for share, event, _ in found if outcome in event.outcomes), default=0.0)
    contrary = [
        (share, at)
        for at, (share, event, known) in enumerate(found)
        if known and event.outcomes & CONTRARY[outcome] and outcome not in event.outcomes and _same(unit, event, share)
    ]
    share, at = max(contrary, default=(0.0, 0))
    least = max(least, LEAST_DEED if outcome == "done" else LEAST)
    if outcome == "well" and any(outcome in e.outcomes and s >= LATER * share for s, e, _ in found[at + 1 :]):
        return None
    return found[at][1] if share >= max(least, same + max(MORE, more)) else None


def _same(unit: Unit, event: Event, share: float) -> bool:
    """Whether what is done and what is open is one deed; what was not even looked into is not mended either."""
    if not unit.deeds:
        return True
    return bool(unit.deeds & event.deeds) or (2 in unit.deeds and 1 in event.deeds and share >= LEAST_OTHER)
