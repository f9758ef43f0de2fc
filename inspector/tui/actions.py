"""The one list of what a person can do. Key bindings, command palette and help are made from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from textual.binding import Binding, BindingType

Scope = Literal[
    "main",
    "panes",
    "band",
    "hits",
    "search",
    "layers",
    "reader",
    "room",
    "why",
    "check",
    "comparison",
    "recall",
    "cost",
]
"""Where a key works: on the whole main screen, or while the panes, the durable state or the layer list have the focus."""


class Action(NamedTuple):
    """Something to do. `run` is the action string, `label` its name in the palette, `help` one line about it."""

    keys: str
    run: str
    label: str
    help: str
    group: str
    scope: Scope = "main"
    display: str = ""
    """How the keys are written for people, where their names are not good enough."""
    words: str = ""
    """Other names by which the palette finds it: those of the command line, and what people call it."""


WHY_WORDS = "why fact facts forgot forgotten forgetting lost loss fix"
CHECKED = "check checks diagnose diagnosis fault faults damage error errors sendable provider rules must-keep"
RECALLED = "recall needs memory re-read reread misses"
COSTED = "cost costs money price dollars cache caching tokens account"
COMPARED = "compare comparison table presets policies"
"""Other names of the rooms."""

DURABLE, LIST = "Durable state", "In the open list of the durable state"
LISTED = "In the layer list"
READER = "While a text is read whole"
ROOM = "In the summary room"
WHY = "In the why room"
CHECK = "In the check room"
COMPARISON = "In the comparison"
RECALL = "In the recall room"
COST = "In the cost room"
SEARCH, HITS = "Search", "In the search panel"
REQUESTS, LAYERS, PANES, KNOBS, FILES, PROGRAM = "Requests", "Layers", "Panes", "Knobs", "Policy and files", "Program"
COMPARE = "Compare A and B"

NAMES = {
    "full_stop": ".",
    "comma": ",",
    "equals_sign": "=",
    "question_mark": "?",
    "exclamation_mark": "!",
    "percent_sign": "%",
    "number_sign": "#",
    "dollar_sign": "$",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "right_square_bracket": "]",
    "left_square_bracket": "[",
    "right_curly_bracket": "}",
    "left_curly_bracket": "{",
    "right_parenthesis": ")",
    "left_parenthesis": "(",
    "plus": "+",
    "minus": "-",
}
"""Textual's names of keys → what stands on the key."""


def _lines(group: str, scope: Scope) -> tuple[Action, ...]:
    """The keys of the list of a room."""
    return (
        Action("j,down", "line(1)", "next line", "The next line that leads somewhere", group, scope, "j ↓"),
        Action("k,up", "line(-1)", "line above", "The line before", group, scope, "k ↑"),
    )


def _picture(group: str, scope: Scope) -> Action:
    """A picture of whatever is on the screen."""
    return Action(
        "ctrl+s", "app.save_screen", "save a picture", "The screen as SVG, in the working directory", group, scope
    )


def _turning(group: str, scope: Scope) -> tuple[Action, ...]:
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


def _requests(group: str, scope: Scope) -> tuple[Action, ...]:
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


_ROOMS = (
    ("A", "ask_why", "why was it forgotten …", "The why room, with the question for a fact", WHY_WORDS),
    ("exclamation_mark", "check", "what goes wrong …", "The check room", CHECKED),
    ("percent_sign", "recall_room", "what was still held …", "The recall room", RECALLED),
    ("dollar_sign", "cost_room", "what it costs …", "The cost room", COSTED),
    ("number_sign", "side_by_side", "side by side …", "The comparison", COMPARED),
    ("s", "summary", "summary room", "The newest summary, beside what it replaces", "summaries summarise audit"),
)
"""Keys, the main screen's action, name, help and other names of what opens a room."""


def _rooms(group: str, scope: Scope, own: str) -> tuple[Action, ...]:
    """The keys that open the other rooms from a room; `own` is the one that opens this one."""
    return tuple(
        Action(key, f"app.room('{run}')", label, help, group, scope, words=words)
        for key, run, label, help, words in _ROOMS
        if key != own and (scope, key) != ("why", "A")
    )


