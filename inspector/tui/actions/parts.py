"""Keys that several rooms have in common."""

from __future__ import annotations

from inspector.tui.actions.action import NAMES, Action, Scope
from inspector.tui.actions.titles import CHECKED, COMPARED, COSTED, METERED, RECALLED, WHY_WORDS


def lines(group: str, scope: Scope) -> tuple[Action, ...]:
    """The keys of the list of a room."""
    return (
        Action("j,down", "line(1)", "next line", "The next line that leads somewhere", group, scope, "j ↓"),
        Action("k,up", "line(-1)", "line above", "The line before", group, scope, "k ↑"),
    )


def picture(group: str, scope: Scope) -> Action:
    """A picture of whatever is on the screen."""
    return Action(
        "ctrl+s", "app.save_screen", "save a picture", "The screen as SVG, in the working directory", group, scope
    )


def turning(group: str, scope: Scope) -> tuple[Action, ...]:
    """The keys of a room in which knobs are turned and policies chosen."""
    return (
        Action("right_square_bracket", "nudge(1)", "turn knob up", "The selected knob a step up", group, scope),
        Action("left_square_bracket", "nudge(-1)", "turn knob down", "The selected knob a step down", group, scope),
        Action("right_curly_bracket", "nudge(1, True)", "turn knob far up", "Ten steps up", group, scope),
        Action("left_curly_bracket", "nudge(-1, True)", "turn knob far down", "Ten steps down", group, scope),
        Action("right_parenthesis", "select_knob(1)", "next knob", "Select the next knob", group, scope),
        Action("left_parenthesis", "select_knob(-1)", "previous knob", "Select the knob before", group, scope),
        Action("r", "reset_knob", "reset knob", "The selected knob back to its default", group, scope),
        Action("R", "reset_knobs", "reset all knobs", "All knobs back to their defaults", group, scope),
        Action("u", "undo", "undo", "The newest change made here, taken back", group, scope),
        Action("U,ctrl+r", "redo", "redo", "Make the change again", group, scope, display="U"),
        Action("p", "policy", "another policy …", "The same under another policy", group, scope),
    )


def requests(group: str, scope: Scope) -> tuple[Action, ...]:
    """The keys of a room with a picture across all requests."""
    return (
        Action("right,l", "request(1)", "next request", "A request on in the picture", group, scope, "→ l"),
        Action("left,h", "request(-1)", "request before", "A request back", group, scope, "← h"),
        Action("shift+right,L", "request(10)", "10 requests on", "Ten on", group, scope, "shift → L"),
        Action("shift+left,H", "request(-10)", "10 requests back", "Ten back", group, scope, "shift ← H"),
        Action("less_than_sign", "request(-1000000000)", "first request", "The first one", group, scope, "<"),
        Action("greater_than_sign", "request(1000000000)", "last request", "The last one", group, scope, ">"),
        Action("n", "mark(1)", "next mark", "The next request that stands out", group, scope),
        Action("N", "mark(-1)", "previous mark", "The one before", group, scope),
    )


ROOMS = (
    ("A", "ask_why", "why was it forgotten …", "The why room, with the question for a fact", WHY_WORDS),
    ("exclamation_mark", "check", "what goes wrong …", "The check room", CHECKED),
    ("percent_sign", "recall_room", "what was still held …", "The recall room", RECALLED),
    ("dollar_sign", "cost_room", "what it costs …", "The cost room", COSTED),
    ("ampersand", "meters_room", "how wrong estimates are …", "The room of meters", METERED),
    ("number_sign", "side_by_side", "side by side …", "The comparison", COMPARED),
    ("s", "summary", "summary room", "The newest summary, beside what it replaces", "summaries summarise audit"),
)
"""Keys, the main screen's action, name, help and other names of what opens a room."""


def rooms(group: str, scope: Scope, own: str) -> tuple[Action, ...]:
    """The keys that open the other rooms from a room; `own` is the one that opens this one."""
    return tuple(
        Action(key, f"app.room('{run}')", label, help, group, scope, words=words)
        for key, run, label, help, words in ROOMS
        if key != own and (scope, key) != ("why", "A")
    )


def ways_out(group: str, scope: Scope, key: str) -> tuple[Action, ...]:
    """The other rooms, help, colours, a picture, and how a room is left; `key` opened it."""
    leave = "Give up what is being worked out, else back"
    shown = f"q {NAMES.get(key, key)}"
    return (
        *rooms(group, scope, key),
        picture(group, scope),
        Action("question_mark", "help", "help", "The keys and signs of this room", group, scope),
        Action("T", "app.next_theme", "next theme", "Another set of colours; it is remembered", group, scope),
        Action("escape", "leave", "leave the room", leave, group, scope, "esc"),
        Action(f"q,{key}", "close", "back to the session", "Back, whatever is being done", group, scope, shown),
    )
