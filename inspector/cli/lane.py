"""The lane of a fact: one line across all requests, a sign for the state of each stretch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.states import State


class Look(NamedTuple):
    """How a state is drawn, and what it is called."""

    sign: str
    style: str
    words: str


LOOKS: dict[State, Look] = {
    "verbatim": Look("━", "green", "in the view"),
    "in the summary": Look("Σ", "magenta", "in the summary, word for word"),
    "durable": Look("◆", "blue", "in the durable state"),
    "artifact": Look("→", "yellow", "behind a pointer only"),
    "cut": Look("✂", "yellow", "cut out"),
    "cleared": Look("◌", "cyan", "cleared"),
    "perhaps paraphrased": Look("~", "red", "perhaps paraphrased in the summary: not kept"),
    "gone": Look("╌", "red", "gone"),
    "not yet": Look(" ", "", "not said yet"),
}


def drawn(lanes: Sequence[Lane], requests: int, width: int) -> list[tuple[str, str]]:
    """Pieces of one line of at most `width` cells with their styles: each cell stands for a stretch of requests.

    Of several states in a cell the last is drawn, but a loss is never hidden by what came before it.
    """
    width = max(1, min(width, requests))
    out: list[tuple[str, str]] = []
    for cell in range(width):
        low, high = 1 + cell * requests // width, max(1 + cell * requests // width, (cell + 1) * requests // width)
        here = [lane for lane in lanes if lane.first <= high and lane.last >= low]
        look = LOOKS[next((lane.state for lane in here if not lane.held), here[-1].state) if here else "not yet"]
        out.append((look.sign, look.style))
    return out


def legend(lanes: Sequence[Lane]) -> str:
    """The signs that are drawn, each once."""
    seen = dict.fromkeys(lane.state for lane in lanes)
    return "  ".join(f"{LOOKS[state].sign} {LOOKS[state].words}" for state in seen)
