"""Asks what of a block is to become a durable fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Static, TextArea

from inspector.phrases import counted
from inspector.terminal_text import clip, sanitise
from inspector.tui.evidence import LONGEST
from inspector.tui.screens.dialog import Dialog


def plain(text: str) -> str:
    """Lines of text with nothing in them that a terminal would obey: what is seen is what is pinned."""
    return "\n".join(sanitise(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def _in_one_line(text: str) -> str:
    """A text as it is compared: lines may be broken elsewhere."""
    return " ".join(plain(text).split())


class FactText(TextArea):
    """A small text to edit. Enter ends it; what is pasted is made safe."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "done", "Pin"), Binding("ctrl+j", "line", "New line")]

    class Done(Message):
        """Enter was pressed."""

    async def _on_key(self, event: events.Key) -> None:
        """Textual's own would take enter for a new line."""
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.action_done()

    async def _on_paste(self, event: events.Paste) -> None:
        event.text = plain(event.text)

    def action_done(self) -> None:
        """That is the text."""
        self.post_message(self.Done())

    def action_line(self) -> None:
        """A new line."""
        self.insert("\n")


class Pin(Dialog[str]):
    """Answers the text of the fact: what is selected in the field, or all of it."""

    DEFAULT_CSS = """
    Pin TextArea { height: 9; border: round $border; background: $surface; padding: 0 1; }
    Pin.-short TextArea { height: 6; }
    Pin .ask { height: auto; margin: 0 1; color: $foreground; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]

    def __init__(self, name: str, text: str, pointer: str, fact_id: str, source: Sequence[str] = ()) -> None:
        """`name` says what is pinned, `source` are the texts that the pointer leads to: a fact has to be words of one."""
        super().__init__()
        whole = plain(text[: 4 * LONGEST]).strip()
        self._name_of, self._pointer, self._fact_id = name, pointer, fact_id
        self._source = (text, *source)
        self._cut = len(text) if len(text.strip()) > LONGEST else 0
        self._text = whole[:LONGEST]

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = f"Pin {sanitise(self._name_of)} as a durable fact"
            box.border_subtitle = "enter pins · ctrl+j new line · esc back"
            yield Static(f"{self._fact_id} · source {clip(self._pointer, 70)}", classes="hint", markup=False)
            yield FactText(self._text, soft_wrap=True, show_line_numbers=False, theme="css", tab_behavior="focus")
            yield Static("", classes="ask", markup=False)
            yield Static("It goes round all layers into every request. Select a part to pin only that.",
                         classes="hint", markup=False)  # fmt: skip
            yield Static(self._about(), classes="trouble", markup=False)

    def _about(self) -> str:
        if not self._cut:
            return ""
        return f"The block has {self._cut:,} characters and a fact {LONGEST:,} at the most: keep what matters."

    def on_mount(self) -> None:
        """All of it is there to be edited."""
        self.query_one(FactText).focus()
        self.count()

    @property
    def _wanted(self) -> tuple[str, bool]:
        area = self.query_one(FactText)
        selected = area.selected_text
        return (selected, True) if selected.strip() else (area.text, False)

    @on(TextArea.Changed)
    @on(TextArea.SelectionChanged)
    def count(self) -> None:
        """Say how long it is."""
        text, part = self._wanted
        what = "the selection" if part else "all of it"
        self.query_one(".ask", Static).update(f"pins {what}: {len(text.strip()):,} of {LONGEST:,} characters")

    @on(FactText.Done)
    def answer(self) -> None:
        """Take it, or say why not."""
        text = plain(self._wanted[0]).strip()
        if not text:
            self._say("There is nothing to pin: type what is to be kept.")
        elif len(text) > LONGEST:
            over = len(text) - LONGEST
            many = counted(over, "character")
            self._say(f"{many} too many: a fact has {LONGEST:,} at the most. Select the part that matters.")
        elif not any(_in_one_line(text) in _in_one_line(each) for each in self._source):
            self._say(
                "The source does not hold these words, so it cannot stand for them: pin what it says, or a part of it."
            )
        else:
            self.dismiss(text)

    def _say(self, text: str) -> None:
        self.query_one(".trouble", Static).update(text)
