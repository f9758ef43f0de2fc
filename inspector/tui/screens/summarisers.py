"""Chooses who writes summaries: the list of what there is, and a field for a name that needs something behind its colon."""

from __future__ import annotations

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector.summary.registry import SPECS, Spec, UnknownSummariser, parse
from inspector.terminal_text import clip, fold, sanitise
from inspector.tui.screens.dialog import Dialog
from inspector.tui.screens.type_ahead import type_ahead
from inspector.tui.widgets.choice_list import ChoiceList

TROUBLE = 4
"""Lines about what is wrong at the most."""
MAKE = "make"
"""The answer that means: make what is not made yet."""
BEGIN = {"anthropic": "", "command": "", "stub": "1500"}
"""What a name's field begins with."""


class Summarisers(Dialog[str]):
    """Answers a name that means something. One that needs more is written into the field first."""

    DEFAULT_CSS = """
    Summarisers > .box { width: 96; max-height: 95%; }
    Summarisers .trouble { max-height: 4; }
    """

    def __init__(self, title: str, current: str = "", last: str = "", waiting: int = 0) -> None:
        """`waiting`: so many summaries of the current one are not made yet; to make them is offered first."""
        super().__init__()
        self._title, self._current, self._waiting = title, current, waiting
        self._typed = next((name for name in (current, last) if ":" in name), "")

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(self._title, 80))
            box.border_subtitle = "enter takes it · tab goes to the name · esc back"
            yield ChoiceList(*self._first(), *map(self._option, SPECS), markup=False)
            yield Static("or its name, typed: command:my-program --flag, stub:1500 …", classes="heading")
            yield Static("", classes="trouble", markup=False)
            yield Input(sanitise(self._typed), placeholder="command:PROGRAM", select_on_focus=False, max_length=4_000)

    def on_mount(self) -> None:
        """Start on the present one."""
        options = self.query_one(OptionList)
        words = [spec.word for spec in SPECS]
        word = self._current.partition(":")[0]
        at = words.index(word) if word in words else 0
        options.highlighted = 0 if self._waiting else at
        options.focus()

    def on_key(self, event: events.Key) -> None:
        """A name may be typed while the list has the keys: another one than the one that the field shows."""
        field = self.query_one(Input)
        if event.is_printable and not field.has_focus and field.value == sanitise(self._typed):
            with self.prevent(Input.Changed):
                field.value = ""
        type_ahead(event, field)

    @on(OptionList.OptionSelected)
    def take_listed(self, event: OptionList.OptionSelected) -> None:
        """Take it, or go on to what it needs."""
        if event.option.id == MAKE:
            self.dismiss(MAKE)
            return
        spec = next(spec for spec in SPECS if spec.word == event.option.id)
        if ":" not in spec.form:
            self.dismiss(spec.word)
            return
        field = self.query_one(Input)
        if field.value.partition(":")[0].strip() != spec.word or not field.value.partition(":")[2]:
            with self.prevent(Input.Changed):
                field.value = f"{spec.word}:{BEGIN.get(spec.word, '')}"
        field.focus()
        field.cursor_position = len(field.value)
        self._tell(f"Write {spec.form} and press enter.")

    @on(Input.Submitted)
    def take_typed(self, event: Input.Submitted) -> None:
        """Take the name, if it means something."""
        name = event.value.strip()
        try:
            parse(name)
        except UnknownSummariser as unknown:
            self._tell(str(unknown))
        else:
            self.dismiss(name)

    @on(Input.Changed)
    def forget_trouble(self) -> None:
        """What was wrong with another name is of no interest any more."""
        self._tell("")

    def _tell(self, text: str) -> None:
        width = max(8, self.query_one(Input).size.width)
        lines = [part for line in text.splitlines() for part in fold(line, width, 3)]
        self.query_one(".trouble", Static).update("\n".join(lines[:TROUBLE]))

    def _first(self) -> list[Option]:
        """The line that makes what is open."""
        if not self._waiting:
            return []
        what = "the summary that is" if self._waiting == 1 else f"the {self._waiting:,} summaries that are"
        about = "  an estimate and a question come first"
        line = Content.assemble((f"make {what} not made yet", "bold $accent"), (about, "$foreground-muted"))
        return [Option(line, id=MAKE)]

    def _option(self, spec: Spec) -> Option:
        mine = spec.word == self._current.partition(":")[0]
        now = f"  ● now{f': {clip(self._current, 50)}' if ':' in self._current else ''}" if mine else ""
        asks = "  asks first" if spec.outside else ""
        line = Content.assemble(
            (spec.form, "bold"),
            (now, "$accent"),
            (asks, "$warning"),
            (f"\n  {clip(spec.help, 110)}", "$foreground-muted"),
        )
        return Option(line, id=spec.word)
