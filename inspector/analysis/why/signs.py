"""How the states of a fact are written: a sign each, never colour alone, and words."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.analysis.why.lanes import Lane
from inspector.analysis.why.states import State

SIGNS: dict[State, tuple[str, str]] = {
    "verbatim": ("━", "in the view"),
    "in the summary": ("Σ", "in the summary, word for word"),
    "durable": ("◆", "in the durable state"),
    "artifact": ("→", "behind a pointer only"),
    "cut": ("✂", "cut out"),
    "cleared": ("◌", "cleared"),
    "perhaps paraphrased": ("~", "perhaps paraphrased in the summary: not kept"),
    "gone": ("╌", "gone"),
    "not yet": (" ", "not said yet"),
}
"""State → its sign, one cell wide, and what it means."""
SHORT: dict[State, str] = {
    "verbatim": "in the view",
    "artifact": "behind a pointer",
    "perhaps paraphrased": "paraphrased?",
}
"""The same in fewer words, where there is little room; else the state's own name."""


def words_of(state: State) -> str:
    """A state in few words."""
    return SHORT.get(state, state)


def state_of(here: Sequence[Lane]) -> State:
    """The state that one cell shows for several lanes: the last; but a loss is never hidden by what stands around it."""
    return next((lane.state for lane in here if not lane.held), here[-1].state) if here else "not yet"
