"""Chooses the model whose window and budget count: the session's own, one of its models, or any that is known."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from inspector.terminal_text import clip
from inspector.tui.models import OWN, AtModel, Held, budget_words
from inspector.tui.screens.dialog import Dialog
from inspector.tui.screens.type_ahead import type_ahead
from inspector.tui.widgets.choice_list import ChoiceList

NAME = 24
"""Cells of a model's name at the most."""
BAR = 10
"""Cells of a full window."""
TIGHT = 0.8
"""Share of a window from which it is nearly full."""
NONE = "no model's name holds that"
AROUND = 8
"""Lines of the box that are not the list: frame, field, heading, hint."""


class Models(Dialog[str]):
    """Answers the name of a model, `OWN` for each request's own."""

    DEFAULT_CSS = """
    Models Input, Models Input:focus { height: 1; border: none; background: $panel; margin: 0 1; }
    Models > .box > .heading { margin: 1 1 0 1; }
    """

    def __init__(self, title: str, found: Sequence[AtModel], held: Held | None, current: str, last: str) -> None:
        """`current` is the choice that holds, `last` the one that was made last, in any session."""
        super().__init__()
        self._title, self._found, self._held, self._current = title, found, held, current
        self._shown = list(found)
        names = [each.name for each in found]
        self._start = names.index(current or last) if (current or last) in names else 0
        self._by_model = any(each.own for each in found)

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(self._title, 80))
            box.border_subtitle = "type to filter · enter takes it · esc back"
            yield Input(placeholder="a part of a name", select_on_focus=False)
            head = f"  {'model':<{NAME}}{'window':>11}{'full' if self._held else '':>7}"
            yield Static(
                f"{head}{'':{BAR + 2}}{'budget' if self._by_model else '':>11}", classes="heading", markup=False
            )
            yield ChoiceList(markup=False)
            yield Static(budget_words(self._found, self._held), classes="hint", markup=False)

    def on_mount(self) -> None:
        """Start on the present one, else on the last."""
        self._list(self._start)
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """The list takes what the rest leaves."""
        self.query_one(OptionList).styles.max_height = max(3, self.size.height * 9 // 10 - AROUND)

    def on_key(self, event: events.Key) -> None:
        """Letters filter while the list has the keys, and ↓ leads back to it."""
        field = self.query_one(Input)
        if field.has_focus and event.key in ("down", "up"):
            event.stop()
            self.query_one(OptionList).focus()
        else:
            type_ahead(event, field)

    @on(Input.Changed)
    def filter(self, event: Input.Changed) -> None:
        """Leave the models whose name holds what was typed."""
        wanted = event.value.strip().lower()
        self._shown = [each for each in self._found if wanted in each.name.lower()]
        self._list(0)

    @on(Input.Submitted)
    def take_first(self) -> None:
        """Enter in the field takes what is highlighted."""
        self.query_one(OptionList).action_select()

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Take it."""
        if event.option_index < len(self._shown):
            self.dismiss(self._shown[event.option_index].name)

    def _list(self, at: int) -> None:
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(self._line(each)) for each in self._shown] or [Option(NONE, disabled=True)])
        options.highlighted = min(at, len(self._shown) - 1) if self._shown else None

    def _line(self, one: AtModel) -> Content:
        name = clip(one.name, NAME) if one.name else "each request's own model"
        window = f"{one.window:>11,}" if one.window else f"{'?':>11}"
        share = one.share(self._held)
        drawn = filled(share)
        style = (
            "$error" if share is not None and share > 1 else "$warning" if share is not None and share >= TIGHT else ""
        )
        sign = "! " if one.beyond else ""
        budget = f"{sign}{one.budget.window:,}" if self._by_model and one.budget is not None else ""
        return Content.assemble(
            ("● " if one.name == self._current else "  ", "$accent"),
            (f"{name:<{NAME}}", "bold" if one.recorded or one.name == OWN else ""),
            window,
            (f"{one.fill(self._held):>7}  ", style or "$foreground-muted"),
            (drawn, style or "$accent"),
            (("─" if share is not None else " ") * (BAR - len(drawn)), "$border-blurred"),
            (f"{budget:>11}" if budget else "", "$warning" if one.beyond else "" if one.own else "$foreground-muted"),
        )


def filled(share: float | None) -> str:
    """The part of the bar that stands for what is full, in halves of a cell."""
    halves = min(2 * BAR, round(2 * BAR * share)) if share is not None else 0
    return "━" * (halves // 2) + "╸" * (halves % 2)
