"""The help screen: all keys and signs in columns, filtered while one types; what is chosen is done."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from inspector.tui.actions import Action, Scope
from inspector.tui.help_words import matching, sections
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.help_page import HelpPage

INTRO = (
    "Left the Transcript, all that was recorded. Right the Prompt View: what request n would send under the policy. "
    "Move through the requests, step through the layers, turn a knob: the view follows at once."
)
CLOSING = ("?", "q")
"""What closes the help when it is typed first, as it would without a field."""


class Help(Dialog[Action]):
    """Answers the action that is to be done."""

    DEFAULT_CSS = """
    Help > .box { width: 96%; max-width: 96%; height: 94%; max-height: 94%; }
    Help .intro { height: auto; margin: 0 1; color: $text-muted; }
    Help.-short .intro { display: none; }
    """
    VERTICAL_BREAKPOINTS = [(0, "-short"), (30, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "Next", show=False),
        Binding("up", "move(-1)", "Previous", show=False),
        Binding("pagedown", "page(1)", "Down", show=False, priority=True),
        Binding("pageup", "page(-1)", "Up", show=False, priority=True),
        Binding("ctrl+home", "start", "Start", show=False, priority=True),
        Binding("ctrl+end", "end", "End", show=False, priority=True),
    ]

    def __init__(self, wanted: str = "", where: Scope = "main") -> None:
        """`wanted`: what the field begins with, chosen, so that the first letter takes its place; `where` it was opened."""
        super().__init__()
        self._sections, self._wanted = sections(where), wanted

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = "Help"
            box.border_subtitle = "type to filter · ↑ ↓ choose · enter does it · pgup pgdn · esc closes"
            if not self._wanted:
                yield Static(INTRO, classes="intro", markup=False)
            yield Input(self._wanted, placeholder="a key, or a word: lost, knob, copy …", compact=True)
            yield HelpPage()

    def on_mount(self) -> None:
        """All of it; what is typed filters it."""
        self.query_one(Input).focus()
        self.call_after_refresh(self.page.show, matching(self._sections, self._wanted), bool(self._wanted))

    @property
    def page(self) -> HelpPage:
        return self.query_one(HelpPage)

    @on(Input.Changed)
    def filter(self, event: Input.Changed) -> None:
        """Only what holds what was typed."""
        if event.value in CLOSING:
            self.action_leave()
        else:
            self.page.show(matching(self._sections, event.value), bool(event.value.strip()))

    @on(Input.Submitted)
    def submitted(self) -> None:
        """Do what the cursor is on."""
        self.page.run_chosen()

    @on(HelpPage.Run)
    def run_action_of(self, event: HelpPage.Run) -> None:
        """Close, and do it."""
        self.dismiss(event.action)

    def action_move(self, by: int) -> None:
        """The next thing that can be done."""
        self.page.move(by)

    def action_page(self, by: int) -> None:
        """A page on or back."""
        self.page.scroll_relative(y=by * max(1, self.page.size.height - 2), animate=False)

    def action_start(self) -> None:
        """The top."""
        self.page.scroll_to(y=0, animate=False)

    def action_end(self) -> None:
        """The end."""
        self.page.scroll_to(y=self.page.max_scroll_y, animate=False)
