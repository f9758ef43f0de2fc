"""What the last line of the screen offers: keys and what they do, most needed first to stay. No Textual here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.terminal_text import cells


class Key(NamedTuple):
    """A key as it is written, and the action that it (or a click on it) runs."""

    name: str
    run: str


class Offer(NamedTuple):
    """One or two keys and a word for what they do. Offers of lower `rank` give way first."""

    keys: tuple[Key, ...]
    label: str
    rank: int

    @property
    def width(self) -> int:
        """Cells, with a blank before and after."""
        return sum(cells(key.name) + 1 for key in self.keys) + cells(self.label) + 2


HELP = Offer((Key("?", "help"),), "help", 10)
QUIT = Offer((Key("q", "app.quit"),), "quit", 10)
COMMANDS = Offer((Key("ctrl+p", "app.command_palette"),), "commands", 9)
POLICY = Offer((Key("p", "policy"),), "policy", 7)
TURN = Offer((Key("[", "nudge(-1)"), Key("]", "nudge(1)")), "turn", 6)
KNOBS_OFFER = Offer((Key("a", "knobs"),), "knobs", 7)
OPEN = Offer((Key("o", "open"),), "open", 4)

REQUEST = Offer((Key("←", "request(-1)"), Key("→", "request(1)")), "request", 8)
EVENT = Offer((Key("n", "event(1)"), Key("N", "event(-1)")), "compacted", 3)
LAYER = Offer((Key(",", "step(-1)"), Key(".", "step(1)")), "layer", 8)

ROOMS = (("!", "check"), ("#", "side_by_side"), ("%", "recall_room"), ("$", "cost_room"), ("&", "meters_room"))
"""Keys of the rooms, and the actions of the main screen that open them."""


def _rooms(own: str = "") -> Offer:
    """The other rooms, offered in a room."""
    return Offer(tuple(Key(key, f"app.room('{run}')") for key, run in ROOMS if key != own), "room", 3)


PANES = (
    REQUEST,
    EVENT,
    Offer((Key("M", "lost(-1)"), Key("m", "lost(1)")), "loss", 2),
    Offer((Key("w", "why"), *(Key(key, run) for key, run in ROOMS)), "room", 3),
    LAYER,
    Offer((Key("/", "search"),), "search", 3),
    Offer((Key("a", "knobs"), *TURN.keys), "knobs", 7),
    Offer((Key("P", "pin"),), "pin", 2),
    Offer((Key("E", "layers"),), "layers", 2),
    POLICY,
    Offer((Key("*", "model"),), "model", 1),
    Offer((Key("_", "counter"),), "meter", 1),
    OPEN,
    Offer((Key("e", "export"),), "export", 3),
    Offer((Key("y", "copy"),), "copy", 2),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the panes (or anything but the knobs) have the keys."""

COMPARE = (
    Offer((Key("c", "hold"),), "let go", 9),
    Offer((Key("C", "swap"),), "swap", 5),
    Offer((Key("=", "differences"),), "differences", 9),
    Offer((Key("G", "parting"),), "next", 8),
    Offer((Key("#", "side_by_side"),), "table", 7),
    REQUEST,
    EVENT,
    LAYER,
    KNOBS_OFFER,
    TURN,
    POLICY,
    HELP,
    COMMANDS,
    QUIT,
)
"""While A is held and the panes have the keys."""

