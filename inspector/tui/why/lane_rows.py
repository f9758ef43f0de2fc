"""What the lanes of the why room show: a row for each fact, marks below them, and words for a request. No Textual here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.signs import SIGNS, words_of
from inspector.tui.fates import by
from inspector.tui.why.scale import lane_at
from inspector.tui.why.story import Story

LOST, BACK, NEEDED = "✗", "↺", "◎"
"""Signs below the lanes: a loss, a return, the request at which the fact was needed."""
LEGEND = {LOST: "lost", BACK: "came back", NEEDED: "needed"}


class LaneRow(NamedTuple):
    """A fact's name and lanes; None while they are being worked out.

    `nowhere`: what is said of one that no request has. `old`: the lanes are those of the question before.
    """

    name: str
    lanes: Sequence[Lane] | None
    nowhere: str = ""
    old: bool = False


class Mark(NamedTuple):
    """Something at a request."""

    request: int
    sign: str
    words: str


def marks(story: Story | None) -> list[Mark]:
    """Losses, returns, and where the fact was needed; of several at one request the weightier comes last."""
    return list(_marks(story)) if story is not None else []


def _marks(story: Story) -> Iterator[Mark]:
    told = story.told
    if told is None:
        return
    if told.losses:
        yield Mark(told.needed, NEEDED, "needed here")
    for loss in told.losses:
        yield Mark(loss.request, LOST, f"lost here{by(loss.layer)}")
    for back in told.returns:
        yield Mark(back.request, BACK, f"{back.way} here, by {back.by}")


def words(row: LaneRow | None, found: Sequence[Mark], request: int, requests: int) -> str:
    """`request 45 of 61: ◌ cleared · lost here, by prune`."""
    lead = f"request {request:,} of {requests:,}"
    if row is None or row.lanes is None:
        return lead
    if row.nowhere:
        return f"{lead}: {row.nowhere}"
    lane = lane_at(row.lanes, request)
    state = lane.state if lane is not None else "not yet"
    here = "".join(f" · {mark.words}" for mark in found if mark.request == request)
    told = f"{SIGNS[state][0]} {SIGNS[state][1] if not here else words_of(state)}".strip()
    return f"{lead}: {told}{here}"


def legend(rows: Sequence[LaneRow], found: Sequence[Mark]) -> tuple[str, str]:
    """The signs that are drawn, each once: in full, and in few words."""
    states = dict.fromkeys(lane.state for row in rows for lane in row.lanes or ())
    seen = [state for state in states if state != "not yet"]
    below = [f"{sign} {word}" for sign, word in LEGEND.items() if any(mark.sign == sign for mark in found)]
    full = [" ".join(SIGNS[state]) for state in seen]
    return "  ".join([*full, *below]), "  ".join([*(f"{SIGNS[state][0]} {words_of(state)}" for state in seen), *below])
