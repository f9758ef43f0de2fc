"""The one list of what a person can do. Key bindings, command palette and help are made from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from textual.binding import Binding, BindingType

Scope = Literal["main", "panes", "band"]
"""Where a key works: on the whole main screen, or while the panes (or the band of the durable state) have the focus."""


class Action(NamedTuple):
    """Something to do. `run` is the action string, `label` its name in palette and footer, `help` one line about it.

    `foot` are its keys as the footer writes them, if it stands there.
    """

    keys: str
    run: str
    label: str
    help: str
    group: str
    scope: Scope = "main"
    foot: str = ""
    display: str = ""
    """How the keys are written for people, where their names are not good enough."""


DURABLE, LIST = "Durable state", "In the open list of the durable state"
REQUESTS, LAYERS, PANES, KNOBS, FILES, PROGRAM = "Requests", "Layers", "Panes", "Knobs", "Policy and files", "Program"

ACTIONS: tuple[Action, ...] = (
    Action("right,l", "screen.request(1)", "next request", "The view of the next request", REQUESTS, display="→ l"),
    Action(
        "left,h", "screen.request(-1)", "request", "The view of the request before", REQUESTS, foot="← →", display="← h"
    ),
    Action("shift+right,L", "request(10)", "10 requests on", "Ten requests on", REQUESTS, display="shift → L"),
    Action("shift+left,H", "request(-10)", "10 requests back", "Ten requests back", REQUESTS, display="shift ← H"),
    Action(
        "less_than_sign,ctrl+home", "request(-1000000000)", "first request", "The first request", REQUESTS, display="<"
    ),
    Action(
        "greater_than_sign,ctrl+end", "request(1000000000)", "last request", "The last request", REQUESTS, display=">"
    ),
    Action("g", "ask_request", "go to request …", "Type the number of a request", REQUESTS),
    Action("n", "event(1)", "compaction", "The next compaction or refusal", REQUESTS),
    Action("N", "event(-1)", "previous compaction", "The compaction or refusal before", REQUESTS),
    Action("full_stop", "step(1)", "next layer", "The view after the next layer", LAYERS, display="."),
    Action("comma", "step(-1)", "layer", "The view one layer earlier", LAYERS, foot=", .", display=","),
    Action("0", "layer(0)", "before the layers", "What the layers received", LAYERS),
    Action("1,2,3,4,5,6,7,8,9", "layer_key", "after layer n", "The view after that layer", LAYERS, display="1–9"),
    Action("escape", "layer_end", "after all layers", "Back to the finished view", LAYERS, display="esc"),
    Action("tab", "switch", "panes", "The other pane, or the knobs where both panes fit", PANES),
    Action("j,down", "move(1)", "next block", "The cursor on the next block", PANES, "panes", display="j ↓"),
    Action("k,up", "move(-1)", "previous block", "The cursor on the block before", PANES, "panes", display="k ↑"),
    Action("J,shift+down", "message(1)", "next message", "The cursor on the next message", PANES, "panes", display="J"),
    Action(
        "K,shift+up", "message(-1)", "previous message", "The cursor on the message before", PANES, "panes", display="K"
    ),
    Action("enter", "unfold", "unfold", "Show the whole block, or its first lines", PANES, "panes"),
    Action("x", "change(1)", "next change", "The next block that the view does not hold as recorded", PANES, "panes"),
    Action("X", "change(-1)", "previous change", "The one before", PANES, "panes"),
    Action(
        "space",
        "screen.read",
        "read the whole block",
        "The block under the cursor, as recorded",
        PANES,
        "panes",
    ),
    Action("s", "summary", "read the summary", "The summary that stands in this view, whole", PANES),
    Action("v", "density", "density", "One line for each block, or a preview", PANES, "panes"),
    Action("home", "scroll_home", "top", "The beginning of the transcript", PANES, "panes"),
    Action("end", "scroll_end", "to the request", "The place where the request is made", PANES, "panes"),
    Action("a", "knobs", "knobs", "Show the knobs, go to them, or hide them", KNOBS, foot="a"),
    Action("right_square_bracket", "nudge(1)", "turn knob up", "The selected knob one step up", KNOBS, display="]"),
    Action(
        "left_square_bracket", "nudge(-1)", "turn", "The selected knob one step down", KNOBS, foot="[ ]", display="["
    ),
    Action(
        "right_curly_bracket",
        "nudge(1, True)",
        "turn knob far up",
        "The selected knob ten steps up",
        KNOBS,
        display="}",
    ),
    Action("left_curly_bracket", "nudge(-1, True)", "turn knob far down", "Ten steps down", KNOBS, display="{"),
    Action("right_parenthesis", "select_knob(1)", "next knob", "Select the next knob", KNOBS, display=")"),
    Action("left_parenthesis", "select_knob(-1)", "previous knob", "Select the knob before", KNOBS, display="("),
    Action("r", "reset_knob", "reset knob", "The selected knob back to the policy's default", KNOBS),
    Action("R", "reset_knobs", "reset all knobs", "All knobs back to the policy's defaults", KNOBS),
    Action("u", "undo", "undo", "Take the last change of a knob back, all of its steps", KNOBS),
    Action("U,ctrl+r", "redo", "redo", "Make it again", KNOBS, display="U"),
    Action("d", "durable", "durable state", "Open the durable state and go to it; a second time, close it", DURABLE),
    Action("P", "pin", "pin the block as a fact", "The block, or a part of it, becomes a durable fact", DURABLE),
    Action("D", "audit", "sources …", "Every source: status, reason, hash, excerpt, artifact", DURABLE),
    Action("S", "save_durable", "save the durable state", "Write it to its file, beside the transcript", DURABLE),
    Action("F", "artifact", "full output of the block", "The artifact that the block points to, by lines", DURABLE),
    Action("j,down", "select(1)", "next line", "The next line", LIST, "band", display="j ↓"),
    Action("k,up", "select(-1)", "previous line", "The line before", LIST, "band", display="k ↑"),
    Action("home", "select(-1000000000)", "first line", "The first line", LIST, "band"),
    Action("end", "select(1000000000)", "last line", "The last line", LIST, "band"),
    Action("enter,space", "choose", "source of the line", "What is known of its source", LIST, "band"),
    Action(
        "delete,backspace",
        "screen.take_out",
        "take the fact out",
        "The fact is none any more",
        LIST,
        "band",
        display="del",
    ),
    Action(
        "c",
        "screen.confirm",
        "confirm the pending item",
        "A pending item is done, blocked or open: who says so",
        LIST,
        "band",
    ),
    Action("f", "screen.look_again", "look the sources up again", "Look every source up again", LIST, "band"),
    Action("u", "screen.undo_durable", "undo in the durable state", "Take the last change back", LIST, "band"),
    Action("U,ctrl+r", "screen.redo_durable", "redo", "Make the change again", LIST, "band", display="U"),
    Action("p", "policy", "policy", "Choose a policy: a preset, a YAML file, or the recorded view", FILES, foot="p"),
    Action("o", "open", "open", "Open a recorded session or a sample", FILES, foot="o"),
    Action("e", "export", "export", "Write the policy with its present knobs as YAML", FILES, foot="e"),
    Action("T", "app.next_theme", "next theme", "Another set of colours; it is remembered", PROGRAM),
    Action("question_mark", "help", "help", "This list", PROGRAM, foot="?", display="?"),
    Action("q", "app.quit", "quit", "Leave; asks when pins are not saved", PROGRAM, foot="q"),
)


UNNAMED = ("layer_key", "move(1)", "move(-1)", "choose")
"""Actions that are no use in the command palette."""

MOVES = ("screen.request(1)", "screen.request(-1)")
"""Actions whose keys a scrolling view would take for itself: they are bound there, too."""


def bindings(scope: Scope) -> list[BindingType]:
    """The key bindings of one scope."""
    return [binding for action in ACTIONS if _works(action, scope) for binding in _bindings(action)]


def groups() -> dict[str, list[Action]]:
    """The actions by group, in order."""
    found: dict[str, list[Action]] = {}
    for action in ACTIONS:
        found.setdefault(action.group, []).append(action)
    return found


def key_names(action: Action) -> str:
    """The keys of an action as a person reads them."""
    return action.display or " ".join(action.keys.split(","))


def palette() -> Iterable[Action]:
    """The actions that make sense when picked by name."""
    return (action for action in ACTIONS if action.run not in UNNAMED and not action.run.startswith("select("))


def _works(action: Action, scope: Scope) -> bool:
    return action.scope == scope or (scope == "panes" and action.run in MOVES)


def _bindings(action: Action) -> Iterable[Binding]:
    if action.run == "layer_key":
        return [Binding(key, f"layer({key})", action.label, show=False) for key in action.keys.split(",")]
    return [Binding(action.keys, action.run, action.label, show=bool(action.foot), key_display=action.foot or None)]