KNOBS = (
    Offer((Key("↑", "select_knob(-1)"), Key("↓", "select_knob(1)")), "select", 8),
    Offer((Key("←", "nudge(-1)"), Key("→", "nudge(1)")), "turn", 8),
    Offer((Key("0–9", "type_knob"),), "type", 7),
    Offer((Key("r", "reset_knob"), Key("R", "reset_knobs")), "reset, all", 6),
    Offer((Key("u", "undo"), Key("U", "redo")), "undo", 5),
    Offer((Key("esc", "layer_end"),), "back", 7),
    Offer((Key("a", "knobs"),), "hide", 3),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the knobs have the keys."""

TIMELINE = (
    Offer((Key("←", "request(-1)"), Key("→", "request(1)")), "request", 9),
    Offer((Key("N", "event(-1)"), Key("n", "event(1)")), "compacted", 8),
    Offer((Key("M", "lost(-1)"), Key("m", "lost(1)")), "loss", 7),
    Offer((Key("g", "ask_request"),), "number", 6),
    Offer((Key("z", "scale"),), "scale", 6),
    Offer((Key("esc", "layer_end"),), "back", 7),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the timeline has the keys."""

DURABLE = (
    Offer((Key("c", "confirm"),), "confirm", 6),
    Offer((Key("del", "take_out"),), "take out", 6),
    Offer((Key("u", "undo_durable"), Key("U", "redo_durable")), "undo", 5),
    Offer((Key("D", "audit"),), "sources", 7),
    Offer((Key("S", "save_durable"),), "save", 7),
    Offer((Key("esc", "layer_end"),), "back", 8),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the durable state has the keys."""

LAYERS = (
    Offer((Key("↑", "select_layer(-1)"), Key("↓", "select_layer(1)")), "select", 7),
    Offer((Key("space", "switch_layer"),), "off/on", 8),
    Offer((Key("K", "move_layer(-1)"), Key("J", "move_layer(1)")), "move", 8),
    Offer((Key("r", "restore_layers"),), "as written", 6),
    Offer((Key("u", "undo"), Key("U", "redo")), "undo", 5),
    Offer((Key("e", "export"),), "export", 3),
    Offer((Key("esc", "layer_end"),), "back", 7),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the layer list has the keys."""

SEARCH = (
    Offer((Key("↑", "hit(-1)"), Key("↓", "hit(1)")), "hit", 8),
    Offer((Key("enter", "jump"),), "go there", 9),
    Offer((Key("tab", "hits_focus"),), "to the hits", 7),
    Offer((Key("ctrl+l", "left"),), "lost at", 8),
    Offer((Key("ctrl+↑", "recall(1)"),), "older search", 5),
    Offer((Key("esc", "layer_end"),), "close", 9),
)
"""While a query is typed: letters, and ctrl+p, belong to it."""

HITS = (
    Offer((Key("↑", "hit(-1)"), Key("↓", "hit(1)")), "hit", 8),
    Offer((Key("enter", "jump"),), "go there", 9),
    Offer((Key("l", "left"),), "lost at", 8),
    Offer((Key("w", "why"),), "why", 6),
    Offer((Key("/", "search"),), "query", 7),
    Offer((Key("P", "pin"),), "pin", 6),
    Offer((Key("y", "copy"),), "copy", 4),
    Offer((Key("←", "request(-1)"), Key("→", "request(1)")), "request", 5),
    Offer((Key("esc", "layer_end"),), "close", 9),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the list of hits has the keys."""

FOUND = (
    Offer((Key("f", "found(1)"), Key("F", "found(-1)")), "hit", 9),
    Offer((Key("/", "search"),), "query", 8),
    Offer((Key("ctrl+l", "left"),), "lost at", 8),
    Offer((Key("P", "pin"),), "pin", 5),
    Offer((Key("←", "request(-1)"), Key("→", "request(1)")), "request", 6),
    Offer((Key(",", "step(-1)"), Key(".", "step(1)")), "layer", 4),
    Offer((Key("esc", "layer_end"),), "close", 9),
    HELP,
    COMMANDS,
    QUIT,
)
"""While the panes have the keys and the search is open."""

ROOM = (
    Offer((Key("j", "point(1)"), Key("k", "point(-1)")), "list", 8),
    Offer((Key("enter", "jump"),), "block", 7),
    Offer((Key("tab", "side"),), "side", 8),
    Offer((Key("[", "cut(-1)"), Key("]", "cut(1)")), "summary", 7),
    Offer((Key("+", "add"),), "beside", 7),
    Offer((Key("w", "write"),), "write", 4),
    Offer((Key("g", "generations"),), "generations", 5),
    Offer((Key("R", "request"),), "request", 5),
    Offer((Key("space", "read"),), "read", 5),
    Offer((Key("u", "unfold"),), "unfold", 3),
    Offer((Key("y", "copy"),), "copy", 3),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=5),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the summary room."""

WHY = (
    Offer((Key("j", "line(1)"), Key("k", "line(-1)")), "line", 8),
    Offer((Key("enter", "go"),), "go", 9),
    Offer((Key("←", "lane(-1)"), Key("→", "lane(1)")), "lane", 8),
    Offer((Key("n", "change(1)"), Key("N", "change(-1)")), "change", 4),
    Offer((Key("+", "add"), Key("A", "add"), Key("0–9", "fact(0)")), "fact", 7),
    Offer((Key("x", "needed"),), "needed", 5),
    Offer((Key("P", "pin"),), "pin", 6),
    TURN,
    Offer((Key("u", "undo"),), "undo", 5),
    POLICY._replace(rank=6),
    _rooms(),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=2),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the why room."""

CHECK = (
    Offer((Key("j", "line(1)"), Key("k", "line(-1)")), "line", 8),
    Offer((Key("enter", "go"),), "go there", 9),
    Offer((Key("←", "place(-1)"), Key("→", "place(1)")), "its requests", 7),
    Offer((Key("w", "why"),), "why", 6),
    Offer((Key("J", "words(1)"),), "words", 3),
    Offer((Key("y", "copy"),), "copy", 5),
    _rooms("!"),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=5),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the check room."""

COMPARISON = (
    Offer((Key("j", "line(1)"), Key("k", "line(-1)")), "line", 8),
    Offer((Key("space", "go"),), "compare, go there", 9),
    Offer((Key("a", "all"),), "all presets", 7),
    Offer((Key("f", "again"),), "go on", 4),
    _rooms("#"),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=5),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the comparison."""

RECALL = (
    Offer((Key("←", "request(-1)"), Key("→", "request(1)")), "request", 8),
    Offer((Key("n", "mark(1)"), Key("N", "mark(-1)")), "mark", 6),
    Offer((Key("j", "line(1)"), Key("k", "line(-1)")), "line", 8),
    Offer((Key("enter", "go"),), "first said", 9),
    Offer((Key("w", "why"),), "why", 8),
    Offer((Key("tab", "other"),), "other list", 7),
    TURN,
    Offer((Key("u", "undo"),), "undo", 5),
    POLICY._replace(rank=6),
    _rooms("%"),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=4),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the recall room."""

COST = (
    Offer((Key("←", "request(-1)"), Key("→", "request(1)")), "request", 8),
    Offer((Key("n", "mark(1)"),), "mark", 6),
    Offer((Key("j", "line(1)"), Key("k", "line(-1)")), "line", 8),
    Offer((Key("enter", "go"),), "go there", 9),
    Offer((Key("t", "ttl"),), "cache life", 8),
    TURN,
    Offer((Key("u", "undo"),), "undo", 4),
    POLICY._replace(rank=6),
    _rooms("$"),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=5),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the cost room."""

METERS = (
    Offer((Key("←", "estimator(-1)"), Key("→", "estimator(1)")), "estimator", 8),
    Offer((Key("t", "scale"),), "scaled", 8),
    Offer((Key("j", "line(1)"), Key("k", "line(-1)")), "line", 7),
    Offer((Key("enter", "go"),), "farthest block", 9),
    _rooms("&"),
    HELP._replace(rank=8),
    COMMANDS._replace(rank=5),
    Offer((Key("esc", "leave"),), "back", 9),
)
"""In the room of meters."""

EMPTY = (OPEN._replace(rank=9), HELP, COMMANDS, QUIT)
"""While no session is open."""


def fitting(offers: Sequence[Offer], width: int) -> list[Offer]:
    """The offers for which there is room, in their order."""
    kept = list(offers)
    while len(kept) > 1 and sum(offer.width for offer in kept) - 1 > width:  # the last blank may be missing
        kept.remove(min(reversed(kept), key=lambda offer: offer.rank))
    return kept


def key_at(offers: Sequence[Offer], x: int) -> Key | None:
    """The key under a column: of two keys the one that is pointed at, on the word the last one."""
    at = 0
    for offer in offers:
        if at <= x < at + offer.width:
            edge = at + 1
            for key in offer.keys:
                edge += cells(key.name) + 1
                if x < edge:
                    return key
            return offer.keys[-1]
        at += offer.width
    return None