def _ways_out(group: str, scope: Scope, key: str) -> tuple[Action, ...]:
    """The other rooms, help, colours, a picture, and how a room is left; `key` opened it."""
    leave = "Give up what is being worked out, else back"
    shown = f"q {NAMES.get(key, key)}"
    return (
        *_rooms(group, scope, key),
        _picture(group, scope),
        Action("question_mark", "help", "help", "The keys and signs of this room", group, scope),
        Action("T", "app.next_theme", "next theme", "Another set of colours; it is remembered", group, scope),
        Action("escape", "leave", "leave the room", leave, group, scope, "esc"),
        Action(f"q,{key}", "close", "back to the session", "Back, whatever is being done", group, scope, shown),
    )


ACTIONS: tuple[Action, ...] = (
    Action("right,l", "screen.request(1)", "next request", "The view of the next request", REQUESTS, display="→ l"),
    Action(
        "left,h", "screen.request(-1)", "previous request", "The view of the request before", REQUESTS, display="← h"
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
    Action("n", "event(1)", "next compaction", "The next compaction or refusal, and what it changed", REQUESTS),
    Action("N", "event(-1)", "previous compaction", "The compaction or refusal before", REQUESTS),
    Action(
        "z", "scale", "scale of the timeline", "Height for the view, for the whole transcript, logarithmic", REQUESTS
    ),
    Action("m", "lost(1)", "next loss", "The next request at which something that a person typed is lost", REQUESTS),
    Action("M", "lost(-1)", "previous loss", "The request before at which typed text is lost", REQUESTS),
    Action(
        "t", "typed", "lost typed text", "Where a typed text was lost: request, layer, block; again: the next", REQUESTS
    ),
    Action(
        "w",
        "why",
        "why was this forgotten",
        "What is picked, the hit, the lost text or the block: when lost, why, what keeps it",
        REQUESTS,
        words=WHY_WORDS,
    ),
    Action(
        "A",
        "ask_why",
        "why was it forgotten …",
        "The same for words, /a pattern/ or a message number",
        REQUESTS,
        words=WHY_WORDS,
    ),
    Action(
        "exclamation_mark",
        "check",
        "what goes wrong …",
        "Known faults, a provider's rules, lost facts",
        REQUESTS,
        display="!",
        words=CHECKED,
    ),
    Action(
        "percent_sign",
        "recall_room",
        "what was still held …",
        "Recall: what each reply needed, what its view missed, what was read again",
        REQUESTS,
        display="%",
        words=RECALLED,
    ),
    Action(
        "dollar_sign",
        "cost_room",
        "what it costs …",
        "The prompt cache, money, when changes pay",
        REQUESTS,
        display="$",
        words=COSTED,
    ),
    Action("full_stop", "step(1)", "next layer", "What the next layer changed; from the end, from before", LAYERS),
    Action("comma", "step(-1)", "previous layer", "What the layer before changed", LAYERS),
    Action("0", "layer(0)", "before the layers", "What the layers received", LAYERS),
    Action(
        "1,2,3,4,5,6,7,8,9", "layer_key", "change of layer n", "What that layer changed, alone", LAYERS, display="1–9"
    ),
    Action("escape", "layer_end", "after all layers", "Back to the finished view", LAYERS, display="esc"),
    Action("E", "layers", "layer list", "Switch layers off and on, put them in another order", LAYERS),
    Action("j,down", "screen.select_layer(1)", "next layer of the list", "The next layer", LISTED, "layers", "j ↓"),
    Action("k,up", "screen.select_layer(-1)", "layer above", "The layer before", LISTED, "layers", "k ↑"),
    Action("space,enter", "screen.switch_layer", "layer off or on", "The layer off, or on again", LISTED, "layers"),
    Action("J,shift+down", "screen.move_layer(1)", "layer later", "The layer a place later", LISTED, "layers", "J"),
    Action("K,shift+up", "screen.move_layer(-1)", "layer earlier", "A place earlier", LISTED, "layers", "K"),
    Action("r", "screen.restore_layers", "layers as written", "As the policy has them", LISTED, "layers"),
    Action("tab", "switch", "other pane", "The other pane, or the knobs where both panes fit", PANES),
    Action("j,down", "move(1)", "next block", "The cursor on the next block", PANES, "panes", "j ↓"),
    Action("k,up", "move(-1)", "previous block", "The cursor on the block before", PANES, "panes", "k ↑"),
    Action("J,shift+down", "message(1)", "next message", "The cursor on the next message", PANES, "panes", "J"),
    Action("K,shift+up", "message(-1)", "previous message", "The cursor on the message before", PANES, "panes", "K"),
    Action("enter", "unfold", "unfold or fold the block", "Show the whole block, or its first lines", PANES, "panes"),
    Action("x", "change(1)", "next change", "The next block that the two sides show differently", PANES, "panes"),
    Action("X", "change(-1)", "previous change", "The one before", PANES, "panes"),
    Action(
        "space", "screen.read", "read the whole block", "The block, as recorded and as the view has it", PANES, "panes"
    ),
    Action("s", "summary", "summary room", "The newest summary up to here, beside what it replaces, checked", PANES),
    Action("b", "budget", "budget in numbers", "Every part of the request, and the limits, in numbers", PANES),
    Action(
        "vertical_line",
        "apart",
        "sides scroll apart or together",
        "Each pane scrolls for itself, tab switches; again: both stand where the keys are",
        PANES,
        "panes",
        display="|",
    ),
    Action("v", "density", "density of the panes", "One line for each block, or a preview", PANES, "panes"),
    Action("home", "scroll_home", "top", "The beginning of the transcript", PANES, "panes"),
    Action("end", "scroll_end", "to the request", "The place where the request is made", PANES, "panes"),
    Action(
        "slash",
        "search",
        "search …",
        "Find words, patterns, tools, paths, fates; again: back to it",
        SEARCH,
        display="/",
    ),
    Action("f,f3", "found(1)", "next hit", "The next block that was found, its match in sight", SEARCH, display="f F3"),
    Action("F,shift+f3", "found(-1)", "previous hit", "The one before", SEARCH, display="F"),
    Action(
        "ctrl+l",
        "left",
        "where the block left the view",
        "The first request that does not hold it, and the layer",
        SEARCH,
    ),
    Action("down,ctrl+n", "screen.hit(1)", "hit below", "The next line; the panes follow", HITS, "search", "↓ ctrl+n"),
    Action(
        "up,ctrl+p", "screen.hit(-1)", "hit above", "The line before; empty: older searches", HITS, "search", "↑ ctrl+p"
    ),
    Action("pagedown", "screen.hit_page(1)", "hits below", "A screenful of hits on", HITS, "search"),
    Action("pageup", "screen.hit_page(-1)", "hits above", "A screenful of hits back", HITS, "search"),
    Action("ctrl+up", "screen.recall(1)", "older search", "What was searched for before", HITS, "search", "ctrl ↑"),
    Action(
        "ctrl+down", "screen.recall(-1)", "newer search", "What was searched for after it", HITS, "search", "ctrl ↓"
    ),
    Action(
        "tab", "screen.hits_focus", "query, hits, panes", "From the query to the hits, on to the panes", HITS, "search"
    ),
    Action("j", "screen.hit(1)", "hit below", "The next line", HITS, "hits"),
    Action("k", "screen.hit(-1)", "hit above", "The line before", HITS, "hits"),
    Action("home", "screen.hit_end(-1)", "first hit", "The first line", HITS, "hits"),
    Action("end", "screen.hit_end(1)", "last hit", "The last line", HITS, "hits"),
    Action(
        "enter,space",
        "screen.jump",
        "go to the hit",
        "Its block unfolded, the match in sight; the keys go there",
        HITS,
        "hits",
    ),
    Action(
        "l",
        "screen.left",
        "where it left the view",
        "The first request that does not hold it, and the layer",
        HITS,
        "hits",
    ),
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
    Action("d", "durable", "durable state", "Open the durable state and go to it; a second time, close it", DURABLE),
    Action("P", "pin", "pin the block as a fact", "The block, or a part of it, becomes a durable fact", DURABLE),
    Action("D", "audit", "sources …", "Every source: status, reason, hash, excerpt, artifact", DURABLE),
    Action("S", "save_durable", "save the durable state", "Write it to its file, beside the transcript", DURABLE),
    Action("O", "artifact", "full output of the block", "The artifact that the block points to, by lines", DURABLE),
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
    Action("j", "scroll(1)", "line down", "A line on; also the arrows, page up and down, home, end", READER, "reader"),
    Action("k", "scroll(-1)", "line up", "A line back", READER, "reader"),
    Action("slash", "ask", "search in the text", "Find words in the text", READER, "reader", display="/"),
    Action("n", "again(1)", "next hit in the text", "The next place that holds the words", READER, "reader"),
    Action("N", "again(-1)", "previous hit in the text", "The one before", READER, "reader"),
    Action("x", "cut(1)", "next cut", "The next place where the view takes something out", READER, "reader"),
    Action("X", "cut(-1)", "previous cut", "The one before", READER, "reader"),
    Action("r", "raw", "as recorded", "The text as it was recorded, or as it reads best", READER, "reader"),
    Action("y", "copy", "copy the text", "The text as it is shown, into the clipboard", READER, "reader"),
    _picture(READER, "reader"),
    Action("tab", "app.focus_next", "other text", "The view's text, or the record's", READER, "reader"),
    Action(
        "j,down", "point(1)", "next in the list", "What is found or missing; both sides go there", ROOM, "room", "j ↓"
    ),
    Action("k,up", "point(-1)", "previous in the list", "The line before", ROOM, "room", "k ↑"),
    Action("enter", "jump", "go to the block", "The block of the line, in the main panes", ROOM, "room"),
    Action("tab", "side", "other side", "The other side, or the one that scrolls", ROOM, "room"),
    Action("u", "unfold", "unfold the part", "The part at the top of the left side, whole or folded", ROOM, "room"),
    Action("left_square_bracket", "cut(-1)", "summary before", "The summary before this one", ROOM, "room"),
    Action("right_square_bracket", "cut(1)", "summary after", "The summary after this one", ROOM, "room"),
    Action("1,2,3,4", "show_key", "summariser n", "What that summariser wrote", ROOM, "room", display="1–4"),
    Action("g", "generations", "generations", "What the later summaries still hold of the earlier", ROOM, "room"),
    Action("plus", "add", "another summariser …", "Beside this one, on the same messages", ROOM, "room"),
    Action("minus", "remove", "take the summariser away", "The shown one; that of the view stays", ROOM, "room"),
    Action("w", "write", "have it written", "One that asks outside, after an estimate and a question", ROOM, "room"),
    Action("R", "request", "exact request", "What is sent, word for word", ROOM, "room"),
    Action("y", "copy", "copy …", "The summary, or the exact request", ROOM, "room"),
    Action("space", "read", "read it whole", "The summaries of this place, whole", ROOM, "room"),
    Action(
        "question_mark",
        "help",
        "help",
        "The keys and signs of this room; without the filter, all of them",
        ROOM,
        "room",
    ),
    Action("T", "app.next_theme", "next theme", "Another set of colours; it is remembered", ROOM, "room"),
    *_rooms(ROOM, "room", "s"),
    _picture(ROOM, "room"),
    Action("escape", "leave", "leave the room", "Give up what is being done, else back", ROOM, "room", display="esc"),
    Action("q,s", "close", "back to the session", "Back, whatever is being done", ROOM, "room", display="q s"),
    *_lines(WHY, "why"),
    Action(
        "enter",
        "go",
        "do what the line says",
        "To the request and block; a fix: the knob turned there; in the lane: that request",
        WHY,
        "why",
    ),
    Action("right,l", "lane(1)", "next request of the lane", "A request on in the lane", WHY, "why", "→ l"),
    Action("left,h", "lane(-1)", "request before in the lane", "A request back", WHY, "why", "← h"),
    Action("shift+right,L", "lane(10)", "10 requests on in the lane", "Ten on", WHY, "why", "shift → L"),
    Action("shift+left,H", "lane(-10)", "10 requests back in the lane", "Ten back", WHY, "why", "shift ← H"),
    Action("n", "change(1)", "next change of the lane", "Where something else became of the fact", WHY, "why"),
    Action("N", "change(-1)", "previous change of the lane", "The change before", WHY, "why"),
    Action("tab", "other", "lane or list", "The keys to the lane, or to the list", WHY, "why"),
    Action("1,2,3,4,5,6,7,8,9", "fact_key", "fact n", "That fact is told", WHY, "why", display="1–9"),
    Action("0", "fact(0)", "all facts together", "What keeps all of them", WHY, "why"),
    Action("plus,slash,A", "add", "another fact …", "Words, /a pattern/ or a message number", WHY, "why", "+ / A"),
    Action("minus,delete", "remove", "take the fact away", "The fact that is told", WHY, "why", "-"),
    Action("x", "needed", "needed here", "At the lane's request; there again: as the record tells", WHY, "why"),
    Action("f", "fixes", "look for fixes again", "Where they were given up", WHY, "why"),
    Action("P", "pin", "pin the fact", "It becomes a durable fact, in every request", WHY, "why"),
    *_turning(WHY, "why"),
    *_ways_out(WHY, "why", "w"),
    *_lines(CHECK, "check"),
    Action("enter", "go", "go there", "To the request and the block of the line", CHECK, "check"),
    Action("right,l", "place(1)", "next request of the line", "Where else it shows", CHECK, "check", "→ l"),
    Action("left,h", "place(-1)", "request before of the line", "Where it shows before", CHECK, "check", "← h"),
    Action("J,shift+down", "words(1)", "words on", "The words below, further on", CHECK, "check", "J"),
    Action("K,shift+up", "words(-1)", "words back", "The words below, back", CHECK, "check", "K"),
    Action("w", "why", "why was this lost", "The block or the fact of the line, in the why room", CHECK, "check"),
    Action("f", "again", "go on looking", "Where it was given up", CHECK, "check"),
    Action("y", "copy", "copy the words", "All words of the line, into the clipboard", CHECK, "check"),
    *_ways_out(CHECK, "check", "exclamation_mark"),
    *_lines(COMPARISON, "comparison"),
    Action(
        "enter,space",
        "go",
        "do what the line says",
        "A contender joins or leaves; a request: go there",
        COMPARISON,
        "comparison",
    ),
    Action("a", "all", "all presets", "All presets are compared, or none", COMPARISON, "comparison"),
    Action("f", "again", "go on working out", "Where it was given up", COMPARISON, "comparison"),
    *_ways_out(COMPARISON, "comparison", "number_sign"),
    *_lines(RECALL, "recall"),
    Action("enter", "go", "go there", "To the request and block where it was first said", RECALL, "recall"),
    Action("o", "open", "request in sight", "To the request of the picture's cursor", RECALL, "recall"),
    Action("w", "why", "why was it forgotten", "The why room, with the words of the line", RECALL, "recall"),
    Action("tab", "other", "other list", "Needs of the request, or the whole session", RECALL, "recall"),
    *_requests(RECALL, "recall"),
    Action("f", "again", "go on", "Where it was given up", RECALL, "recall"),
    Action("y", "copy", "copy the words", "The words of the line, into the clipboard", RECALL, "recall"),
    *_turning(RECALL, "recall"),
    *_ways_out(RECALL, "recall", "percent_sign"),
    *_lines(COST, "cost"),
    Action("enter", "go", "go there", "To the request of the line", COST, "cost"),
    Action(
        "o", "open", "request in sight", "To the request of the picture's cursor; enter, too, after ← →", COST, "cost"
    ),
    Action("t", "ttl", "life of the cache", "Five minutes, an hour, or for ever", COST, "cost"),
    *_requests(COST, "cost"),
    Action("f", "again", "go on", "Where it was given up", COST, "cost"),
    *_turning(COST, "cost"),
    *_ways_out(COST, "cost", "dollar_sign"),
    Action("p", "policy", "choose a policy", "A preset, a YAML file, or the recorded view", FILES),
    Action("B", "summariser", "summariser …", "Who writes the summaries; makes those that are open", FILES),
    Action("o", "open", "open a session", "Open a recorded session or a sample", FILES),
    Action("W", "follow", "follow the file on or off", "New messages of a session that is being written appear", FILES),
    Action("i", "about", "about this session", "File, load report, how far the views may be believed", FILES),
    Action("e", "export", "export the policy", "Write the policy with its present knobs as YAML", FILES),
    Action("Z", "forget", "forget what was kept of this session", "It opens afresh next time", FILES),
    Action("y", "copy", "copy …", "Block, message, view, request, its command or the policy, as text", FILES),
    Action("ctrl+s", "app.save_screen", "save a picture", "The screen as SVG, in the working directory", FILES),
    Action("T", "app.next_theme", "next theme", "Another set of colours; it is remembered", PROGRAM),
    Action("question_mark", "help", "help", "This list", PROGRAM),
    Action("q", "app.quit", "quit", "Leave; asks when pins are not saved", PROGRAM),
)

TITLES: dict[Scope, str] = {
    "reader": READER,
    "room": ROOM,
    "why": WHY,
    "check": CHECK,
    "comparison": COMPARISON,
    "recall": RECALL,
    "cost": COST,
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


def key_names(action: Action) -> str:
    """The keys of an action as a person reads them."""
    return action.display or " ".join(NAMES.get(key, key) for key in action.keys.split(","))


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
