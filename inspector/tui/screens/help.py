"""The help screen, made from the list of actions."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from inspector.engine.view import Fate
from inspector.terminal_text import fold, pad
from inspector.tui.about import CERTIFICATES
from inspector.tui.actions import groups, key_names
from inspector.tui.evidence_rows import STATUS
from inspector.tui.fates import sign
from inspector.tui.screens.dialog import Dialog

NAME, WORDS = 18, 60
"""Cells for a name, and for what it means."""

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


SIGNS = {
    "◆": "here the policy compacted; ◇ here the agent itself did, as it recorded",
    "✖": "here the view was refused; · here housekeeping began to take something",
    "▲": "the request that is shown; ◈ or ⊗ the same, where something was compacted or refused",
    "┄": "the same at every request from the mark on",
    "▏▎": "beside a block: the view changed it; thick: the chosen layer did",
    "− +": "with a layer chosen: what it took out, struck through, and what it put in, underlined",
    "⇕": "the panes scroll apart: tab goes to the other one",
    "⋯": "the block goes on below: enter unfolds it, space reads it whole",
    "≈": "an estimate, until the transcript is counted",
    "✱": "a knob that is not at its default",
    "*modified": "the policy with other knobs than its own",
}
"""Signs of timeline, panes and knobs."""

MOUSE = {
    "timeline": "click or drag: the request; on a mark: what it changed; wheel: one on or back",
    "layers": "click: the change of that layer alone",
    "panes": "click: the cursor; double click: unfold; drag: copy text; wheel: the half under it, when apart",
    "search": "click: the hit; double click: go there; wheel: more of them",
    "knobs": "click: select; drag the slider; wheel on the selected one: turn",
    "other lines": "policy: choose; warning: go there; budget: in numbers; last line: its keys",
}

IN_KNOBS = {
    "↑ ↓": "select a knob",
    "← →": "turn it; with shift ten steps",
    "0–9 enter": "type a value, k and m for thousands and millions; enter takes it, esc leaves it",
    "home end": "smallest and largest value",
    "delete": "back to the default",
    "esc": "back to the panes",
}


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
            self._words = max(20, min(WORDS, int(self.app.size.width * 0.94) - NAME - 8))
            yield Static(_intro())
            for group, actions in groups().items():
                yield Static(self._table(group, [(key_names(action), action.help) for action in actions]))
            yield Static(self._table("While the knobs have the keys", IN_KNOBS.items()))
            yield Static(self._table("Mouse", MOUSE.items()))
            fates = [(f"{sign(fate)} {fate}", words, f"$fate-{fate}") for fate, words in FATES.items()]
            yield Static(self._table("What became of a block", fates))
            yield Static(self._table("Other signs", SIGNS.items()))
            sources = [
                (f"{mark} {word}", SOURCES[word], COLOURS[style])
                for mark, style, word in STATUS.values()
                if word in SOURCES
            ]
            yield Static(self._table("Sources of the durable state", sources))
            yield Static(self._table("How far a view may be believed", CERTIFICATES.items()))

    def _table(self, title: str, rows: Iterable[tuple[str, ...]]) -> Content:
        """Names and what they mean, which is folded beside them. A third item is the colour of the name."""
        parts: list[Content | tuple[str, str]] = [(f"\n{title}\n", "bold $primary")]
        for name, words, *colour in rows:
            lines = fold(words, self._words, 9)
            parts.append((f"  {pad(name, NAME)}", colour[0] if colour else "$accent"))
            parts.append((f"\n{' ' * (NAME + 2)}".join(lines) + "\n", ""))
        return Content.assemble(*parts)


def _intro() -> Content:
    return Content(
        "\nLeft the Transcript, all that was recorded. Right the Prompt View: what request n would send under the "
        "policy.\nMove through the requests, step through the layers, turn a knob: the view follows at once."
    )
