"""One line of the check room, wherever it comes from: a known fault, a rule of a provider, a fact that a view lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from inspector.analysis.diagnose.finding import Finding
from inspector.analysis.diagnose.grounds import grounds
from inspector.analysis.must_keep.breaches import Watched
from inspector.analysis.sendable.explain import Told
from inspector.analysis.sendable.session import Found
from inspector.analysis.why.facts import Fact
from inspector.phrases import counted, span
from inspector.terminal_text import clip
from inspector.transcript.structure import Structure
from inspector.tui.numerals import commas

Severity = Literal["error", "warning", "note", "good"]
SIGNS: dict[Severity, tuple[str, str, str]] = {
    "error": ("✖", "error", "bad"),
    "warning": ("!", "warning", "warn"),
    "note": ("·", "note", "quiet"),
    "good": ("✓", "kept", "good"),
}
"""Severity → sign, word, colour: colour is never the only mark."""
SHOWN = 8
"""Requests and blocks that are named one by one."""
LONG = 60


class Item(NamedTuple):
    """`requests` are those that enter goes to, the one that tells most first; `blocks` are to be in sight there.

    `places` are the breaches of a line that tells of several, one for each of `requests`: each has its own blocks and words.
    """

    severity: Severity
    name: str
    text: str
    change: str = ""
    requests: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    evidence: str = ""
    fact: Fact | None = None
    """What was asked about, where the line is about that."""

    places: tuple[Found, ...] = ()

    @property
    def block(self) -> int | None:
        return self.blocks[0] if self.blocks else None

    def at(self, place: int) -> Item:
        """The line as it is about one of its places."""
        if place >= len(self.places):
            return self
        found = self.places[place]
        return self._replace(text=found.breach.text, blocks=found.breach.blocks, evidence=_spans(found))


def of_finding(finding: Finding) -> Item:
    """A known fault."""
    told = grounds(finding)
    return Item(finding.severity, finding.family, finding.text, finding.change, finding.requests, finding.blocks, told)


def of_rule(told: Told) -> Item:
    """A rule of a provider that views break, with all places at which they do."""
    breach, more = told.breach, len(told.found) - 1
    words = f"{breach.text}{f': {told.cause}' if told.cause else ''}{f' (+{more:,} more)' if more else ''}"
    requests = tuple(each.first for each in told.found)
    return Item(breach.severity, breach.rule, words, breach.source, requests, breach.blocks, places=told.found)


def _spans(found: Found) -> str:
    """`3 views: 7–9`: the requests whose views show it."""
    more = " …" if len(found.runs) > SHOWN else ""
    return f"{counted(found.requests, 'view')}: {', '.join(span(*run) for run in found.runs[:SHOWN])}{more}"


def of_fact(watched: Watched) -> Item:
    """A fact that was asked about: held by every view since it was said, or where it was lacking first."""
    fact, breach = watched.asked.fact, watched.breach
    name = clip(" ".join(fact.text.split()), LONG)
    words = f"“{name}”" if fact.form == "text" else name
    if breach is None:
        held = f"{words} is held by every view from request {watched.first or 1:,} on"
        return Item("good", "fact", held, fact=fact)
    if breach.request is None:
        return Item("note", "fact", f"{words} does not stand in this session", fact=fact)
    by = f" by {breach.loss.layer}" if breach.loss is not None and breach.loss.layer else ""
    lacking = f"{counted(breach.requests, 'view')} {'lacks' if breach.requests == 1 else 'lack'}"
    reason = commas(breach.loss.reason) if breach.loss is not None else ""
    knobs = ", ".join(breach.loss.knobs) if breach.loss is not None else ""
    return Item(
        "warning",
        "fact",
        f"{words} is {breach.state}{by} from request {breach.request:,} on; {lacking} it",
        "w tells why, and what keeps it",
        (breach.request,),
        tuple(watched.found.blocks[-1:]),
        " · ".join(part for part in (reason, f"knobs {knobs}" if knobs else "") if part),
        fact,
    )


def place(item: Item, at: int, shape: Structure) -> str:
    """`request 46 · block 91.1`, and which of how many requests it is."""
    parts: list[str] = []
    if item.requests:
        which = f" ({at + 1:,} of {len(item.requests):,})" if len(item.requests) > 1 else ""
        parts.append(f"request {item.requests[at]:,}{which}")
    if item.blocks:
        named = ", ".join(shape.name(block) for block in item.blocks[:SHOWN])
        parts.append(
            f"{'blocks' if len(item.blocks) > 1 else 'block'} {named}{' …' if len(item.blocks) > SHOWN else ''}"
        )
    return " · ".join(parts)


def told(item: Item, at: int, shape: Structure) -> Iterator[tuple[str, str]]:
    """Everything about one line: colours and words, a paragraph each."""
    sign, word, style = SIGNS[item.severity]
    yield style, f"{sign} {word}  {item.name}"
    yield "plain", item.text
    if item.change:
        yield "accent", f"→ {item.change}"
    here = item.at(at)
    if where := place(here, at, shape):
        yield "quiet", where
    if item.places and here.text not in item.text:
        yield "plain", here.text
    if here.evidence:
        yield "quiet", here.evidence
