"""What all dialogs share: a framed box in the middle of the screen, opened once, left with escape, left once."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar, TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.errors import NoWidget
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea
from textual.widgets.input import Selection

from inspector.tui.errand import Errands
from inspector.tui.hints import key_at
from inspector.tui.screens.styled import StyledOnce

Answer = TypeVar("Answer")


class LeftOnce(StyledOnce, Screen[Answer], Errands):
    """A screen over the main one. It answers once: an answer that comes after it was left would leave the screen below."""

    # A modal screen keeps keys from the app, and a field takes ctrl+c for itself: it is to do here what it does everywhere.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "copy_or_quit", show=False, priority=True),
        Binding("ctrl+s", "app.save_screen", show=False, priority=True),
    ]

    _left = False
    alone = True
    """Opened twice by a double click or two quick keys, the newer one takes the place of the older."""

    HINTS = ".box"
    """Whose last line holds hints such as `esc back`; a click on one does what its key does."""

    _last: Widget | None = None
    """What had the keys last."""

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Remember where the keys go."""
        self._last = event.widget

    def on_click(self, event: events.Click) -> None:
        """Do what the hint under the mouse says. The keys go on to where they went: a frame can have none."""
        if self.focused is None and self._last is not None and self._last.is_attached:
            self.set_focus(self._last)
        for shown in self.query(self.HINTS):
            if shown.region.contains(*event.screen_offset) and event.screen_y == shown.region.bottom - 1:
                line = self._compositor.render_strips()[event.screen_y].crop(shown.region.x, shown.region.right)
                if key := key_at(line.text, event.screen_x - shown.region.x):
                    event.stop()
                    self._press(key)

    def _press(self, key: str) -> None:
        """As if it came from the terminal: a key that a screen sent would not bubble beyond that screen."""
        pressed = events.Key(key, key if len(key) == 1 else None)
        pressed._sender = None
        self.app.post_message(pressed)

    def action_copy_or_quit(self) -> None:
        """Copy what is selected, and let go of it, so that the next press is about quitting; else ask, or quit."""
        field = self.focused
        if isinstance(field, Input) and field.selected_text:
            field.action_copy()
            field.selection = Selection.cursor(field.cursor_position)
        elif isinstance(field, TextArea) and field.selected_text:
            field.action_copy()
            field.move_cursor(field.cursor_location)
        elif text := self.get_selected_text():
            self.app.copy_to_clipboard(text)
            self.clear_selection()
        else:
            self.app.action_help_quit()

    def hush(self) -> None:
        """A key or a button was pressed: what was said is of no use any more."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close with an answer; nothing happens when it is closed already, or something lies on it."""
        if self._left or self.app.screen is not self:
            return AwaitComplete()
        self._left = True
        return super().dismiss(result)


class Dialog(ModalScreen[Answer | None], LeftOnce[Answer | None]):
    """A question in a box. Escape answers None."""

    DEFAULT_CSS = """
    Dialog { align: center middle; background: $background 60%; }
    Dialog > .box {
        width: 84; max-width: 94%; height: auto; max-height: 90%;
        background: $surface; border: round $border; padding: 0 1; border-title-color: $accent; border-title-style: bold;
        border-subtitle-color: $text-muted;
    }
    Dialog .hint { color: $text-muted; height: auto; margin: 0 1; }
    Dialog .trouble { color: $error; height: auto; margin: 0 1; }
    Dialog .heading { color: $text-muted; margin: 1 1 0 1; height: 1; }
    Dialog Input { border: round $border-blurred; background: $surface; margin: 0; padding: 0 1; }
    Dialog Input:focus { border: round $border; }
    Dialog OptionList { background: $surface; border: none; height: auto; max-height: 50vh; padding: 0 1; }
    Dialog OptionList:focus { border: none; }
    Dialog OptionList > .option-list--option-highlighted, Dialog OptionList:focus > .option-list--option-highlighted {
        background: $block-cursor-blurred-background; color: $foreground; text-style: none;
    }
    Dialog OptionList > .option-list--option-disabled { color: $accent; text-style: bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def on_click(self, event: events.Click) -> None:
        """A click outside the box leaves it, too."""
        with suppress(NoWidget):  # the terminal may be smaller by now
            if self.get_widget_at(*event.screen_offset)[0] is self:
                self.action_leave()

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
