"""Keys while a text is read whole, and while a summary is."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.parts import picture, rooms
from inspector.tui.actions.titles import READER, ROOM

READER_KEYS: tuple[Action, ...] = (
    Action("j", "scroll(1)", "line down", "A line on; also the arrows, page up and down, home, end", READER, "reader"),
    Action("k", "scroll(-1)", "line up", "A line back", READER, "reader"),
    Action("slash", "ask", "search in the text", "Find words in the text", READER, "reader", display="/"),
    Action("n", "again(1)", "next hit in the text", "The next place that holds the words", READER, "reader"),
    Action("N", "again(-1)", "previous hit in the text", "The one before", READER, "reader"),
    Action("x", "cut(1)", "next cut", "The next place where the view takes something out", READER, "reader"),
    Action("X", "cut(-1)", "previous cut", "The one before", READER, "reader"),
    Action("r", "raw", "as recorded", "The text as it was recorded, or as it reads best", READER, "reader"),
    Action("y", "copy", "copy the text", "The text as it is shown, into the clipboard", READER, "reader"),
    picture(READER, "reader"),
    Action("tab", "app.focus_next", "other text", "The view's text, or the record's", READER, "reader"),
)
SUMMARY_KEYS: tuple[Action, ...] = (
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
    *rooms(ROOM, "room", "s"),
    picture(ROOM, "room"),
    Action("escape", "leave", "leave the room", "Give up what is being done, else back", ROOM, "room", display="esc"),
    Action("q,s", "close", "back to the session", "Back, whatever is being done", ROOM, "room", display="q s"),
)
