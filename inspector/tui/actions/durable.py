"""Keys of the durable state."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.titles import DURABLE, LIST

DURABLE_KEYS: tuple[Action, ...] = (
    Action("d", "durable", "durable state", "Open the durable state and go to it; a second time, close it", DURABLE),
    Action("P", "pin", "pin the block as a fact", "The block, or a part of it, becomes a durable fact", DURABLE),
    Action("D", "audit", "sources …", "Every source: status, reason, hash, excerpt, artifact", DURABLE),
    Action("S", "save_durable", "save the durable state", "Write it to its file, beside the transcript", DURABLE),
    Action("O", "artifact", "full output of the block", "The artifact that the block points to, by lines", DURABLE),
)
BAND_KEYS: tuple[Action, ...] = (
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
)
