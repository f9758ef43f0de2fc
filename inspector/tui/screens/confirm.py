"""Asks what became of a pending item, and who says so."""

from __future__ import annotations

from typing import NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector.engine import PendingItem
from inspector.engine.durable import STATUSES, ItemStatus
from inspector.terminal_text import clip, sanitise
from inspector.tui.evidence_rows import ITEM
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList

ABOUT: dict[ItemStatus, str] = {
    "open": "still to be done",
    "blocked": "cannot go on before something else happens",
    "done": "somebody has seen that it is",
}


class Confirmation(NamedTuple):
    """The new status, and the name of who confirms it."""

    status: ItemStatus
    by: str


class Confirm(Dialog[Confirmation]):
    """Three answers, and a name that is remembered."""

    DEFAULT_CSS = "Confirm > .box { width: 76; } Confirm .about { height: auto; max-height: 6; margin: 0 1; }"

    def __init__(self, item: PendingItem, by: str) -> None:
        super().__init__()
        self._item, self._by = item, by
        self._order: list[ItemStatus] = sorted(STATUSES, key=("done", "blocked", "open").index)

    def compose(self) -> ComposeResult:
        item = self._item
        last = f"now {item.status}, " + (
            f"confirmed by {clip(item.confirmed_by, 40)}" if item.confirmed_by else "confirmed by nobody yet"
        )
        with Vertical(classes="box") as box:
            box.border_title = Content(f"Confirm {clip(item.item_id, 40)}")
            box.border_subtitle = "enter confirms · tab to the name · esc back"
            yield Static(clip(item.description, 400), classes="about", markup=False)
            yield Static(f"{last}, {clip(item.last_confirmed_at, 40)}", classes="hint", markup=False)
            yield ChoiceList(*[Option(self._line(status)) for status in self._order], markup=False)
            yield Static("confirmed by", classes="heading")
            yield Input(sanitise(self._by), placeholder="your name", max_length=80)
            yield Static("", classes="trouble", markup=False)

    def on_mount(self) -> None:
        """Start on the present status; on the name, when none is remembered."""
        options = self.query_one(OptionList)
        options.highlighted = self._order.index(self._item.status)
        (options if self._by else self.query_one(Input)).focus()

    @on(Input.Submitted)
    def named(self) -> None:
        """The name is there: now the answer."""
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def answer(self, event: OptionList.OptionSelected) -> None:
        """Take it, when it has a name."""
        name = sanitise(self.query_one(Input).value).strip()
        if name:
            self.dismiss(Confirmation(self._order[event.option_index], name))
        else:
            self.query_one(".trouble", Static).update(
                "Type who confirms it: an item is changed by somebody, never by itself."
            )
            self.query_one(Input).focus()

    def _line(self, status: ItemStatus) -> Content:
        mark = "  ● now" if status == self._item.status else ""
        return Content.assemble(
            (f"{ITEM[status]} {status}", "bold"), (mark, "$accent"), (f"  {ABOUT[status]}", "$foreground-muted")
        )
