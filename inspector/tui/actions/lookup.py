"""All actions together: the bindings of a scope, the groups of the help, what the palette offers."""

from __future__ import annotations

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from inspector.tui.actions.action import Action, Scope
from inspector.tui.actions.durable import BAND_KEYS, DURABLE_KEYS
from inspector.tui.actions.moving import LAYER_KEYS, LAYER_LIST_KEYS, REQUEST_KEYS
from inspector.tui.actions.panes import HIT_KEYS, PANE_KEYS, SEARCH_KEYS
from inspector.tui.actions.policy import COMPARE_KEYS, KNOB_KEYS
from inspector.tui.actions.rooms import CHECK_KEYS, COMPARISON_KEYS, COST_KEYS, METERS_KEYS, RECALL_KEYS, WHY_KEYS
from inspector.tui.actions.session import FILE_KEYS, PROGRAM_KEYS
from inspector.tui.actions.texts import READER_KEYS, SUMMARY_KEYS
from inspector.tui.actions.titles import CHECK, COMPARISON, COST, HITS, METERS, READER, RECALL, ROOM, WHY

ACTIONS: tuple[Action, ...] = (
    *REQUEST_KEYS,
    *LAYER_KEYS,
    *LAYER_LIST_KEYS,
    *PANE_KEYS,
    *SEARCH_KEYS,
    *HIT_KEYS,
    *KNOB_KEYS,
    *COMPARE_KEYS,
    *DURABLE_KEYS,
    *BAND_KEYS,
    *READER_KEYS,
    *SUMMARY_KEYS,
    *WHY_KEYS,
    *CHECK_KEYS,
    *COMPARISON_KEYS,
    *RECALL_KEYS,
    *COST_KEYS,
    *METERS_KEYS,
    *FILE_KEYS,
    *PROGRAM_KEYS,
)
"""All of them, in the order of the help."""

TITLES: dict[Scope, str] = {
    "reader": READER,
    "room": ROOM,
    "why": WHY,
    "check": CHECK,
    "comparison": COMPARISON,
    "recall": RECALL,
    "cost": COST,
    "meters": METERS,
}
"""Scopes that are alone on the screen → the title of their keys."""

UNNAMED = ("layer_key", "show_key", "fact_key", "line(1)", "line(-1)", "move(1)", "move(-1)", "choose")
"""Actions that are no use in the command palette."""

MOVES = ("screen.request(1)", "screen.request(-1)")
"""Actions whose keys a scrolling view would take for itself: they are bound there, too."""


def bindings(scope: Scope) -> list[BindingType]:
    """The key bindings of one scope. What the panes do works from anywhere on the main screen."""
    found = [binding for action in ACTIONS if _works(action, scope) for binding in _bindings(action)]
    if scope == "main":
        found += [Binding(a.keys, f"in_panes({a.run!r})", a.label, show=False) for a in ACTIONS if a.scope == "panes"]
    return list(found)


def title_of(scope: Scope) -> str:
    """The title of the keys of a scope that is alone on the screen."""
    return TITLES[scope]


def groups() -> dict[str, list[Action]]:
    """The actions by group, in order."""
    found: dict[str, list[Action]] = {}
    for action in ACTIONS:
        found.setdefault(action.group, []).append(action)
    return found


def palette(where: Scope = "main") -> Iterable[Action]:
    """The actions that make sense when picked by name, on the main screen, in a room or while a text is read."""
    everywhere = {action.group for action in ACTIONS} - {HITS, *TITLES.values()}
    groups = {TITLES[where]} if where in TITLES else everywhere
    named = (action for action in ACTIONS if action.run not in UNNAMED and not action.run.startswith("select("))
    return (action for action in named if action.group in groups)


def _works(action: Action, scope: Scope) -> bool:
    return (
        action.scope == scope
        or (scope, action.scope) == ("hits", "search")
        or (scope == "panes" and action.run in MOVES)
    )


def _bindings(action: Action) -> Iterable[Binding]:
    if action.run == "layer_key":
        return [Binding(key, f"layer({key})", action.label, show=False) for key in action.keys.split(",")]
    if action.run == "fact_key":
        return [Binding(key, f"fact({key})", action.label, show=False) for key in action.keys.split(",")]
    if action.run == "show_key":
        return [Binding(key, f"show({key})", action.label, show=False) for key in action.keys.split(",")]
    return [Binding(action.keys, action.run, action.label, show=False)]
