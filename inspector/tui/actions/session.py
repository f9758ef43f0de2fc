"""Keys for files and for the program as a whole."""

from __future__ import annotations

from inspector.tui.actions.action import Action
from inspector.tui.actions.titles import FILES, PROGRAM

FILE_KEYS: tuple[Action, ...] = (
    Action("p", "policy", "choose a policy", "A preset, a YAML file, or the recorded view", FILES),
    Action("B", "summariser", "summariser …", "Who writes the summaries; makes those that are open", FILES),
    Action(
        "asterisk",
        "model",
        "at a model …",
        "Window, budget and fill at any model; the budget of the one you choose counts",
        FILES,
        display="*",
        words="models window budget",
    ),
    Action(
        "underscore",
        "counter",
        "meter …",
        "What sizes are measured by; thresholds stay, and are reached earlier or later",
        FILES,
        display="_",
        words="meter counter tokenizer tokens provider o200k cl100k chars json switch",
    ),
    Action("o", "open", "open a session", "Open a recorded session or a sample", FILES),
    Action(
        "at",
        "elsewhere",
        "branches, subagents …",
        "Other branches, subagents' conversations, other sessions of the file",
        FILES,
        display="@",
        words="forks rewinds sidechains agents database",
    ),
    Action("W", "follow", "follow the file on or off", "New messages of a session that is being written appear", FILES),
    Action("i", "about", "about this session", "File, load report, how far the views may be believed", FILES),
    Action("e", "export", "export the policy", "Write the policy with its present knobs as YAML", FILES),
    Action("Z", "forget", "forget what was kept of this session", "It opens afresh next time", FILES),
    Action("y", "copy", "copy …", "Block, message, view, request, its command or the policy, as text", FILES),
    Action("ctrl+s", "app.save_screen", "save a picture", "The screen as SVG, in the working directory", FILES),
)
PROGRAM_KEYS: tuple[Action, ...] = (
    Action("T", "app.next_theme", "next theme", "Another set of colours; it is remembered", PROGRAM),
    Action("question_mark", "help", "help", "This list", PROGRAM),
    Action("q", "app.quit", "quit", "Leave; asks when pins are not saved", PROGRAM),
)
