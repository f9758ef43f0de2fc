"""Sections that a policy requires: each with its heading, our own sections below the one that they belong to."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from inspector.policy.model import SummarySection
from inspector.summary.sections import HEADER, NOTHING, Entry, Section, render
from inspector.summary.size import Measure
from inspector.summary.text import clean

KINDS: dict[Section, str] = {
    Section.GOAL: "goal request context",
    Section.LATEST: "request goal asked state context",
    Section.CONSTRAINTS: "constraints goal context",
    Section.OPEN: "remaining blocked state context",
    Section.TODO: "remaining state context",
    Section.REPLY: "state remaining context done",
    Section.FOCUS: "context findings identifiers",
    Section.FINDINGS: "findings decisions done context",
    Section.CHANGED: "files identifiers done state findings context",
    Section.READ: "files identifiers findings context",
    Section.NAMES: "identifiers files findings context",
    Section.ERRORS: "errors blocked findings context state",
    Section.COMMANDS: "commands done findings files context state",
    Section.CALLS: "commands done context findings state",
    Section.ASKED: "asked request goal context",
    Section.OUTPUT: "context findings state",
    Section.EARLIER: "context findings goal",
}
"""The kinds of a required section that each of ours goes below, what fits best first."""
OTHER = "Other"
"""The heading of what belongs into none of the required sections."""
MOST, SAID = 3, 6
"""One part in so many of a summary may go to required headings; and to saying that there is nothing below them."""


class Frame(NamedTuple):
    """The headings that a summary has, and what they take. Without `places` it has only our own.

    `empty`: those with nothing below them say so; without the room for that they are left out.
    """

    titles: tuple[str, ...] = ()
    places: dict[Section, int] | None = None
    empty: bool = False
    cost: int = 0


def frame(required: Sequence[SummarySection], size: int, measure: Measure) -> Frame:
    """The required headings, where a summary of this size has room for them."""
    if not required:
        return Frame()
    titles = tuple("# " + " ".join(clean(section.title).split()) for section in required)
    places = _places(tuple(required))
    if len(places) < len(Section):
        titles += ("# " + OTHER,)
    cost = measure("\n".join([*titles, ""]))
    nothing = measure(NOTHING + "\n") * len(required)
    if cost > size // MOST:
        return Frame()
    empty = nothing <= size // SAID
    return Frame(titles, places, empty, cost + (nothing if empty else 0))


@lru_cache(maxsize=64)
def _places(required: tuple[SummarySection, ...]) -> dict[Section, int]:
    """Of each of our sections the required one that it goes below; without those that belong nowhere."""
    found: dict[Section, int] = {}
    for section, kinds in KINDS.items():
        fitting = [at for kind in kinds.split() for at, one in enumerate(required) if kind in one.kinds]
        if fitting:
            found[section] = fitting[0]
    return found


def written(
    entries: Iterable[Entry], legend: Sequence[str], header: bool, partial: Container[Section], frame: Frame
) -> str:
    """The text of a summary, its sections in our order, or below the headings that are required."""
    if frame.places is None:
        return render(entries, legend, header, partial)
    groups: list[list[Entry]] = [[] for _ in frame.titles]
    for entry in entries:
        groups[frame.places.get(entry.section, len(groups) - 1)].append(entry)
    out = [HEADER, *legend] if header else []
    for title, group in zip(frame.titles, groups, strict=True):
        if group:
            out += [title, render(group, header=False, partial=partial)]
        elif frame.empty and title != "# " + OTHER:
            out += [title, NOTHING]
    return "\n".join(out)
