"""Chooses the model whose window and budget count: the session's own, one of its models, or any that is known."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from inspector.terminal_text import clip
from inspector.tui.models import OWN, AtModel, Held
from inspector.tui.screens.dialog import Dialog
from inspector.tui.widgets.choice_list import ChoiceList

NAME = 24
"""Cells of a model's name at the most."""


class Models(Dialog[str]):
    """Answers the name of a model, `OWN` for each request's own."""

    def __init__(self, title: str, found: Sequence[AtModel], held: Held | None, current: str, last: str) -> None:
        """`current` is the choice that holds, `last` the one that was made last, in any session."""
        super().__init__()
        self._title, self._found, self._held, self._current = title, found, held, current
        names = [each.name for each in found]
        self._start = names.index(current or last) if (current or last) in names else 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = Content(clip(self._title, 80))
            box.border_subtitle = "enter takes it · esc back"
            head = f"{'model':<{NAME}}{'window':>11}{'full':>7}  budget of the policy"
            yield Static(head, classes="heading", markup=False)
            yield ChoiceList(
                *(Option(self._line(each), id=f"m{at}") for at, each in enumerate(self._found)), markup=False
            )

    def on_mount(self) -> None:
        """Start on the present one, else on the last."""
        options = self.query_one(OptionList)
        options.highlighted = self._start
        options.focus()

    @on(OptionList.OptionSelected)
    def take(self, event: OptionList.OptionSelected) -> None:
        """Take it."""
        self.dismiss(self._found[int((event.option.id or "m0")[1:])].name)

    def _line(self, one: AtModel) -> Content:
        name = clip(one.name, NAME) if one.name else "each request's own model"
        window = f"{one.window:>11,}" if one.window else f"{'?':>11}"
        now = " ● now" if one.name == self._current else ""
        budget = f"  {one.budget.window:,}" if one.budget is not None and one.own else ""
        return Content.assemble(
            (f"{name:<{NAME}}", "bold" if one.recorded or one.name == OWN else ""),
            window,
            (f"{one.fill(self._held):>7}", "$foreground-muted"),
            (budget, "$foreground-muted"),
            (now, "$accent"),
        )
