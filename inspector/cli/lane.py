"""The lane of a fact: one line across all requests, a sign for the state of each stretch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.signs import SIGNS, state_of
from inspector.analysis.why.states import State


class Look(NamedTuple):
    """How a state is drawn, and what it is called."""

    sign: str
    style: str
    words: str


_STYLES: dict[State, str] = {
    "verbatim": "green",
    "in the summary": "magenta",
    "durable": "blue",
    "artifact": "yellow",
    "cut": "yellow",
    "cleared": "cyan",
    "perhaps paraphrased": "red",
    "gone": "red",
    "not yet": "",
}
LOOKS: dict[State, Look] = {state: Look(sign, _STYLES[state], words) for state, (sign, words) in SIGNS.items()}


def drawn(lanes: Sequence[Lane], requests: int, width: int) -> list[tuple[str, str]]:
    """Pieces of one line of at most `width` cells with their styles: each cell stands for a stretch of requests.

    Of several states in a cell the last is drawn, but a loss is never hidden by what came before it.
    """
    width = max(1, min(width, requests))
    out: list[tuple[str, str]] = []
    for cell in range(width):
        low, high = 1 + cell * requests // width, max(1 + cell * requests // width, (cell + 1) * requests // width)
        look = LOOKS[state_of([lane for lane in lanes if lane.first <= high and lane.last >= low])]
        out.append((look.sign, look.style))
    return out


def legend(lanes: Sequence[Lane]) -> str:
    """The signs that are drawn, each once."""
    seen = dict.fromkeys(lane.state for lane in lanes)
    return "  ".join(f"{LOOKS[state].sign} {LOOKS[state].words}" for state in seen)
