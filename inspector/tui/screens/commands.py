"""The command palette, and the list of themes: left once, run once; a theme is seen as soon as it is pointed at."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import Command, CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.errors import NoWidget
from textual.timer import Timer
from textual.widgets import OptionList

from inspector.tui.screens.dialog import LeftOnce
from inspector.tui.widgets.choice_list import ChoiceList

MOMENT = 0.08
"""Seconds that the cursor rests on a theme before it is put on: putting one on takes longer than a key press."""


class CommandLines(CommandList, ChoiceList, can_focus=False):
    """The palette's list, as careful as the others. Textual's comes first: by its name the palette finds it."""


class Commands(CommandPalette, LeftOnce[None]):
    """Textual's palette. What is chosen twice by two quick keys, or a double click, is done once."""

    DEFAULT_CSS = """
    Commands CommandList > .option-list--option-highlighted { color: $foreground; text-style: bold; }
    """
    _chosen = False

    def compose(self) -> ComposeResult:
        for widget in super().compose():
            yield CommandLines() if type(widget) is CommandList else widget

    def on_click(self, event: events.Click) -> None:
        """Keep from Textual a click where there is nothing any more: the terminal is smaller by now."""
        try:
            self.get_widget_at(*event.screen_offset)
        except NoWidget:
            event.prevent_default()

    @property
    def run_on_select(self) -> bool:  # type: ignore[override]
        """A command is run when it is chosen, and only then."""
        return not self._left

    def _action_command_list(self, action: str) -> None:
        if action == "select":
            if self._chosen:
                return
            self._chosen = True
        with suppress(LookupError):  # the list has a cursor before it has lines
            super()._action_command_list(action)


class ThemeNames(Provider):
    """All themes by name: the program's and the person's own first, in their order."""

    def _commands(self) -> list[tuple[str, Callable[[], None]]]:
        own = [name for name in self.app.theme_names if name in self.app.available_themes]  # type: ignore[attr-defined]
        names = dict.fromkeys((*own, *sorted(self.app.available_themes)))
        put_on: Callable[[str], None] = self.app.put_on  # type: ignore[attr-defined]
        return [(name, partial(put_on, name)) for name in names]

    async def discover(self) -> Hits:
        """Every one."""
        for name, command in self._commands():
            yield DiscoveryHit(name, command)

    async def search(self, query: str) -> Hits:
        """Those that match what was typed."""
        matcher = self.matcher(query)
        for name, command in self._commands():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), command)


class Themes(Commands):
    """The list of themes. Escape puts the one back on that was on before."""

    def __init__(self, before: str, preview: Callable[[str], None]) -> None:
        super().__init__([ThemeNames], placeholder="a theme: ↑ ↓ try it on, enter keeps it")
        self._before, self._preview = before, preview
        self._soon: Timer | None = None

    @on(OptionList.OptionHighlighted)
    def try_on(self, event: OptionList.OptionHighlighted) -> None:
        """Put the theme on that the cursor rests on."""
        self._still()
        if isinstance(event.option, Command) and isinstance(event.option.hit.command, partial):
            self._soon = self.set_timer(MOMENT, partial(self._preview, event.option.hit.command.args[-1]))

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Leave with the theme that was chosen, or the one from before."""
        self._still()
        if not self._left and self._selected_command is None:
            self._preview(self._before)
        return super().dismiss(result)

    def _still(self) -> None:
        if self._soon is not None:
            self._soon.stop()
            self._soon = None
