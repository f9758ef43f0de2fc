"""Keys that change what is tried: knobs, and the two policies that are compared."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.titles import COMPARE, COMPARED, KNOBS

KNOB_KEYS: tuple[Action, ...] = (
    Action("a", "knobs", "show or hide the knobs", "Show the knobs, go to them, or hide them", KNOBS),
    Action("right_square_bracket", "nudge(1)", "turn knob up", "The selected knob one step up", KNOBS),
    Action("left_square_bracket", "nudge(-1)", "turn knob down", "The selected knob one step down", KNOBS),
    Action("right_curly_bracket", "nudge(1, True)", "turn knob far up", "The selected knob ten steps up", KNOBS),
    Action("left_curly_bracket", "nudge(-1, True)", "turn knob far down", "Ten steps down", KNOBS),
    Action("right_parenthesis", "select_knob(1)", "next knob", "Select the next knob", KNOBS),
    Action("left_parenthesis", "select_knob(-1)", "previous knob", "Select the knob before", KNOBS),
    Action("r", "reset_knob", "reset knob", "The selected knob back to the policy's default", KNOBS),
    Action("R", "reset_knobs", "reset all knobs", "All knobs back to the policy's defaults", KNOBS),
    Action("u", "undo", "undo", "Take the last change of a knob back, all of its steps", KNOBS),
    Action("U,ctrl+r", "redo", "redo", "Make the change again that was taken back", KNOBS, display="U"),
)
COMPARE_KEYS: tuple[Action, ...] = (
    Action(
        "c", "hold", "hold the policy as A", "Hold the present policy as A and go on with B; again: let go", COMPARE
    ),
    Action("V", "hold_recorded", "hold the recorded view as A", "What the agent really sent becomes A", COMPARE),
    Action("C", "swap", "swap A and B", "A becomes B, and B becomes A", COMPARE),
    Action(
        "equals_sign", "differences", "differences …", "Everything in which A and B differ; enter goes there", COMPARE
    ),
    Action("G", "parting", "next difference", "The next request at which A and B send different views", COMPARE),
    Action(
        "number_sign",
        "side_by_side",
        "side by side …",
        "Recorded, A, B and presets in one table, and where they differ most",
        COMPARE,
        display="#",
        words=COMPARED,
    ),
)
