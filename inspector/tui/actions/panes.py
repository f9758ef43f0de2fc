"""Keys of the panes and of the search."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.titles import HITS, PANES, SEARCH

PANE_KEYS: tuple[Action, ...] = (
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
)
SEARCH_KEYS: tuple[Action, ...] = (
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
)
HIT_KEYS: tuple[Action, ...] = (
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
)
