"""The help screen, made from the list of actions."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from inspector.engine.view import Fate
from inspector.tui.actions import groups, key_names
from inspector.tui.evidence_rows import STATUS
from inspector.tui.fates import sign
from inspector.tui.screens.dialog import Dialog

FATES = {
    Fate.VERBATIM: "as recorded",
    Fate.TRUNCATED: "a part of the text was cut out; a notice stands in its place",
    Fate.CLEARED: "the text of a tool result was replaced by a placeholder",
    Fate.FOLDED: "an older text of the assistant was replaced by a placeholder",
    Fate.DEDUPLICATED: "left out, since another interaction says the same",
    Fate.DROPPED: "left out",
    Fate.SUMMARISED: "left out; a summary stands for it",
    Fate.INJECTED: "made up by a layer: a summary, an acknowledgement, a supplied system prompt",
}

SOURCES = {
    "available": "found, and its hash is the one that is shown",
    "missing": "not there, or not there any more",
    "denied": "there is no leave to look it up: another session, a link, a permission",
    "corrupt": "found, but it is not what the pointer names",
    "unsupported": "a kind of pointer that nobody here owns",
}
COLOURS = {"good": "$success", "warn": "$warning", "bad": "$error", "quiet": "$text-muted"}


class Help(Dialog[None]):
    """All keys, by group, and what the signs mean."""

    DEFAULT_CSS = """
    Help > .box { width: 86; height: 90%; }
    Help Static { height: auto; }
    """
    BINDINGS = [Binding("question_mark,q", "leave", "Back", show=False)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box") as box:
            box.border_title = "Help"
            box.border_subtitle = "esc closes · ctrl+p finds any command by name"
            yield Static(_intro())
            yield Static(_keys())
            yield Static(_signs())
            yield Static(_sources())


def _intro() -> Content:
    return Content(
        "\nLeft the Transcript, all that was recorded. Right the Prompt View: what request n would send under the "
        "policy.\nMove through the requests, step through the layers, turn a knob: the view follows at once."
    )


def _keys() -> Content:
    parts: list[Content | tuple[str, str]] = []
    for group, actions in groups().items():
        parts.append((f"\n{group}\n", "bold $primary"))
        for action in actions:
            parts += [(f"  {key_names(action):<16}", "$accent"), (f"{action.help}\n", "")]
    return Content.assemble(*parts)


def _signs() -> Content:
    parts: list[Content | tuple[str, str]] = [("Signs\n", "bold $primary")]
    for fate, words in FATES.items():
        parts += [(f"  {sign(fate)} {fate:<14}", f"$fate-{fate}"), (f"{words}\n", "")]
    return Content.assemble(*parts)


def _sources() -> Content:
    """What the signs of sources mean."""
    parts: list[Content | tuple[str, str]] = [("Sources of the durable state\n", "bold $primary")]
    for sign_, style, word in STATUS.values():
        if word in SOURCES:
            parts += [(f"  {sign_} {word:<14}", COLOURS[style]), (f"{SOURCES[word]}\n", "")]
    return Content.assemble(*parts)
