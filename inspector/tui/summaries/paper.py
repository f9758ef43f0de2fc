"""What stands on the two sides of the room: passages of text with their marks, from the source and from the summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.engine.summariser import SummaryPart
from inspector.summary.audit import Audit, Source
from inspector.summary.audit.pieces import FILES, FOCUS, PREVIOUS
from inspector.summary.prompt import label
from inspector.tui.widgets.runs import Mark

EARLIER = "the earlier summary, one of the parts of this one"
TITLES = {
    PREVIOUS: "the earlier summary, which this one carries on",
    FOCUS: "what the agent asked to keep",
    FILES: "the files that were read last",
}


@dataclass(frozen=True, eq=False)
class Passage:
    """A text under a heading. `name` is its block, as `3.1`."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, eq=False)
class Paper:
    """Passages in order, and what is marked in each; marks are in order and apart."""

    passages: tuple[Passage, ...]
    marks: dict[str, tuple[Mark, ...]] = field(default_factory=dict)

    @cached_property
    def places(self) -> dict[str, int]:
        """Name of a passage → where it stands; the first of that name."""
        found: dict[str, int] = {}
        for place, passage in enumerate(self.passages):
            found.setdefault(passage.name, place)
        return found


SUMMARY = "summary"
"""The name of the only passage of a summary."""


def passages(source: Source, parts: Iterable[SummaryPart]) -> tuple[Passage, ...]:
    """What a summary stands for, block by block; what it carries on comes first."""
    named = {part.name: label(part) if part.name[:1].isdigit() else EARLIER for part in parts}
    return tuple(
        Passage(piece.name, named.get(piece.name) or TITLES.get(piece.name, f"{piece.name}, durable"), piece.text)
        for piece in source.pieces
    )


def replaced(found: tuple[Passage, ...], audit: Audit | None) -> Paper:
    """The source, with what the summary holds of it and what it does not."""
    marks: dict[str, list[Mark]] = {}
    for item in audit.coverage if audit is not None else ():
        style = {"verbatim": "verbatim", "partly": "partly", "no": "missing"}[item.held]
        marks.setdefault(item.source.block, []).append(Mark(item.source.start, item.source.end, style))
    return Paper(found, {name: apart(each) for name, each in marks.items()})


def written(text: str, audit: Audit | None) -> Paper:
    """The summary, with what it holds of the source and what it says without ground in it."""
    said = audit.remarks if audit is not None else ()
    marks = [Mark(*each.span, "finding" if each.certain else "hint") for each in said]
    for item in audit.coverage if audit is not None else ():
        if item.summary is not None:
            marks.append(Mark(*item.summary, "verbatim" if item.held == "verbatim" else "partly"))
    return Paper((Passage(SUMMARY, "", text),), {SUMMARY: apart(marks)})


RANK = {"finding": 0, "hint": 1, "missing": 2, "verbatim": 3, "partly": 4}
"""What is marked first where two lie upon each other."""


def apart(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Marks in order, none upon another: the weightier one stays, and of the other what sticks out."""
    kept: list[Mark] = []
    for rank in sorted(set(RANK.values())):
        kept = merged(kept, sorted(mark for mark in marks if RANK[mark.style] == rank))
    return tuple(kept)


def merged(above: list[Mark], below: list[Mark]) -> list[Mark]:
    """Both in order; of those below what no one above covers."""
    out, at = list(above), 0
    for start, stop, style in joined(below):
        while at < len(above) and above[at].stop <= start:
            at += 1
        place, here = start, at
        while here < len(above) and above[here].start < stop:
            if place < above[here].start:
                out.append(Mark(place, above[here].start, style))
            place = max(place, above[here].stop)
            here += 1
        if place < stop:
            out.append(Mark(place, stop, style))
    return sorted(out)


def joined(marks: list[Mark]) -> list[Mark]:
    """Of one style, in order, and none upon another."""
    out: list[Mark] = []
    for mark in marks:
        if out and mark.start < out[-1].stop:
            out[-1] = out[-1]._replace(stop=max(mark.stop, out[-1].stop))
        elif mark.start < mark.stop:
            out.append(mark)
    return out
